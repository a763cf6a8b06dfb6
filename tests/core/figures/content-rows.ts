import type { TidyRow } from '../../../src/core/results/run'
import type { CampaignProvenance } from '../../../src/core/figures/figure/provenance'
import type { LevelValue } from '../../../src/core/plan/plan'
import { provenanceOf, row } from './mix-rows'

export const contentLevels: readonly LevelValue[] = [98, 75, 50, 25, 2, 'random']
export const recordSizes = [64, 1024, 4096, 8192, 16_384].map((kib) => kib * 1024)

export interface ContentOptions {
  readonly tests: readonly string[]
  readonly sizes?: readonly number[]
  readonly levels?: readonly LevelValue[]
  readonly runs?: number
  readonly key?: 'dedupe_percent' | 'compress_percent'
  readonly engine?: string
}

/** Bytes per second of a run: falls with the level, rises with the record size, scatters by a fixed pattern. */
export function contentValue(test: string, size: number, level: LevelValue, repetition: number): number {
  const share = typeof level === 'number' ? level / 100 : 0.3
  const isRead = test.includes('read')
  const base = (isRead ? 180e6 : 80e6) + (isRead ? 50e6 : 180e6) * share ** 1.5
  const bySize = 0.75 + 0.05 * Math.log2(size / 65_536)
  const scatter = 1 + 0.012 * (((repetition * 7 + Math.log2(size) + share * 40) % 10) / 4.5 - 1)
  return base * bySize * scatter
}

/** Rows of an IOzone review by compressibility; every run holds all tests, each with its own direction. */
export function contentRows(options: ContentOptions): readonly TidyRow[] {
  const rows: TidyRow[] = []
  let runId = 0
  for (const size of options.sizes ?? recordSizes) {
    for (const level of options.levels ?? contentLevels) {
      for (let repetition = 1; repetition <= (options.runs ?? 10); repetition++) {
        runId += 1
        for (const test of options.tests) {
          rows.push(
            row({
              runId,
              repetition,
              campaign: 'Compressibility',
              engine: options.engine ?? 'iozone',
              test,
              direction: test.includes('read') ? 'read' : 'write',
              value: contentValue(test, size, level, repetition),
              levels: {
                block_size: size,
                dedupe_alike: true,
                [options.key ?? 'dedupe_percent']: level,
              },
            }),
          )
        }
      }
    }
  }
  return rows
}

/** The provenance that the rows above claim. */
export function contentProvenance(part: Partial<CampaignProvenance> = {}): CampaignProvenance {
  return provenanceOf({
    tool: 'IOzone 3.489',
    dataPattern: undefined,
    command: 'iozone -Rb out.wks -s 16G -+w 98 -+y 98 -+C 98 -r 64K',
    axes: [
      { key: 'block_size', levels: recordSizes },
      { key: 'dedupe_percent', levels: contentLevels },
    ],
    ...part,
  })
}
