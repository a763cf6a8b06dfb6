import type { EngineCommand } from '../../../../core/engines/steps'
import type { Case, Plan } from '../../../../core/plan/plan'
import type { LogEntry, Publication } from '../../../../core/results/campaign/campaign'
import type { HostRecord } from '../../../../core/results/campaign/host-record'
import type { Histogram, Observation, Scalar } from '../../../../core/results/observation'
import type { PublishedResult } from '../../../../core/results/published-result'
import type { Reservation } from '../../../../core/results/reservation'
import type { HeldContent } from '../../file/compressed'
import type { PackedHistogram } from '../runs/histograms'
import type { PackedScalars } from '../runs/scalars'
import type { PackedSeries } from '../runs/series'

/** A file of another program. */
export interface SourceFile {
  /** Letters, digits, `_`, `.` and `-`, at most 100: the name of an output. */
  readonly name: string
  readonly path: string
  /** Before compression. */
  readonly sizeBytes: number
  /** Digest of the original file, in hex. */
  readonly sha256: string
  /** As returned by `compress`. */
  readonly content: HeldContent
}

/** An observation as an import provides it. */
export type ImportedObservation =
  Exclude<Observation, Histogram | Scalar> | PackedScalars | PackedHistogram | PackedSeries

/** A campaign that this program did not run, with its results. */
export interface ImportedCampaign {
  /** The plan, as far as the results show it. */
  readonly plan: Plan
  readonly configuration: string
  readonly source: 'imported' | 'published'
  readonly cases: readonly Case[]
  /** What is known about the machine and its drive; the name is `unknown` if it was not recorded. */
  readonly hostRecord: HostRecord
  readonly engineVersion: string | undefined
  /** When it was measured or, if unknown, imported. */
  readonly startedAtMs: number
  readonly finishedAtMs: number | undefined
  readonly importedAtMs: number
  /** In execution order, as far as known. Only runs with a result. */
  readonly runs: readonly ImportedRun[]
  readonly published: readonly { readonly caseIndex: number; readonly result: PublishedResult }[]
  readonly publication?: Publication
  /** Every file the results came from. */
  readonly files: readonly SourceFile[]
  readonly log: readonly LogEntry[]
}

export interface ImportedRun {
  readonly caseIndex: number
  /** From 1. */
  readonly repetition: number
  readonly startedAtMs: number | undefined
  readonly finishedAtMs: number
  readonly engineVersion: string | undefined
  /** As recorded by the other program. */
  readonly command: EngineCommand | undefined
  readonly observations: readonly ImportedObservation[]
  readonly warnings: readonly Reservation[]
  /** One of the campaign's files. */
  readonly file: SourceFile
}
