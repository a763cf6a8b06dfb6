import type { Workload } from '../../plan/plan'
import type { EngineSteps } from '../steps'

/** How an engine writes a sample of its data for inspection. */
export interface ContentSample {
  readonly run: EngineSteps
  /** The file with the data, within the working directory. */
  readonly dataFile: string
  readonly bytes: number
  /** The file must exist before the start, at its full size. */
  readonly mustExist: boolean
}

/** The data properties that a workload requests within one file. Absent: nothing is promised. */
export interface NominalContent {
  /** How much of the distinct data compresses away. */
  readonly compressPercent?: number
  /** Share of blocks that repeat another one. */
  readonly repeatedPercent?: number
}

/** What is known about an engine's data. */
export interface ContentModel {
  /** Parameters that determine the content, apart from the block size. */
  readonly keys: readonly string[]
  /** `directory`: absolute path of the working directory. Throws a RangeError for a workload the engine does not accept. */
  sample(workload: Workload, directory: string, engineVersion: string | undefined): ContentSample
  nominal(workload: Workload): NominalContent
}

const leastBytes = 16 * 1024 ** 2

/** Size of a sample: 16 MiB, or two blocks if these are larger, in whole blocks. */
export function sampleBytes(blockBytes: number): number {
  return Math.ceil(Math.max(leastBytes, 2 * blockBytes) / blockBytes) * blockBytes
}
