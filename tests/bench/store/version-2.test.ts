import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { closing, sampleResult, sampleStart, temporaryFolder } from './sample-review'

/** Written by the program at format version 2: a campaign with two done runs, an imported one, a figure. */
const fixture = join(import.meta.dirname, '..', '..', 'fixtures', 'results-file', 'version-2.benchwright')

function copied(): string {
  const path = join(temporaryFolder(), 'old.benchwright')
  copyFileSync(fixture, path)
  return path
}

describe('a file of version 2', () => {
  it('reads unchanged, without being touched', () => {
    const path = copied()
    const review = closing(openReview(path, { mode: 'read' }))
    expect(review.check()).toEqual([])
    expect([...review.rows({ campaignIds: [1] })]).toHaveLength(18)
    expect(review.campaigns().map(({ source }) => source)).toEqual(['measured', 'imported'])
    expect(readFileSync(path)).toEqual(readFileSync(fixture))
  })

  it('accepts numbers with their own levels once it is updated', () => {
    const review = closing(openReview(copied(), { mode: 'write' }))
    if (!isWriter(review)) throw new Error('The file cannot be written.')
    const before = [...review.rows({})]
    const waiting = review.runs(1).find((run) => run.phase === 'measure' && run.state === 'waiting')?.id ?? 0
    review.startRun(waiting, sampleStart)
    review.finishRuns([
      [
        waiting,
        {
          ...sampleResult(),
          observations: [
            {
              ...{
                kind: 'scalar',
                source: 'engine',
                test: 'write',
                direction: 'total',
                metric: 'bandwidth',
                value: 7,
                unit: 'B/s',
              },
              levels: { block_size: 8192 },
            },
          ],
        },
      ],
    ])
    expect([...review.rows({})]).toHaveLength(before.length + 1)
    expect([...review.rows({})].find((row) => row.value === 7)?.levels.block_size).toBe(8192)
    expect(review.check()).toEqual([])
  })
})
