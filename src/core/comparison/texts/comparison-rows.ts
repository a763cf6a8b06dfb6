import { counted } from '../../units/number-format'
import { axisName } from '../../plan/levels/format-level'
import { sortLevelKeys } from '../../plan/levels/levels'
import { reservationsText } from '../../results/reserved-runs'
import { leftOutTexts } from '../../results/run-name'
import { verdictWord } from '../../statistics/comparison/verdict'
import { estimatorText, noteText, verdictText } from '../../statistics/comparison/case-comparison'
import type { CandidateComparison, ComparedCell, Comparison } from '../comparison'
import { cellDeviation } from './cell-text'
import { withoutPartnerText } from '../judge/compare-runs'
import { fewIosText } from '../judge/run-buckets'
import { groupsText } from '../judge/run-groups'
import { openConfounders } from './percent-refusal'

/** A comparison as rows and columns; every row has one cell per column, undefined if there is none. */
export interface ComparisonRows {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly unit?: string }[]
  readonly rows: readonly (readonly (string | number | undefined | boolean)[])[]
}

interface Place {
  readonly cell: ComparedCell
  readonly one: CandidateComparison
  readonly comparison: Comparison
}

type Part = readonly [
  column: ComparisonRows['columns'][number],
  read: (place: Place) => string | number | undefined | boolean,
]

const before: readonly Part[] = [
  [{ key: 'baseline', label: 'Baseline' }, ({ comparison }) => comparison.baseline.label],
  [{ key: 'candidate', label: 'Candidate' }, ({ one }) => one.candidate.label],
  [{ key: 'test', label: 'Test' }, ({ cell }) => cell.test],
  [{ key: 'direction', label: 'Direction' }, ({ cell }) => cell.direction],
  [{ key: 'metric', label: 'Metric' }, ({ cell }) => cell.metric],
  [{ key: 'unit', label: 'Unit' }, ({ cell }) => cell.unit],
]

const after: readonly Part[] = [
  [{ key: 'baseline_n', label: 'n, baseline' }, ({ cell }) => cell.n.baseline],
  [{ key: 'baseline_mean', label: 'Mean, baseline' }, ({ cell }) => cell.comparison.baseline?.mean],
  [{ key: 'baseline_deviation', label: 'Deviation, baseline' }, ({ cell }) => cell.comparison.baseline?.sd],
  [{ key: 'candidate_n', label: 'n, candidate' }, ({ cell }) => cell.n.candidate],
  [{ key: 'candidate_mean', label: 'Mean, candidate' }, ({ cell }) => cell.comparison.candidate?.mean],
  [
    { key: 'candidate_deviation', label: 'Deviation, candidate' },
    ({ cell }) => cell.comparison.candidate?.sd,
  ],
  [
    { key: 'difference_percent', label: 'Difference', unit: '%' },
    ({ cell }) => plainZero(cell.comparison.differencePercent),
  ],
]

const ends: readonly Part[] = [
  [{ key: 'low', label: 'Low', unit: '%' }, ({ cell }) => plainZero(cell.comparison.lowPercent)],
  [{ key: 'high', label: 'High', unit: '%' }, ({ cell }) => plainZero(cell.comparison.highPercent)],
]

/** The sigma rule has a deviation, and no interval. */
const deviation: readonly Part[] = [
  [{ key: 'deviation_percent', label: '± deviation', unit: '%' }, ({ cell }) => cellDeviation(cell)],
]

const judged: readonly Part[] = [
  [
    { key: 'estimator', label: 'Estimator' },
    ({ cell: { comparison } }) => comparison.estimator && estimatorText(comparison.estimator),
  ],
  [{ key: 'p', label: 'p' }, ({ cell }) => cell.comparison.p],
  [{ key: 'adjusted_p', label: 'Adjusted p' }, ({ cell }) => cell.adjustedP],
  [{ key: 'verdict', label: 'Verdict' }, ({ cell }) => verdictWord(cell.comparison.verdict)],
  [
    { key: 'notes', label: 'Notes' },
    ({ cell }) =>
      someText([
        ...unitText(cell),
        ...reasonText(cell),
        ...cell.comparison.notes.map(noteText),
        ...exclusionTexts(cell),
      ]),
  ],
  [{ key: 'reservations', label: 'Reservations' }, ({ cell }) => cellReservations(cell)],
  [
    { key: 'confounders', label: 'Also different' },
    ({ one }) => someText(openConfounders(one.confounders).map((factor) => factor.key)),
  ],
]

/** Which of the optional columns to include. */
export interface RowChoice {
  /** Every run of both sides, and the excluded ones with their reasons. */
  readonly runs?: boolean
}

/**
 * One row per lined-up case of each candidate: numbers in base units, differences and their ends in percent.
 */
export function comparisonRows(comparison: Comparison, choice: RowChoice = {}): ComparisonRows {
  const places = comparison.candidates.flatMap((one) => one.cells.map((cell) => ({ cell, one, comparison })))
  const beside = [...after, ...(comparison.mode === 'sigma' ? deviation : ends), ...judged]
  const all = choice.runs === true ? [...beside, ...exclusionParts(places), ...runParts(places)] : beside
  const taken = new Set([...before, ...all].map(([column]) => column.key))
  const keys = new Set<string>()
  for (const { cell } of places) for (const key of Object.keys(cell.levels)) keys.add(key)
  const levels = sortLevelKeys(keys).map((key): Part => [
    { key: taken.has(key) ? `${key}_level` : key, label: axisName(key) },
    ({ cell }) => cell.levels[key],
  ])
  const parts = [...before, ...levels, ...all]
  return tableOf(parts, places)
}

/** A table with a row for each item. */
export function tableOf<Item, Column, Cell>(
  parts: readonly (readonly [column: Column, read: (item: Item) => Cell])[],
  items: readonly Item[],
): { readonly columns: readonly Column[]; readonly rows: readonly (readonly Cell[])[] } {
  const rows: Cell[][] = []
  for (const item of items) {
    rows.push(parts.map(([, read]) => read(item)))
  }
  return { columns: parts.map(([column]) => column), rows }
}

/** The excluded runs, and the difference with all runs; columns only if something was excluded. */
function exclusionParts(places: readonly Place[]): readonly Part[] {
  if (places.every(({ cell }) => cell.excluded === undefined)) return []
  return [
    [
      { key: 'excluded_runs', label: 'Runs left out' },
      ({ cell, comparison }) =>
        someText(
          leftOutTexts(comparison.excludedRuns.filter(({ runId }) => cell.excluded?.runIds.includes(runId))),
        ),
    ],
    [
      { key: 'difference_percent_all_runs', label: 'Difference with all runs', unit: '%' },
      ({ cell }) => plainZero(cell.excluded?.withAllRuns.differencePercent),
    ],
  ]
}

function runParts(places: readonly Place[]): readonly Part[] {
  return (['baseline', 'candidate'] as const).flatMap((side) => {
    const runs = ({ cell }: Place) => (side === 'baseline' ? cell.baselineRuns : cell.candidateRuns)?.values
    const most = places.reduce((count, place) => Math.max(count, runs(place)?.length ?? 0), 0)
    return Array.from({ length: most }, (_, at): Part => [
      { key: `${side}_run_${at + 1}`, label: `Run ${at + 1}, ${side}` },
      (place) => runs(place)?.[at],
    ])
  })
}

/** What is known against the runs of both sides; undefined if nothing is. */
export function cellReservations({ reservations, n }: ComparedCell): string | undefined {
  if (reservations === undefined) return undefined
  const sides = (['baseline', 'candidate'] as const).flatMap((side) => {
    const found = reservationsText(reservations[side], n[side])
    return found === '' ? [] : [`${side} ${found}`]
  })
  return someText(sides)
}

/** What is compared instead of runs. */
function unitText({ groups }: ComparedCell): readonly string[] {
  return groups ? [groupsText(groups)] : []
}

/** Why there is no verdict, which the verdict column itself does not say. */
function reasonText({ comparison: { verdict }, fewIos }: ComparedCell): readonly string[] {
  if (fewIos !== undefined) return [fewIosText(fewIos)]
  // What makes them not valid has a column of its own.
  return ['not tested', 'few runs'].includes(verdictWord(verdict)) ? [verdictText(verdict)] : []
}

function exclusionTexts({ excluded, withoutPartner }: ComparedCell): readonly string[] {
  return [
    ...(excluded ? [`${counted(excluded.runIds.length, 'run')} left out by hand`] : []),
    ...(withoutPartner ? [withoutPartnerText(withoutPartner)] : []),
  ]
}

function someText(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join('; ')
}

/** Tables do not show -0. */
function plainZero(value: number | undefined): number | undefined {
  return value === 0 ? 0 : value
}
