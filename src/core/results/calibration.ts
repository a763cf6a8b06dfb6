import type { LevelValue } from '../plan/plan'

/** What an engine really wrote for one setting of its data content, sampled from a small file. */
export interface Calibration {
  /** The parameters that decide the content, as the engine was given them: `compress_percent`, `dedupe_percent`, `block_size` … */
  readonly levels: Readonly<Record<string, LevelValue>>
  readonly sampledBytes: number
  /** Size after compression by size before (zlib level 1 on pieces of 128 KiB); about 1 for data that does not compress. */
  readonly compressedShare: number
  /** The same for the distinct 4 KiB blocks alone, so that repetition does not count as compressibility. */
  readonly uniqueCompressedShare: number
  /** Distinct 4 KiB blocks by all 4 KiB blocks, 0 to 1. */
  readonly uniqueShare: number
  readonly engineVersion: string | undefined
  readonly measuredAtMs: number
}
