import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAside } from '../../src/bench/serve/answers/build-aside'
import { comparisonAnswers } from '../../src/bench/serve/answers/comparison-answers'
import { comparisonOf } from '../../src/bench/serve/answers/kept-comparison'
import { Session } from '../../src/bench/serve/session'
import { createReview } from '../../src/bench/store/create-review'
import type { ImportedCampaign, SourceFile } from '../../src/bench/store/tables/campaigns/imported-campaign'
import { openForWriting } from '../../src/bench/store/open-review'
import { figureParts, figureSteps } from '../../src/bench/figures/figure-of-review'
import { Turns } from '../../src/bench/turns'
import { comparisonRowSteps } from '../../src/core/comparison/texts/comparison-rows'
import { reportComparison } from '../../src/core/comparison/texts/comparison-report'
import { figureMetrics } from '../../src/core/figures/kinds/build-figure'
import type { FigureSettings } from '../../src/core/figures/kinds/figure-kinds'
import { sampleFile, sampleImport } from '../bench/store/sample-import'
import { writeLargeReview } from './large-review'

/** Milliseconds of processor time that other tasks may have to wait. */
const longestTurn = 100

let folder: string
let session: Session
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-turns-'))
  writeLargeReview(join(folder, 'large.benchwright'))
  session = new Session(openForWriting(join(folder, 'large.benchwright')))
}, 600_000)
afterAll(async () => {
  await session.close()
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
  const review = createReview(join(folder, 'imported.benchwright'))
  const campaign = largeImport(10_000)
  await longestOf('storing an import', () => new Turns().finish(review.importCampaigns([campaign])))
  expect(review.runs(1)).toHaveLength(10_000)
  const cancel = new AbortController()
  const onStored = (stored: number) => {
    if (stored > 5000) cancel.abort()
  }
  await longestOf('taking an import back', () =>
    expect(new Turns().finish(review.importCampaigns([campaign], onStored), cancel.signal)).rejects.toThrow(),
  )
  expect(review.campaigns()).toHaveLength(1)
  review.close()
}, 600_000)

const usual = { campaignIds: [], metric: 'iops' }
const settings: FigureSettings = { kind: 'mix-sweep', ...usual }
const comparison = {
  baseline: [{ key: 'configuration', value: 'firmware A' }],
  candidates: [[{ key: 'configuration', value: 'firmware B' }]],
}

test('other tasks run while 720,000 runs are drawn and 36,000 cases compared', async () => {
  const turns = new Turns()
  const { review } = session
  const columnsOf = () => turns.finish(review.figureColumns([1, 2], figureMetrics(settings)))
  await longestOf('reading the runs of a figure', columnsOf)
  const columns = await columnsOf()
  await longestOf('what a figure has besides', () => turns.finish(figureParts(review, settings)))
  const asked = { columns, settings, parts: await turns.finish(figureParts(review, settings)) }
  const worker = resolve('app/dist/figure-worker.js')
  await longestOf('building a figure aside', () => buildAside(asked, undefined, worker))
  const built = { figure: await buildAside(asked, undefined, worker), parts: asked.parts }
  await longestOf('finishing the figure', () =>
    turns.finish(figureSteps(review, settings, { columns, built, mostRows: 2000 })),
  )
  await longestOf('comparing', () => comparisonOf(session, comparison))
  const compared = await comparisonOf(session, comparison)
  await longestOf('reporting a comparison', () => turns.finish(reportComparison(compared)))
  await longestOf('the rows of a comparison', () => turns.finish(comparisonRowSteps(compared)))
  const cells = compared.candidates.flatMap((one) => one.cells.map((_, cell) => cell))
  await longestOf('how many more runs all cases need', async () => {
    const asked = { settings: comparison, cells, place: 'open-cases' } as const
    await comparisonAnswers['comparison.preview-more-runs'](session, asked)
  })
  const figures: readonly FigureSettings[] = [
    { kind: 'percent-difference', ...usual, comparison },
    { kind: 'comparison', ...usual, comparison },
    { kind: 'advantage', ...usual, comparison },
    { kind: 'comparison-table', ...usual, comparison },
  ]
  for (const one of figures)
    await longestOf(`${one.kind} of a comparison`, () =>
      turns.finish(figureSteps(review, one, { comparison: compared, mostRows: 2000 })),
    )
  await longestOf('the table of all runs', () =>
    turns.finish(figureSteps(review, { kind: 'results-table', ...usual }, { mostRows: 2000 })),
  )
}, 600_000)
