import type { LevelValue } from '../plan/plan'
import type { StatisticsMode } from '../statistics/comparison/case-comparison'
import type { FactorDifference, GeometricChange, MetricFamily } from './comparison'
import type { ExcludedRun } from './comparison-settings'
import type { PercentRefusal } from './percent-refusal'

/** A comparison as sent to the window: texts, and the numbers in columns. */
export interface ComparisonReport {
  readonly mode: StatisticsMode
  readonly marginPercent: number
  /** One per metric, the primary one first. */
  readonly families: readonly MetricFamily[]
  readonly baseline: string
  readonly candidates: readonly CandidateReport[]
  /** Printed results that cannot be tested include a deviation, so the sigma rule can judge them. */
  readonly canUseSigma: boolean
  /** Why percentages are not drawn yet. */
  readonly refusal: PercentRefusal | undefined
  /** One paragraph that states only what the verdicts support. */
  readonly summary: string
  /** Cells that stand out, the largest first. */
  readonly highlights: readonly ReportedHighlight[]
  /** How many stand out, including those not listed. */
  readonly highlightCount: number
  readonly excludedRuns: readonly ExcludedRun[]
  readonly cells: CellColumns
}

export interface CandidateReport {
  readonly label: string
  readonly campaignIds: readonly number[]
  readonly cellCount: number
  readonly compared: readonly FactorDifference[]
  readonly confounders: readonly FactorDifference[]
  readonly unrecorded: readonly string[]
  /** Cases without a partner: their number, and the first of them in words. */
  readonly unmatched: { readonly baseline: UnmatchedReport; readonly candidate: UnmatchedReport }
  readonly summary: GeometricChange | undefined
  /** What to know besides the differences: order and time, read shares, latencies. */
  readonly advice: readonly string[]
}

export interface UnmatchedReport {
  readonly count: number
  readonly first: readonly string[]
}

export interface ReportedHighlight {
  readonly cell: number
  readonly label: string
  /** Above 0 is better. */
  readonly gainPercent: number
}

/** One text per cell, as an index into a list. */
export interface Words {
  readonly list: readonly string[]
  readonly places: Uint32Array
}

/** One entry per cell in each list; NaN marks a number that does not exist and is never shown. */
export interface CellColumns {
  readonly count: number
  readonly candidates: Words
  readonly tests: Words
  readonly directions: Words
  readonly metrics: Words
  /** Lined-up parameters that distinguish the cells. */
  readonly levels: readonly {
    readonly key: string
    readonly name: string
    readonly words: Words
    /** The level for each word. */
    readonly values: readonly (LevelValue | undefined)[]
  }[]
  readonly baselineN: Float64Array
  readonly candidateN: Float64Array
  readonly baselineMean: Float64Array
  readonly candidateMean: Float64Array
  readonly baselineSd: Float64Array
  readonly candidateSd: Float64Array
  readonly differencePercent: Float64Array
  readonly lowPercent: Float64Array
  readonly highPercent: Float64Array
  readonly p: Float64Array
  readonly adjustedP: Float64Array
  readonly estimators: Words
  readonly verdicts: Words
  readonly notes: Words
  /** 1 if more runs could settle the verdict. */
  readonly unsettled: Uint8Array
  /** 1 if the marker is filled. */
  readonly significant: Uint8Array
}
