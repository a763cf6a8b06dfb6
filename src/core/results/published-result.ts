import type { LevelValue } from '../plan/plan'
import type { Direction, Unit } from './observation'

/** How a number was printed, so that it can be printed again as it was: 550 MiB/s, 49,739.90 IOPS. */
export interface PrintedForm {
  /** Of the mean and its deviation, by a name of `unitsFor`; `%` for a difference. */
  readonly unit: string
  /** Base units per unit; 1 for a difference. */
  readonly factor: number
  /** Digits after the decimal mark. */
  readonly decimals: number
  readonly deviationDecimals?: number
}

/** Mean of the runs of a case as printed. Absent parts were not printed. */
export interface PublishedSummary {
  readonly kind: 'summary'
  /** In the base unit of the result. */
  readonly mean: number
  /** Sample standard deviation, in the unit of the mean. */
  readonly standardDeviation?: number
  /** Runs behind the mean. */
  readonly n?: number
  /** What a reader should know about it, for captions; kept with the result. */
  readonly note?: string
  /** Unset in results of files that did not keep it yet. */
  readonly form?: PrintedForm
}

/** A difference between two conditions as printed, without the means behind it. */
export interface PublishedDifference {
  readonly kind: 'difference'
  /** 100 (candidate - baseline) / baseline. */
  readonly differencePercent: number
  /** Standard deviation of the candidate in percent of its mean: the error bar of the sigma rule. */
  readonly deviationPercent?: number
  /** Runs on each side. */
  readonly n?: number
  /** Name of the 0 % condition; the candidate is the configuration of the campaign. */
  readonly baseline: string
  /** Unset in results of files that did not keep it yet. */
  readonly form?: PrintedForm
}

export type PublishedValue = PublishedSummary | PublishedDifference

/** A result taken from print: one case and quantity, without its runs. */
export interface PublishedResult {
  /** Name of the test as engines use it, e.g. `random-write`. */
  readonly test: string
  readonly direction: Direction
  /** Id of a metric, see metrics.ts. */
  readonly metric: string
  /** Base unit of the metric. */
  readonly unit: Unit
  /** Parameters of the case in base units, as in a measured row. */
  readonly levels: Readonly<Record<string, LevelValue>>
  readonly value: PublishedValue
  /** What a reader should know about this number, e.g. "approximate". */
  readonly note?: string
}

/** A published result with everything that identifies it; the counterpart of a measured row. */
export interface StoredPublishedResult extends PublishedResult {
  readonly id: number
  readonly campaignId: number
  readonly campaign: string
  /** The condition of these numbers; for a difference, the candidate. */
  readonly configuration: string
  readonly host: string
  readonly device: string
  readonly engine: string
  readonly caseKey: string
  /** Where it was printed: publication, title, part, year, table. */
  readonly source: string
}
