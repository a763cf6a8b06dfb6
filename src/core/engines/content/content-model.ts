import type { Workload } from '../../plan/plan'
import type { EngineSteps } from '../steps'

/** How an engine writes a little of its data, to be looked at. */
export interface ContentSample {
  readonly run: EngineSteps
  /** The file with the data, within the working directory. */
  readonly dataFile: string
  readonly bytes: number
  /** The file must be there before the start, of its full size. */
  readonly mustExist: boolean
}

/** What a workload asks of the data within one file. Absent: nothing is promised. */
export interface NominalContent {
  /** How much of the distinct data compresses away. */
  readonly compressPercent?: number
  /** Share of blocks that repeat another one. */
  readonly repeatedPercent?: number
}

/** What is known of an engine's data. */
export interface ContentModel {
  /** Parameters that decide what is written, apart from the block size. */
  readonly keys: readonly string[]
  /** `directory`: absolute path of the working directory. Throws a RangeError for a workload the engine cannot take. */
  sample(workload: Workload, directory: string, engineVersion: string | undefined): ContentSample
  nominal(workload: Workload): NominalContent
}

const leastBytes = 16 * 1024 ** 2

/** Size of a sample: 16 MiB, or two blocks where these are more, in whole blocks. */
export function sampleBytes(blockBytes: number): number {
  return Math.ceil(Math.max(leastBytes, 2 * blockBytes) / blockBytes) * blockBytes
}
