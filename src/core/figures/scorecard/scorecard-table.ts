import { sentences } from '../../text/plain-text'
import * as v from 'valibot'
import {
  entryText,
  type JudgedScorecard,
  remarkTemplates,
  weightedPoints,
  winCount,
  winnerCell,
  winnerText,
} from '../../scorecard/judge-scorecard'
import { formatShort } from '../../units/number-format'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure } from '../figure/figure'
import { setting } from '../figure/own-setting'
import type { UsualSettings } from '../figure/usual-settings'
import type { Cell, Table } from '../figure/table'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import { tableFigure } from '../tables/table-figure'

const noScorecard = template('score-none', 'The review has no scorecard. Add one in the Review room.')
const noSuchScorecard = template(
  'score-unknown',
  'There is no scorecard “{asked}”, but {count|# other|# others}: {names}.',
  { asked: 'given', count: 'count', names: 'given' },
)
const winsOf = template('score-wins-of', '{name} {count}', { name: 'name', count: 'count' })
const winsSaid = template('score-wins', '{counts}: {wins}.', {
  counts: 'given',
  wins: { of: [winsOf], between: ', ' },
})
const undecided = template(
  'score-undecided',
  '{open} of {categories|# category|# categories} {open|is|are} undecided.',
  { open: 'count', categories: 'count' },
)
const winnerSaid = template('score-winner', ' Winner: {winner}.', { winner: 'name' })
const categorySaid = template('score-category', '{category}: {remark}{winner}', {
  category: 'name',
  remark: { of: [...remarkTemplates], between: ' ' },
  winner: { of: [winnerSaid] },
})

/** Name of the scorecard; the first by name if unset. */
export const scorecardSetting = setting(v.pipe(v.string(), v.maxLength(200)), {
  ...{ type: 'scorecard', label: 'Scorecard', unset: 'The first' },
  help: 'The scorecard to show, if the review has several.',
})

/** The scorecard of this name, or the first; `missing`: the message if there is none. */
export function wantedScorecard(
  scorecards: readonly JudgedScorecard[],
  asked: string | undefined,
): { readonly judged: JudgedScorecard | undefined; readonly missing: string } {
  const wanted = asked?.trim()
  return {
    judged: wanted === undefined ? scorecards[0] : scorecards.find(({ name }) => name === wanted),
    missing:
      scorecards.length === 0
        ? noScorecard()
        : noSuchScorecard({
            asked: cleanText(wanted ?? '', textLimits.label),
            count: scorecards.length,
            names: scorecards.map(({ name }) => name).join(', '),
          }),
  }
}

function build(
  { scorecards }: FigureInputs['scorecards'],
  asked: UsualSettings & { readonly scorecard?: string | undefined },
): Figure {
  const { judged, missing } = wantedScorecard(scorecards, asked.scorecard)
  return tableFigure({
    kind: 'scorecard',
    title: judged?.name ?? 'Scorecard',
    subtitle: '',
    metric: asked.metric,
    numbers:
      judged === undefined
        ? { columns: [{ key: 'category', label: 'Category' }], rows: [] }
        : tableOf(judged),
    caption: judged === undefined ? noData() : captionOf(judged),
    smallPrint: [],
    notes: judged === undefined ? [{ severity: 'warning', text: missing }] : [],
  })
}

function tableOf({ card, categories }: JudgedScorecard): Table {
  const isWeighted = card.categories.some(({ weight }) => weight !== undefined)
  const total = weightedPoints(card)
  const rows = categories.map(({ category, winner }): readonly Cell[] => [
    category.name,
    ...(isWeighted ? [category.weight ?? 1] : []),
    ...card.candidates.map((_, at) => entryText(category.entries[at])),
    winnerCell(card, winner),
  ])
  const sums: readonly Cell[] = [
    isWeighted ? 'Points, weighted' : 'Points',
    ...(isWeighted ? [undefined] : []),
    ...total.map((sum) => (sum === undefined ? '' : formatShort(sum, 6))),
    '',
  ]
  return {
    columns: [
      { key: 'category', label: 'Category' },
      ...(isWeighted ? [{ key: 'weight', label: 'Weight' }] : []),
      ...card.candidates.map((label, at) => ({
        ...{ key: `candidate_${String(at + 1)}`, label },
        isProse: true as const,
      })),
      { key: 'winner', label: 'Winner' },
    ],
    rows: total.some((sum) => sum !== undefined) ? [...rows, sums] : rows,
  }
}

/** `2-2-1: Drive A 2, Drive B 2, no winner 1.` */
function countText(judged: JudgedScorecard): string {
  const counts = winCount(judged)
  const names = [...judged.card.candidates, 'no winner']
  const wins = names.map((name, at) => winsOf({ name, count: counts[at] ?? 0 }))
  return winsSaid({ counts: counts.join('-'), wins })
}

function captionOf(judged: JudgedScorecard): string {
  const { card, categories } = judged
  const open = categories.filter(({ winner }) => winner === undefined).length
  const isDecided = categories.some(({ winner }) => winner !== undefined)
  return sentences([
    isDecided ? countText(judged) : '',
    isDecided && open > 0 ? undecided({ open, categories: categories.length }) : '',
    ...categories.flatMap(({ category, remark, winner }) =>
      remark === undefined
        ? []
        : [
            categorySaid({
              ...{ category: category.name, remark },
              winner: winner === undefined ? '' : winnerSaid({ winner: winnerText(card, winner) }),
            }),
          ],
    ),
    card.caption ?? '',
  ])
}

export const scorecardTable = defineFigure({
  kind: 'scorecard',
  name: 'Scorecard',
  needs: 'scorecards',
  form: 'table',
  settings: { scorecard: scorecardSetting },
  usualFields: [],
  isOffered: ({ hasScorecards }) => hasScorecards === true,
  build,
})
