import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JobThread } from '../../src/bench/serve/aside/job-thread'
import { createReview } from '../../src/bench/store/create-review'
import type { ImportedCampaign, SourceFile } from '../../src/bench/store/tables/campaigns/imported-campaign'
import { openForWriting } from '../../src/bench/store/open-review'
import type { ReviewWriter } from '../../src/bench/store/review-store'
import { Turns } from '../../src/bench/turns'
import type { FigureSettings } from '../../src/core/figures/kinds/figure-kinds'
import { sampleFile, sampleImport } from '../bench/store/sample-import'
import { writeLargeReview } from './large-review'

/** Milliseconds of processor time that other tasks may have to wait. */
const longestTurn = 100

let folder: string
let review: ReviewWriter
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-turns-'))
  writeLargeReview(join(folder, 'large.benchwright'))
  review = openForWriting(join(folder, 'large.benchwright'))
}, 600_000)
afterAll(() => {
  review.close()
  rmSync(folder, { recursive: true })
})

/** The longest time in which no other task ran, in ms of this thread's processor time. */
async function longestOf(name: string, work: () => Promise<unknown>): Promise<void> {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let isDone = false
  const begun = used()
  let last = begun
  const look = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await work()
  look()
  isDone = true
  console.log(`${name}: ${(last - begun).toFixed(0)} ms in all, ${longest.toFixed(0)} ms without a turn`)
  expect.soft(longest, name).toBeLessThan(longestTurn)
}

/** Results of as many files, as they are read. */
function largeImport(count: number): ImportedCampaign {
  const sample = sampleImport()
  const files = Array.from({ length: count }, (_, at): SourceFile => ({
    ...sampleFile,
    path: `/results/${at}.json`,
    sha256: at.toString(16).padStart(64, '0'),
  }))
  const [run] = sample.runs
  const [one] = sample.cases
  if (run === undefined || one === undefined) throw new Error('The sample has no run.')
  return {
    ...sample,
    cases: [one],
    runs: files.map((file, at) => ({ ...run, caseIndex: one.index, repetition: at + 1, file })),
    files,
  }
}

test('other tasks run while an import of 10,000 results is stored, and undone', async () => {
  const imported = createReview(join(folder, 'imported.benchwright'))
  const campaign = largeImport(10_000)
  await longestOf('storing an import', () => new Turns().finish(imported.importCampaigns([campaign])))
  expect(imported.runs(1)).toHaveLength(10_000)
  const cancel = new AbortController()
  const onStored = (stored: number) => {
    if (stored > 5000) cancel.abort()
  }
  await longestOf('taking an import back', () =>
    expect(
      new Turns().finish(imported.importCampaigns([campaign], onStored), cancel.signal),
    ).rejects.toThrow(),
  )
  expect(imported.campaigns()).toHaveLength(1)
  imported.close()
}, 600_000)

const usual = { campaignIds: [], metric: 'iops' }
const comparison = {
  baseline: [{ key: 'configuration', value: 'firmware A' }],
  candidates: [[{ key: 'configuration', value: 'firmware B' }]],
}

test('other tasks run while 720,000 runs are drawn and 36,000 cases compared', async () => {
  const aside = new JobThread(review, resolve('app/dist/job-thread.js'))
  const figures: readonly FigureSettings[] = [
    { kind: 'mix-sweep', ...usual },
    { kind: 'percent-difference', ...usual, comparison },
    { kind: 'comparison', ...usual, comparison },
    { kind: 'advantage', ...usual, comparison },
    { kind: 'comparison-table', ...usual, comparison },
    { kind: 'results-table', ...usual },
  ]
  for (const settings of figures) await longestOf(`a ${settings.kind}`, () => aside.do('figure', settings))
  await longestOf('reporting a comparison', () => aside.do('comparison-report', comparison))
  await longestOf('how many more runs all cases need', () =>
    aside.do('more-runs', { settings: comparison, cells: Array.from({ length: 36_000 }, (_, at) => at) }),
  )
  await aside.close()
}, 600_000)
