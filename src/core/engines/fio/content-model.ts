import type { LevelValue, Workload } from '../../plan/plan'
import { sampleBytes, type ContentModel } from '../content/content-model'
import { steps } from './command'
import { dataContentKeys } from './data-content'
import { numberOf } from './workload-values'

const dataFile = 'data'

/** The data fio writes, see data-content.ts. A sample is written by a measured run, for a layout has blocks of its own. */
export const fioContent: ContentModel = {
  keys: dataContentKeys,
  sample(workload, directory, engineVersion) {
    const blockBytes = numberOf(workload, 'block_size') ?? 4096
    const bytes = sampleBytes(blockBytes)
    const content: Record<string, LevelValue> = {}
    for (const key of dataContentKeys) {
      const value = workload[key]
      if (value !== undefined) content[key] = value
    }
    const sampled: Workload = {
      pattern: 'sequential-write',
      block_size: blockBytes,
      file_size: bytes,
      io_engine: 'psync',
      queue_depth: 1,
      jobs: 1,
      direct: false,
      ...content,
    }
    const request = {
      workload: sampled,
      dataFile: `${directory}/${dataFile}`,
      runName: 'bw-sample',
      phase: 'measure',
      seed: 1,
      engineVersion,
    } as const
    return { run: steps(request), dataFile, bytes, mustExist: true }
  },
  nominal(workload) {
    const compress = numberOf(workload, 'compress_percent')
    const dedupe = numberOf(workload, 'dedupe_percent')
    // fio's own fill promises nothing, and zeros are one block over and over.
    if (compress === undefined && dedupe === undefined) return {}
    if (compress !== undefined && compress >= 100) return { compressPercent: 100 }
    if (workload.buffer_pattern !== undefined) return { repeatedPercent: dedupe }
    return { compressPercent: compress ?? 0, repeatedPercent: dedupe ?? 0 }
  },
}
