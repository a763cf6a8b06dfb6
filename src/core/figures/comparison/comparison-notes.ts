import { cellLabel } from '../../comparison/texts/cell-label'
import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { withoutPartnerSaid, withoutPartnerText } from '../../comparison/judge/compare-runs'
import { fewIosSaid, fewIosText } from '../../comparison/judge/run-buckets'
import { groupNouns } from '../../comparison/judge/run-groups'
import { geometricText } from '../../comparison/texts/percent-text'
import { metricInSentence } from '../../results/metrics'
import { isInvalidating, reservationName } from '../../results/reserved-runs'
import { settledRuns } from '../../statistics/comparison/compare-moments'
import { groupBy } from '../../iterables'
import { andMore, firstAndMore } from '../../words/listed'
import { template } from '../../words/template'
import { unsplitNote } from '../dress/facets'
import type { FigureNote } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { CellArrangement } from './arrange-cells'

/** More places than this are counted, not listed. */
const mostListed = 4

const place = template('compared-place', '{case}', { case: 'case' })
const placeOfFewIos = template('compared-place-of-few-ios', '{case} ({few})', {
  case: 'case',
  few: { of: [fewIosSaid] },
})
const placeOfAlone = template('compared-place-of-alone', '{case} ({alone})', {
  case: 'case',
  alone: { of: [withoutPartnerSaid] },
})
const where = { places: { of: [place], between: '; ' }, more: { of: [andMore] } } as const
const quotedPlace = template('compared-quoted-place', '“{case}”', { case: 'case' })
const knownIn = template('compared-known-in', '{reservation} in {places}{more}', {
  reservation: 'reservation',
  places: { of: [quotedPlace], between: ', ' },
  more: { of: [andMore] },
})
const allKnown = { of: [knownIn], between: '; ' } as const

const morePanels = template(
  'compared-more-panels',
  '{panels|# more panel does|# more panels do} not fit: only the first {shown|panel is|# are} shown. Hold a parameter at one level.',
  { panels: 'count', shown: 'count' },
)
const noPartner = template(
  'compared-no-partner',
  '{candidate}: {cases|# case has|# cases have} no partner ({baseline} of the baseline, {other} of the candidate).',
  { candidate: 'name', cases: 'count', baseline: 'count', other: 'count' },
)
const geometricOf = template(
  'compared-geometric',
  '{candidate}: geometric mean of the ratios of {metric} over {cells} cells {change}.',
  { candidate: 'name', metric: 'metric', cells: 'count', change: 'change' },
)
const disagreeing = template(
  'compared-disagreeing',
  'Mean and typical run disagree, see the runs: {places}{more}.',
  where,
)
const lowCounts = template(
  'compared-low-n',
  'Low n, fewer than {least} {units} on a side: no second opinion by ranks, and nothing is settled: {places}{more}.',
  { least: 'count', units: 'given', ...where },
)
const incompletePairs = template(
  'compared-pairs-incomplete',
  'Compared as two groups, for not every run has its pair: {places}{more}.',
  where,
)
const pairsWithoutRatio = template(
  'compared-pairs-without-ratio',
  'Compared as two groups, for a pair with a value of 0 or less has no ratio: {places}{more}.',
  where,
)
const completePairs = template(
  'compared-complete-pairs',
  'Compared in the pairs that are complete: {places}{more}.',
  { ...where, places: { of: [placeOfAlone], between: '; ' } },
)
const tooFewIos = template(
  'compared-few-ios',
  'Not tested, a percentile needs 10 I/Os beyond it: {places}{more}.',
  { ...where, places: { of: [placeOfFewIos], between: '; ' } },
)
const invalidAt = template('compared-invalid', 'Not valid, so not tested: {found}.', { found: allKnown })
const reservedOnce = template('compared-reserved-once', 'With a reservation: {found}.', {
  found: { of: [knownIn] },
})
const reservedAt = template('compared-reserved', 'With reservations: {found}.', { found: allKnown })
const percentUndefined = template('compared-percent-undefined', 'Percent undefined: {places}{more}.', where)
const noScatter = template(
  'compared-no-scatter',
  '{units} do not scatter at all, check the timer or copied values: {places}{more}.',
  { units: 'given', ...where },
)

/** What a reader should know about the compared cells besides the picture. */
export function comparisonNotes(
  comparison: Comparison,
  arrangement: CellArrangement,
  { facet }: Pick<UsualSettings, 'facet'>,
): readonly FigureNote[] {
  const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
  const notes: FigureNote[] = []
  const add = (severity: FigureNote['severity'], text: string) => notes.push({ severity, text })
  const name = (cell: ComparedCell) => cellLabel(cell, arrangement.naming)
  const tell = (
    severity: FigureNote['severity'],
    found: readonly ComparedCell[],
    say: (given: ReturnType<typeof firstAndMore>) => string,
  ) => {
    if (found.length > 0)
      add(
        severity,
        say(
          firstAndMore(
            found.map((cell) => place({ case: name(cell) })),
            mostListed,
          ),
        ),
      )
  }
  if (facet !== undefined && arrangement.isFaceted !== true) notes.push(unsplitNote(facet))
  if (arrangement.hiddenPanels > 0) {
    add('warning', morePanels({ panels: arrangement.hiddenPanels, shown: arrangement.panelTitles.length }))
  }
  for (const text of new Set(comparison.candidates.flatMap((one) => one.advice))) add('note', text)
  for (const { candidate, unmatched, summary } of comparison.candidates) {
    const count = unmatched.baseline.length + unmatched.candidate.length
    if (count > 0) {
      add(
        'warning',
        noPartner({
          candidate: candidate.label,
          cases: count,
          baseline: unmatched.baseline.length,
          other: unmatched.candidate.length,
        }),
      )
    }
    const isShown = cells.some(({ metric }) => metric === summary?.metric)
    if (summary !== undefined && summary.cells > 1 && isShown) {
      const change = geometricText(summary)
      const metric = metricInSentence(summary.metric)
      add('note', geometricOf({ candidate: candidate.label, metric, cells: summary.cells, change }))
    }
  }
  const having = (note: ComparedCell['comparison']['notes'][number]) =>
    cells.filter((cell) => cell.comparison.notes.includes(note))
  tell('warning', having('mean_and_typical_run_disagree'), disagreeing)
  for (const [units, own] of groupBy(having('low_n'), unitsOf))
    tell('note', own, (given) => lowCounts({ least: settledRuns, units, ...given }))
  tell('note', having('pairs_incomplete'), incompletePairs)
  tell('note', having('pairs_without_ratio'), pairsWithoutRatio)
  const alone = cells.flatMap((cell) =>
    cell.withoutPartner === undefined
      ? []
      : [placeOfAlone({ case: name(cell), alone: withoutPartnerText(cell.withoutPartner) })],
  )
  if (alone.length > 0) add('note', completePairs(firstAndMore(alone, mostListed)))
  const few = cells.flatMap((cell) =>
    cell.fewIos === undefined ? [] : [placeOfFewIos({ case: name(cell), few: fewIosText(cell.fewIos) })],
  )
  if (few.length > 0) add('warning', tooFewIos(firstAndMore(few, mostListed)))
  const known = reservedCells(cells)
  const knownText = ({ name: reservation, cells: own }: (typeof known)[number]) => {
    const quoted = own.map((cell) => quotedPlace({ case: name(cell) }))
    return knownIn({ reservation, ...firstAndMore(quoted, mostListed) })
  }
  const invalid = known.filter(({ isInvalid }) => isInvalid).map(knownText)
  const reserved = known.filter(({ isInvalid }) => !isInvalid).map(knownText)
  if (invalid.length > 0) add('warning', invalidAt({ found: invalid }))
  if (reserved.length > 0)
    add('warning', (reserved.length === 1 ? reservedOnce : reservedAt)({ found: reserved }))
  tell(
    'warning',
    cells.filter((cell) => cell.comparison.verdict === 'percent_undefined'),
    percentUndefined,
  )
  const equal = cells.filter((cell) =>
    ['identical', 'deterministic_difference'].includes(cell.comparison.verdict),
  )
  for (const [units, own] of groupBy(equal, unitsOf))
    tell('warning', own, (given) =>
      noScatter({ units: units.charAt(0).toUpperCase() + units.slice(1), ...given }),
    )
  return notes
}

/** What the values of a cell are: runs, or groups of them. */
function unitsOf({ groups }: ComparedCell): string {
  return groups === undefined ? 'runs' : groupNouns(groups.kind)[1]
}

/** Cells by what is known against their runs, first what makes them no result. */
export function reservedCells(cells: readonly ComparedCell[]) {
  const found = new Map<string, { name: string; isInvalid: boolean; cells: ComparedCell[] }>()
  for (const cell of cells) {
    const { baseline = [], candidate = [] } = cell.reservations ?? {}
    for (const one of new Map([...baseline, ...candidate].map((known) => [known.id, known])).values()) {
      const own = found.get(one.id) ?? {
        ...{ name: reservationName(one), isInvalid: isInvalidating(one), cells: [] },
      }
      found.set(one.id, own)
      own.cells.push(cell)
    }
  }
  return [...found.values()].sort((one, other) => Number(other.isInvalid) - Number(one.isInvalid))
}
