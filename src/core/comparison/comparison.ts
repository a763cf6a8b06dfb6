import type { Direction, Unit } from '../results/observation'
import type { PublishedDifference, PublishedSummary } from '../results/published-result'
import type { CountedReservation } from '../results/reserved-runs'
import type { CaseComparison, StatisticsMode } from '../statistics/comparison/case-comparison'
import type { PercentEnds, Polarity } from '../statistics/comparison/verdict'
import type { Moments } from '../statistics/summary/moments'
import type { Levels } from './comparison-data'
import type { LeftOutRun } from '../results/run-name'
import type { FewIosOfSides, CaseRuns } from './judge/run-buckets'
import type { ExcludedRun } from './comparison-settings'
import type { Selection } from './sides/selection'

/** Candidates against one baseline, case by case. */
export interface Comparison {
  readonly mode: StatisticsMode
  readonly marginPercent: number
  readonly baseline: ComparedSide
  readonly candidates: readonly CandidateComparison[]
  /** One per compared metric, the primary one first; empty if there are no cells. */
  readonly families: readonly MetricFamily[]
  /** Why the other factors are accepted; undefined if nobody gave a reason. */
  readonly acceptance: string | undefined
  /** Excluded runs that would otherwise be in these cells, by side, case and number. */
  readonly excludedRuns: readonly (ExcludedRun & LeftOutRun)[]
}

/** All cells of one metric over all candidates: they are judged together. The summary uses the first of a comparison. */
export interface MetricFamily {
  /** Id of the metric. */
  readonly metric: string
  /** Cells with a p: the M of the caption. */
  readonly tested: number
  /** Cells whose adjusted p is at most 5 %. */
  readonly discoveries: number
  /** Level of the intervals behind better and worse, 0 to 1. */
  readonly level: number
}

export interface ComparedSide {
  readonly selection: Selection
  readonly label: string
  /** What it was chosen by, in words. */
  readonly chosenBy: string
  readonly campaignIds: readonly number[]
  /** All its runs had a fixed queue depth; see `isAtFixedDepth`. */
  readonly fixedDepth: boolean
}

/** One candidate against the baseline. */
export interface CandidateComparison {
  readonly candidate: ComparedSide
  /** Keys of the factors that this comparison is about. */
  readonly compared: readonly FactorDifference[]
  /** Other recorded factors that differ. */
  readonly confounders: readonly FactorDifference[]
  /** Names of factors that were recorded on one side only. */
  readonly unrecorded: readonly string[]
  readonly cells: readonly ComparedCell[]
  readonly unmatched: {
    readonly baseline: readonly UnmatchedCase[]
    readonly candidate: readonly UnmatchedCase[]
  }
  /** What a reader should know besides the differences, in sentences with their remedies. */
  readonly advice: readonly string[]
  /** Whether the repetitions of both sides were rounds over all cases, and whether the rounds belong together. */
  readonly rounds: 'paired' | 'apart' | undefined
  /** Geometric mean of the ratios of the primary metric; undefined if there is none. */
  readonly summary: GeometricChange | undefined
}

/** A geometric mean of ratios as a change in percent, with its 95 % interval. */
export interface GeometricChange {
  /** Id of the metric. */
  readonly metric: string
  /** Rounds a side, if they are the unit; undefined: the cases are treated as independent. */
  readonly rounds: number | undefined
  /** Ratios behind it. */
  readonly cells: number
  readonly percent: number
  /** Undefined if a ratio has no interval on the log scale: by ranks, by the sigma rule, of single runs. */
  readonly lowPercent: number | undefined
  readonly highPercent: number | undefined
}

/** A factor and what it is on both sides. */
export interface FactorDifference {
  readonly key: string
  readonly name: string
  /** In words; several if a side has runs of several campaigns. */
  readonly baseline: readonly string[]
  readonly candidate: readonly string[]
  /** The compared factor that implies this one: another device has another serial number. */
  readonly impliedBy?: string
}

/** A case on both sides. */
export interface ComparedCell {
  readonly test: string
  readonly direction: Direction
  readonly metric: string
  readonly unit: Unit
  readonly better: Polarity
  /** The lined-up parameters. */
  readonly levels: Levels
  readonly comparison: CaseComparison
  /** Runs behind each mean; undefined if not printed. */
  readonly n: { readonly baseline: number | undefined; readonly candidate: number | undefined }
  /** p after Benjamini-Hochberg over all cells of its metric. */
  readonly adjustedP: number | undefined
  /** Of a discovery: its interval at the family's level, which holds for differences that were selected. */
  readonly selectedInterval?: PercentEnds | undefined
  /** Runs compared; undefined for printed results. */
  readonly baselineRuns: CaseRuns | undefined
  readonly candidateRuns: CaseRuns | undefined
  /** Excluded runs of this case, and the result of the comparison with them. */
  readonly excluded: CaseExclusion | undefined
  /** Runs were interleaved and compared in pairs. */
  readonly paired: boolean
  /** Runs that interleaved pairs left out; undefined if none. */
  readonly withoutPartner: (RunsWithoutPartner & Pick<CaseExclusion, 'allRuns'>) | undefined
  /** Samples, days, formats or levels of a factor, three or more on either side, whose means are compared; absent: the runs are. */
  readonly groups?: CellGroups
  /** Where a side was printed. */
  readonly source: string | undefined
  /** What was printed instead of runs. */
  readonly printed?: {
    readonly baseline?: PublishedSummary
    readonly candidate?: PublishedSummary
    readonly difference?: PublishedDifference
  }
  /** Deviation of a difference that was printed with one. */
  readonly printedDeviationPercent?: number
  /** For a percentile: the runs that made too few I/Os for it; undefined if none did. */
  readonly fewIos: FewIosOfSides | undefined
  /** What is known against the runs of each side; absent if nothing is. */
  readonly reservations?: {
    readonly baseline: readonly CountedReservation[]
    readonly candidate: readonly CountedReservation[]
  }
}

/** What can be the unit of a comparison instead of its runs without being a factor, in the order in which it is looked for. */
export const groupKinds = ['sample', 'day', 'format'] as const
export type GroupKind = (typeof groupKinds)[number]

/** The groups of a case on both sides, of which each is one value of the comparison: samples of a model, days, formats, or levels of a factor. */
export interface CellGroups {
  /** A `GroupKind`, or the key of a factor or parameter. */
  readonly kind: string
  /** Both sides have the same ones, in this order, so that each is compared with itself. */
  readonly isCrossed: boolean
  readonly baseline: readonly (readonly number[])[]
  readonly candidate: readonly (readonly number[])[]
}

/** Runs of interleaved sides whose partner failed, was excluded or is missing: their repetitions, in order. */
export interface RunsWithoutPartner {
  readonly baseline: readonly number[]
  readonly candidate: readonly number[]
}

export interface CaseExclusion {
  readonly runIds: readonly number[]
  /** Including the excluded ones. */
  readonly allRuns: { readonly baseline: CaseRuns; readonly candidate: CaseRuns }
  readonly withAllRuns: CaseComparison
}

/** A case that only one side has. */
export interface UnmatchedCase {
  readonly test: string
  readonly direction: Direction
  readonly metric: string
  readonly levels: Levels
  readonly n: number | undefined
  /** The side's runs of it; undefined if all of them were excluded. */
  readonly moments: Moments | undefined
  /** Undefined for printed results. */
  readonly runs: CaseRuns | undefined
}
