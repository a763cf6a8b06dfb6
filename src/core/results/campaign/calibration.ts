import type { LevelValue } from '../../plan/plan'

/** What an engine actually wrote for one setting of its data content, sampled from a small file. */
export interface Calibration {
  /** The parameters that determine the content, as given to the engine: `compress_percent`, `dedupe_percent`, `block_size` … */
  readonly levels: Readonly<Record<string, LevelValue>>
  readonly sampledBytes: number
  /** Compressed size divided by original size (zlib level 1 on pieces of 128 KiB); about 1 for incompressible data. */
  readonly compressedShare: number
  /** The same for distinct 4 KiB blocks only, so that repetition does not count as compressibility. */
  readonly uniqueCompressedShare: number
  /** Distinct 4 KiB blocks divided by all 4 KiB blocks, 0 to 1. */
  readonly uniqueShare: number
  readonly engineVersion: string | undefined
  readonly measuredAtMs: number
}
