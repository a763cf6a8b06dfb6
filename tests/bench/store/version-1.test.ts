import { copyFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../src/core/iterables'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { sampleImport } from './sample-import'
import { closing, sampleResult, sampleStart, temporaryFolder } from './sample-review'

/** Written by the program at format version 1: two campaigns, three done runs, one tried twice, a figure. */
const fixture = join(import.meta.dirname, '..', '..', 'fixtures', 'results-file', 'version-1.benchwright')

function copied(): string {
  const path = join(temporaryFolder(), 'old.benchwright')
  copyFileSync(fixture, path)
  return path
}

describe('a file of version 1', () => {
  it('reads unchanged, without being touched', () => {
    const path = copied()
    const review = closing(openReview(path, { mode: 'read' }))
    expect(review.check()).toEqual([])
    expect([...review.rows({})]).toHaveLength(18)
    expect(review.summary()).toMatchObject({
      title: 'Version 1',
      readOnlyReason: 'Its format is older; an updated copy is shown.',
      campaigns: [
        {
          device: 'Drive X (sda)',
          source: 'measured',
          publishedResults: 0,
          runsByState: { done: 2, waiting: 8 },
        },
        { configuration: 'kernel 6.19', state: 'paused' },
      ],
    })
    expect(review.campaign(1)).toMatchObject({ calibrations: [], importedFiles: [] })
    expect(review.campaign(1)?.publication).toBeUndefined()
    expect(review.published()).toEqual([])
    expect(readFileSync(path)).toEqual(readFileSync(fixture))
  })

  it('is copied, updated, and accepts new results next to the old ones', () => {
    const path = copied()
    const review = closing(openReview(path, { mode: 'write' }))
    if (!isWriter(review)) throw new Error('The file cannot be written.')
    expect(review.backupPath).toBe(join(dirname(path), 'old.version-1.benchwright'))
    expect(readFileSync(review.backupPath ?? '')).not.toHaveLength(0)
    const waiting = review.runs(1).find((run) => run.state === 'waiting')?.id ?? 0
    review.startRun(waiting, sampleStart)
    review.finishRuns([[waiting, sampleResult(2000)]])
    const [imported] = finish(review.importCampaigns([sampleImport()]))
    expect(imported).toBe(3)
    expect(review.check()).toEqual([])
    review.deleteCampaign(1)
    expect(review.check()).toEqual([])
    review.close()
    const again = closing(openReview(path, { mode: 'read' }))
    expect(again.campaigns().map(({ id }) => id)).toEqual([2, 3])
  })
})
