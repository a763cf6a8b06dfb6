import { build } from 'esbuild'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { JobThread } from '../../../../src/bench/serve/aside/job-thread'
import { Reader } from '../../../../src/bench/serve/aside/reader'
import { saveDraft } from '../../../../src/bench/articles/new-document'
import { createReview } from '../../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import type { ComparisonSettings } from '../../../../src/core/comparison/comparison-settings'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { sampleCampaign, samplePlan, sampleResult } from '../../store/sample-results'

let folder: string
let script: string
let review: ReviewWriter
let aside: JobThread
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-reading-'))
  // Resources and packages are where they are in the app.
  mkdirSync(join(folder, 'app'))
  symlinkSync(resolve('app/node_modules'), join(folder, 'app', 'node_modules'))
  symlinkSync(resolve('resources'), join(folder, 'resources'))
  script = join(folder, 'app', 'dist', 'job-thread.js')
  const { outputFiles } = await build({
    entryPoints: ['src/bench/serve/aside/thread-entry.ts'],
    outfile: script,
    bundle: true,
    metafile: true,
    loader: { '.sh': 'text' },
    external: ['@napi-rs/canvas'],
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  }).then(({ metafile }) => ({ outputFiles: Object.values(metafile.outputs) }))
  // A driver of the database in a thread that is ended would end the program.
  expect(outputFiles.flatMap(({ imports }) => imports.filter(({ path }) => path.includes('sqlite')))).toEqual(
    [],
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(() => {
  review = createReview(join(folder, 'review.benchwright'))
  for (const [at, name] of ['kernel 6.17', 'kernel 6.18'].entries()) {
    const plan = { ...samplePlan, id: `plan-${at}`, repetitions: 5 }
    const id = review.createCampaign(sampleCampaign(plan, name))
    const runs = review.runs(id).filter(({ phase }) => phase === 'measure')
    review.finishRuns(
      runs.map((run, nth) => [run.id, { ...sampleResult(1000 + 10 * at + nth), rawOutputs: [] }]),
    )
  }
  aside = new JobThread(review, script)
})
afterEach(async () => {
  await aside.close()
  review.close()
  rmSync(join(folder, 'review.benchwright'))
})

const comparison: ComparisonSettings = {
  baseline: [{ key: 'configuration', value: 'kernel 6.17' }],
  candidates: [[{ key: 'configuration', value: 'kernel 6.18' }]],
}
const usual = { campaignIds: [], metric: 'iops' }
const kinds: readonly FigureSettings[] = [
  { kind: 'mix-sweep', ...usual },
  { kind: 'time-series', ...usual },
  { kind: 'results-table', ...usual },
  { kind: 'ranking', ...usual },
  { kind: 'comparison', ...usual, comparison },
  { kind: 'percent-difference', ...usual, comparison },
]

it.each(kinds)('draws the same $kind with a borrowed connection as with its own', async (settings) => {
  const here = new JobThread(review, join(folder, 'none.js'))
  expect(await aside.do('figure', settings)).toEqual(await here.do('figure', settings))
})

it('reports a comparison, its cases and the runs that it still needs', async () => {
  const here = new JobThread(review, join(folder, 'none.js'))
  expect(await aside.do('comparison-report', comparison)).toEqual(
    await here.do('comparison-report', comparison),
  )
  const cell = { settings: comparison, cell: 1 }
  expect(await aside.do('comparison-case', cell)).toEqual(await here.do('comparison-case', cell))
  const more = await aside.do('more-runs', { settings: comparison, cells: [0, 1] })
  const asked = await here.do('more-runs', { settings: comparison, cells: [0, 1] })
  expect(more.plans.map(({ cases }) => cases)).toEqual(asked.plans.map(({ cases }) => cases))
})

it('draws again for nothing what was drawn, until the file is written', () => {
  const reader = new Reader(review)
  let made = 0
  const ask = (kind: 'figure' | 'report', settings: unknown) =>
    reader.answer(kind, settings, () => {
      made += 1
      return made
    })
  expect([ask('figure', 1), ask('figure', 2), ask('figure', 1), ask('report', 1)]).toEqual([1, 2, 1, 3])
  for (let other = 10; other < 21; other += 1) ask('figure', other)
  // Of thirteen the one that was asked for first is gone, not the one that was asked for again.
  expect([ask('figure', 1), ask('figure', 2)]).toEqual([1, 15])
  review.describe('Another title', '')
  expect(ask('report', 1)).toBe(16)
  const writing = reader.answer('report', 2, () => {
    review.describe('Written meanwhile', '')
    return 'old'
  })
  expect([writing, reader.answer('report', 2, () => 'new')]).toEqual(['old', 'new'])
})

it('reads again only what has changed, and then draws it', async () => {
  const settings = { kind: 'mix-sweep', ...usual } as const
  const before = await aside.do('figure', settings)
  expect(await aside.do('figure', settings)).toEqual(before)
  const id = review.createCampaign(sampleCampaign({ ...samplePlan, id: 'more' }, 'kernel 6.19'))
  const [run] = review.runs(id).filter(({ phase }) => phase === 'measure')
  review.finishRuns([[run?.id ?? 0, { ...sampleResult(2000), rawOutputs: [] }]])
  const after = await aside.do('figure', settings)
  expect(after).not.toEqual(before)
  expect(after).toEqual(await new JobThread(review, join(folder, 'none.js')).do('figure', settings))
})

it.each(['png', 'svg', 'pdf', 'csv', 'html'] as const)(
  'writes the same %s as this thread',
  async (format) => {
    const figure = { settings: { kind: 'mix-sweep', ...usual }, format, scale: 1, theme: 'light' } as const
    const [there, here] = [join(folder, `there.${format}`), join(folder, `here.${format}`)]
    await aside.do('figure.write', { ...figure, path: there })
    await new JobThread(review, join(folder, 'none.js')).do('figure.write', { ...figure, path: here })
    expect(readFileSync(there).length).toBeGreaterThan(100)
    if (format !== 'pdf') expect(readFileSync(there)).toEqual(readFileSync(here))
    for (const path of [there, here]) rmSync(path)
  },
)

it('writes a bundle with a copy of the file, and removes what it wrote if it is cancelled', async () => {
  const draft = await aside.do('document-draft', { template: 'drive-review' })
  const { id: documentId } = saveDraft(review, draft)
  const path = join(folder, 'article.zip')
  expect(await aside.do('document.write', { documentId, format: 'bundle', path })).toEqual({ problems: [] })
  expect(readFileSync(path).length).toBeGreaterThan(10_000)
  rmSync(path)
  for (const name of ['First', 'Second', 'Third'])
    review.saveFigure({ name, settings: { kind: 'mix-sweep', ...usual } })
  const controller = new AbortController()
  const before = readdirSync(folder)
  const figures = join(folder, 'figures')
  const written = aside.do(
    'figures.write',
    { folder: figures },
    {
      signal: controller.signal,
      tell: ({ done }) => {
        if (done === 1) controller.abort()
      },
    },
  )
  expect(await written).toMatchObject({ files: 0 })
  expect(existsSync(figures)).toBe(false)
  expect(readdirSync(folder)).toEqual(before)
})

it.each([
  ['it ends without a word', 'process.exit(0)', /ended before it was done/],
  ['it cannot read what it is sent', `parentPort.emit('messageerror', new Error('no memory'))`, /no memory/],
])('rejects if the thread breaks: %s', async (_, does, expected) => {
  const broken = join(folder, 'app', 'dist', 'broken.js')
  writeFileSync(
    broken,
    `const { parentPort } = require('node:worker_threads')\nrequire('./job-thread.js')\n${does}`,
  )
  const thread = new JobThread(review, broken)
  await expect(thread.do('comparison-report', comparison)).rejects.toThrow(expected)
  await thread.close()
})

it('rejects if what the thread answers cannot be read, and works again after it', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    this.emit('messageerror', new Error('no memory for the answer'))
  })
  await expect(aside.do('comparison-report', comparison)).rejects.toThrow('no memory for the answer')
  expect((await aside.do('comparison-report', comparison)).cells.candidateN.length).toBeGreaterThan(0)
})

it('passes errors on with their remedy', async () => {
  const unknown = { ...comparison, candidates: [[{ key: 'configuration', value: 'kernel 7' }]] }
  await expect(aside.do('comparison-report', unknown)).rejects.toMatchObject({
    remedy: expect.stringMatching(/./) as string,
  })
})

it('gives up what is no longer wanted, and goes on with the next', async () => {
  for (let time = 0; time < 20; time += 1) {
    const controller = new AbortController()
    const given = aside.do('comparison-report', comparison, { signal: controller.signal })
    setTimeout(() => controller.abort(), time % 5)
    await given.catch((error: unknown) => expect(error).toMatchObject({ message: 'It was cancelled.' }))
  }
  expect((await aside.do('figure', { kind: 'mix-sweep', ...usual })).series.length).toBeGreaterThan(0)
})

it('ends its thread in the middle of a job, as often as the file is closed', async () => {
  for (let time = 0; time < 20; time += 1) {
    const short = new JobThread(review, script)
    const given = short.do('comparison-report', comparison).catch(String)
    await new Promise((resolve) => setTimeout(resolve, 20 + 4 * time))
    await short.close()
    await given
  }
  expect(review.campaigns()).toHaveLength(2)
})
