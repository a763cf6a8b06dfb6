import { type Metric } from '../../results/metrics'
import type { PublishedSummary } from '../../results/published-result'
import { advantagePercent, crossovers, ratioToReference } from '../../statistics/sweep/ratios'
import type { FigureInputs } from '../cases/define-figure'
import { matches, type MeasuredCase } from '../cases/measured-cases'
import type { FigureNote } from '../figure/figure'
import { chooseAxes } from '../cases/axis-choice'
import { printedCases } from '../sweep/printed-cases'
import { averageOrPrinted } from '../sweep/printed-point'
import type { FigureProvenance } from '../figure/provenance'
import { type SweepCell, type SweepLine, sweepLines } from '../sweep/sweep-lines'
import type { Estimate } from '../../statistics/summary/summarize'
import { averageOf, isChosen, type UsualSettings } from '../figure/usual-settings'
import { compareSummaries } from '../../comparison/judge/compare-printed'
import type { ComparisonOptions, ComparisonVerdict } from '../../statistics/comparison/case-comparison'
import { compareCase } from '../../statistics/comparison/compare-case'
import { settleFamily } from '../../statistics/comparison/settle-family'

/** Axes for how full a drive is: in percent of its capacity, or in bytes. */
export const fillKeys = ['fill_percent', 'used_percent', 'fill_bytes', 'used_bytes'] as const

/** One fill level of a drive against its reference level. */
export interface FillPoint {
  readonly cell: SweepCell
  /** The level of the axis. */
  readonly level: number
  readonly percent: number | undefined
  readonly bytes: number | undefined
  readonly value: Estimate
  readonly slowDown: number | undefined
  readonly retainedPercent: number | undefined
  readonly slowerPercent: number | undefined
}

/** A drive, or one level of the lines' axis, by fill level, ascending. */
export interface FillLine {
  readonly line: SweepLine
  readonly capacityBytes: number | undefined
  readonly reference: number | undefined
  readonly points: readonly FillPoint[]
}

export interface FillLevels {
  readonly fillKey: string
  readonly metric: Metric
  readonly lines: readonly FillLine[]
  readonly pairs: readonly FillPair[]
  readonly shown: readonly MeasuredCase[]
  readonly printed: ReadonlyMap<number, PublishedSummary>
  readonly provenance: FigureProvenance
  readonly notes: readonly FigureNote[]
}

/** `metric`: of the settings. `reference`: the reference level; the emptiest if unset. */
export function fillLevels(
  { measured, published }: FigureInputs['runs'],
  asked: UsualSettings & { readonly reference?: number | undefined },
  provenance: FigureProvenance,
  metric: Metric,
): FillLevels {
  const { cases: means, printed } = printedCases(published, metric, asked.campaignIds)
  const usable = [...measured, ...means].filter(
    (one) => one.metric === metric.id && isChosen(one.campaignId, asked),
  )
  const measuredAt = (key: string) => usable.filter(({ levels }) => typeof levels[key] === 'number').length
  const fillKey =
    fillKeys.find((key) => key === asked.xKey && measuredAt(key) > 0) ??
    [...fillKeys].sort((one, other) => measuredAt(other) - measuredAt(one))[0] ??
    'fill_percent'
  const withLevel = usable.filter(({ levels }) => typeof levels[fillKey] === 'number')
  const own = {
    campaigns: provenance.campaigns.filter((one) =>
      withLevel.some(({ campaignId }) => campaignId === one.campaignId),
    ),
  }
  const placed = usable.filter(({ levels }) => ['number', 'undefined'].includes(typeof levels[fillKey]))
  const choice = chooseAxes(placed, { ...asked, xKey: fillKey }, own)
  const shown = withLevel.filter((one) => matches(one, choice.fixed))
  const lines = sweepLines(shown, choice, own).map((line) =>
    fillLine(line, fillKey, asked, capacityOf(line, shown, own), metric, printed),
  )
  return {
    ...{ fillKey, metric, lines, shown, printed, notes: choice.notes },
    provenance: {
      campaigns: own.campaigns.filter((one) => lines.some(({ line }) => line.campaignId === one.campaignId)),
    },
    pairs: lines
      .slice(1)
      .flatMap((b) => (lines[0] === undefined ? [] : [pairOf(lines[0], b, printed, averageOf(asked))])),
  }
}

/** The unit of amounts of data. */
export interface AmountUnit {
  readonly label: 'GB' | 'GiB'
  readonly factor: number
}

const gigabytes: AmountUnit = { label: 'GB', factor: 1e9 }
const gibibytes: AmountUnit = { label: 'GiB', factor: 1024 ** 3 }

/** The unit that was asked for, else the one in which the levels were given; GiB for shares of a capacity. */
export function amountUnit(
  { fillKey, lines }: Pick<FillLevels, 'fillKey' | 'lines'>,
  asked?: string,
): AmountUnit {
  if (asked === 'gb' || asked === 'gib') return asked === 'gb' ? gigabytes : gibibytes
  const levels = fillKey.endsWith('_bytes')
    ? lines.flatMap(({ points }) => points.map(({ level }) => level))
    : []
  const isWhole = ({ factor }: AmountUnit) => levels.every((level) => (4 * level) % factor === 0)
  return levels.length > 0 && isWhole(gigabytes) && !isWhole(gibibytes) ? gigabytes : gibibytes
}

/** Capacity of the drive of a line: as recorded, otherwise from its name. */
function capacityOf(
  { campaignId }: SweepLine,
  cases: readonly MeasuredCase[],
  { campaigns }: FigureProvenance,
): number | undefined {
  const recorded = campaigns.find((one) => one.campaignId === campaignId)?.deviceBytes
  if (recorded !== undefined) return recorded
  const name = cases.find((one) => one.campaignId === campaignId)?.device ?? ''
  const [, amount, unit] = /(\d+(?:\.\d+)?)\s*(GB|TB)\b/.exec(name) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 'TB' ? 1e12 : 1e9)
}

function fillLine(
  line: SweepLine,
  fillKey: string,
  asked: UsualSettings & { readonly reference?: number | undefined },
  capacityBytes: number | undefined,
  metric: Metric,
  printed: FillLevels['printed'],
): FillLine {
  const isShare = fillKey.endsWith('_percent')
  const known = line.cells.flatMap((cell) => {
    const { runIds, values } = cell.runs.total
    const value = averageOrPrinted(metric.id, values, printed.get(runIds[0] ?? 0), averageOf(asked))
    return value === undefined ? [] : [{ cell, value }]
  })
  const reference = known.find(({ cell }) => cell.x === asked.reference)?.cell.x ?? known[0]?.cell.x
  const base = known.find(({ cell }) => cell.x === reference)?.value.value
  return {
    ...{ line, capacityBytes, reference },
    points: known.map(({ cell, value }) => ({
      ...{ cell, value, level: cell.x },
      percent: isShare ? cell.x : capacityBytes === undefined ? undefined : (100 * cell.x) / capacityBytes,
      bytes: isShare ? (capacityBytes === undefined ? undefined : (cell.x / 100) * capacityBytes) : cell.x,
      ...ratioToReference(value.value, base ?? NaN, metric.better),
    })),
  }
}

/** Two drives, or two lines of one, at the levels measured for both. */
export type FillPair = ReturnType<typeof pairOf>

function pairOf(
  a: FillLine,
  b: FillLine,
  printed: ReadonlyMap<number, PublishedSummary>,
  average: 'mean' | 'median',
) {
  const levels = [...new Set([...a.points, ...b.points].map(({ level }) => level))].sort(
    (one, other) => one - other,
  )
  const at = (line: FillLine, level: number) => line.points.find((point) => point.level === level)
  // The direction that is better does not matter here: `better` stands for above, `worse` for below.
  const options = { better: 'higher', mode: average === 'median' ? 'robust' : 'default' } as const
  const compared = levels.map((level) => {
    const sides = [at(a, level), at(b, level)].map((point) => point && sideOf(point, printed))
    const [one, other] = sides
    return one && other && compareSides(one, other, options)
  })
  const tested = compared.flatMap((comparison, i) => (comparison === undefined ? [] : [{ comparison, i }]))
  const { verdicts, tested: tests } = settleFamily(
    tested.map(({ comparison: { comparison, runs } }) => ({ comparison, runs, better: 'higher' })),
    {},
  )
  const orders = levels.map((_, i): -1 | 0 | 1 | 'open' | undefined => {
    const verdict = verdicts[tested.findIndex((one) => one.i === i)]
    const difference = compared[i]?.comparison.difference
    if (verdict === undefined || difference === undefined) return undefined
    if (hasPlainOrder(verdict)) return difference > 0 ? 1 : difference < 0 ? -1 : 0
    return verdict === 'better' ? 1 : verdict === 'worse' ? -1 : 'open'
  })
  return {
    ...{ a, b },
    /** Levels at which the two were tested, as one family. */
    tests,
    levels: levels.map((level, i) => {
      const [one, other] = [at(a, level)?.value.value, at(b, level)?.value.value]
      const { lowPercent, highPercent } = compared[i]?.comparison ?? {}
      return {
        level,
        advantagePercent: one === undefined || other === undefined ? undefined : advantagePercent(one, other),
        /** The 95 % interval of `advantagePercent`; undefined where nothing tells the scatter. */
        lowPercent: lowPercent === undefined ? undefined : 100 + lowPercent,
        highPercent: highPercent === undefined ? undefined : 100 + highPercent,
      }
    }),
    /** The levels between which they change places. */
    crossovers: crossovers(levels, orders),
    /** The order comes from printed means without a number of runs or deviation, so that it was not tested. */
    isUntested: verdicts.includes('runs_not_published'),
  }
}

/** The order of the means is all there is: printed without the scatter that a test needs, or without any scatter. */
function hasPlainOrder(verdict: ComparisonVerdict): boolean {
  return verdict === 'runs_not_published' || verdict === 'deterministic_difference' || verdict === 'identical'
}

type Side = { readonly printed: { readonly value: PublishedSummary } } | { readonly runs: CaseValues }

interface CaseValues {
  readonly values: readonly number[]
}

function sideOf({ cell }: FillPoint, printed: ReadonlyMap<number, PublishedSummary>): Side {
  const { runIds, values } = cell.runs.total
  const value = printed.get(runIds[0] ?? 0)
  return value === undefined ? { runs: { values } } : { printed: { value } }
}

function compareSides(baseline: Side, candidate: Side, options: ComparisonOptions) {
  if ('runs' in baseline && 'runs' in candidate) {
    const runs = { baseline: baseline.runs.values, candidate: candidate.runs.values }
    return { comparison: compareCase(runs.baseline, runs.candidate, options), runs }
  }
  return { comparison: compareSummaries(baseline, candidate, options), runs: undefined }
}
