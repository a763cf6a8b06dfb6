import { sentences } from '../../text/plain-text'
import { type JudgedScorecard, winnerCell } from '../../scorecard/judge-scorecard'
import type { Scorecard, ScoreCategory } from '../../scorecard/scorecard'
import { formatShort } from '../../units/number-format'
import { largestOf } from '../../iterables'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import {
  type Figure,
  type FigureNote,
  type FigureNumbers,
  type FigurePoint,
  type FigureSeries,
  lineMarker,
} from '../figure/figure'
import { choiceSetting } from '../figure/own-setting'
import { scorecardSetting, wantedScorecard } from './scorecard-table'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import { linearTicks } from '../figure/ticks'
import type { UsualSettings } from '../figure/usual-settings'

/** With fewer spokes there is no outline to look at. */
const fewestSpokes = 3

const settings = {
  scorecard: scorecardSetting,
  spokes: choiceSetting(
    [
      { value: 'shared', label: 'One scale for all' },
      { value: 'own', label: 'Each its own' },
    ],
    {
      label: 'Spokes',
      help: 'One scale in points, or each category in percent of its most points.',
    },
  ),
}

type RadarSettings = UsualSettings & {
  readonly scorecard?: string | undefined
  readonly spokes?: 'shared' | 'own' | undefined
}

const misleads = template(
  'radar-misleads',
  'A radar misleads: the area of an outline depends on the order of the categories and grows with the square of the points. Compare candidates spoke by spoke, or read the table.',
)
const ownScales = template(
  'radar-own-scales',
  'Each spoke has its own scale, which ends at the most points in its category, so lengths on different spokes cannot be compared.',
)
const sharedScale = template(
  'radar-shared-scale',
  'All spokes share one scale, starting at 0 in the centre, although a point may not mean the same in every category.',
)
const gapAt = template('radar-gap', '{candidate} in {category}', { candidate: 'name', category: 'name' })
const gapsSaid = template('radar-gaps', 'Gaps, no points: {gaps}.', {
  gaps: { of: [gapAt], between: '; ' },
})
const noWeights = template('radar-no-weights', 'Weights are not drawn.')
const tooFewScored = template(
  'radar-too-few',
  'A radar needs points of 0 or more in at least {least} categories; {scored} of {categories} {scored|has|have} them. Add points in the scorecard, or print it as a table.',
  { least: 'count', scored: 'count', categories: 'count' },
)
const notDrawn = template(
  'radar-not-drawn',
  'Not drawn, because they have no points or points below 0: {categories}.',
  { categories: 'given' },
)

function build({ scorecards }: FigureInputs['scorecards'], asked: RadarSettings): Figure {
  const { judged, missing } = wantedScorecard(scorecards, asked.scorecard)
  const categories = judged?.card.categories ?? []
  const scored = categories.filter(isDrawable)
  const spokes = scored.length < fewestSpokes ? [] : scored
  const isOwn = asked.spokes === 'own'
  const most = largestOf(spokes.map(mostPoints), 0)
  return {
    kind: 'scorecard-radar',
    title: judged?.name ?? 'Scorecard',
    subtitle: '',
    ...{ metric: '', xKey: 'category', statistic: 'mean', radial: true },
    x: {
      ...{ label: '', kind: 'category', min: 0, max: Math.max(1, spokes.length) },
      ticks: spokes.map(({ name }, value) => ({ value, label: cleanText(name, textLimits.label) })),
    },
    y: {
      label: cleanText(asked.yLabel ?? (isOwn ? 'Percent of the most points' : 'Points'), textLimits.axis),
      kind: 'linear',
      ...linearTicks(0, isOwn ? 100 : most > 0 ? most : 1),
    },
    unit: isOwn ? '%' : 'points',
    series: (judged?.card.candidates ?? []).map((name, at) => outlineOf(name, at, spokes, isOwn, asked)),
    numbers: judged === undefined ? { columns: [], rows: [] } : pointsTable(judged),
    show: { dots: false, intervals: false },
    caption: spokes.length === 0 ? noData() : captionOf(judged?.card, spokes, isOwn),
    smallPrint: [],
    notes:
      judged === undefined
        ? [{ severity: 'warning', text: missing }]
        : notesOf(categories, scored.length, spokes),
  }
}

function pointsOf({ entries }: ScoreCategory): readonly number[] {
  return entries.flatMap(({ points }) => points ?? [])
}

function mostPoints(category: ScoreCategory): number {
  return largestOf(pointsOf(category), 0)
}

/** Spokes start at 0 in the centre, so negative points have no place on them. */
function isDrawable(category: ScoreCategory): boolean {
  const points = pointsOf(category)
  return points.length > 0 && points.every((one) => one >= 0)
}

function outlineOf(
  name: string,
  at: number,
  spokes: readonly ScoreCategory[],
  isOwn: boolean,
  { hiddenSeries }: UsualSettings,
): FigureSeries {
  const id = `candidate-${at + 1}`
  const label = cleanText(name, textLimits.label)
  return {
    ...{ id, line: id, label, lineLabel: label, part: 'total', partLabel: 'total', role: 'measured' },
    ...{ marker: lineMarker(at), dash: 'solid', mark: 'line', group: at },
    visible: hiddenSeries?.includes(id) !== true,
    points: spokes.map((category, x) => ({
      ...pointOf(category, at, x, isOwn),
      name: cleanText(`${name}, ${category.name}`, textLimits.title),
    })),
  }
}

function pointOf(category: ScoreCategory, at: number, x: number, isOwn: boolean): FigurePoint {
  const points = category.entries[at]?.points
  const most = mostPoints(category)
  const share = points === undefined ? undefined : most === 0 ? 0 : (100 * points) / most
  return {
    ...{ x, y: isOwn ? share : points, n: undefined, failedRuns: 0, dots: [] },
    ...(isOwn && points !== undefined && { facts: [`${formatShort(points, 6)} points`] }),
  }
}

/** Points of every category as numbers, also of those that are not drawn. */
function pointsTable({ card, categories }: JudgedScorecard): FigureNumbers {
  return {
    columns: [
      { key: 'category', label: 'Category' },
      { key: 'weight', label: 'Weight' },
      ...card.candidates.map((label, at) => ({ key: `candidate_${at + 1}`, label, unit: 'points' })),
      { key: 'winner', label: 'Winner' },
    ],
    rows: categories.map(({ category, winner }) => [
      category.name,
      category.weight ?? 1,
      ...card.candidates.map((_, at) => category.entries[at]?.points),
      winnerCell(card, winner),
    ]),
  }
}

function captionOf(card: Scorecard | undefined, spokes: readonly ScoreCategory[], isOwn: boolean): string {
  const gaps = (card?.candidates ?? []).flatMap((candidate, at) =>
    spokes
      .filter(({ entries }) => entries[at]?.points === undefined)
      .map(({ name }) => gapAt({ candidate, category: name })),
  )
  return sentences([
    (isOwn ? ownScales : sharedScale)(),
    gaps.length > 0 ? gapsSaid({ gaps }) : '',
    spokes.some(({ weight }) => weight !== undefined) ? noWeights() : '',
    misleads(),
  ])
}

function notesOf(
  categories: readonly ScoreCategory[],
  scored: number,
  spokes: readonly ScoreCategory[],
): readonly FigureNote[] {
  if (spokes.length === 0) {
    const text = tooFewScored({ least: fewestSpokes, scored, categories: categories.length })
    return [{ severity: 'warning', text }]
  }
  const without = categories.filter((one) => !isDrawable(one)).map(({ name }) => name)
  return [
    { severity: 'warning', text: misleads() },
    ...(without.length === 0
      ? []
      : [
          {
            severity: 'warning' as const,
            text: notDrawn({ categories: without.join(', ') }),
          },
        ]),
  ]
}

/** The points of a scorecard as outlines around a centre. Never chosen automatically, because it misleads; it says so. */
export const scorecardRadar = defineFigure({
  kind: 'scorecard-radar',
  name: 'Scorecard radar',
  needs: 'scorecards',
  form: 'picture',
  scales: ['linear'],
  settings,
  usualFields: [],
  isOffered: ({ hasScorecards }) => hasScorecards === true,
  build,
})
