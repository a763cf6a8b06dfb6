import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { openForWriting } from '../../src/bench/store/open-review'
import type { StoredBlock } from '../../src/core/document/stored-document'
import { reportFormats } from '../../src/core/contract/document-requests'
import { launchApp, type AppUnderTest } from '../e2e/launch-app'
import { largePlan, writeLargeReview } from './large-review'

// More than anybody has, some minutes each:
// `BENCHWRIGHT_HUGE=yes npx vitest run --project performance tests/performance/huge-review.test.ts`
const folder = mkdtempSync(join(tmpdir(), 'benchwright-huge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const part = (test: AppUnderTest, testid: string) => test.window.getByTestId(testid)

/** Opens a room and does something there; prints how long it took and what the app's processes have used at most. */
async function measured(test: AppUnderTest, what: string, room: string, work: () => Promise<unknown>) {
  const started = performance.now()
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()
  await test.window.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await work()
  const seconds = (performance.now() - started) / 1000
  const pids = await test.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid))
  const most = Math.max(...pids.map(peakMegabytes))
  console.log(`${what}: ${room} in ${seconds.toFixed(1)} s, at most ${most.toFixed(0)} MB in one process`)
  expect(test.problems).toEqual([])
  expect(most).toBeLessThan(3000)
}

function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) / 1000
}

describe.skipIf(process.env.BENCHWRIGHT_HUGE === undefined)('a huge review', () => {
  it('of more than a million runs is shown by every room', { timeout: 1_800_000 }, async () => {
    const file = join(folder, 'runs.benchwright')
    writeLargeReview(file, ['firmware A', 'firmware B', 'firmware C'])
    const review = openForWriting(file)
    review.savePlan(largePlan)
    review.close()
    const test = await launchApp({ args: [file] })
    test.window.setDefaultTimeout(120_000)
    const rooms: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['Review', () => test.window.getByLabel('Title of the review').waitFor()],
      ['Shelf', () => Promise.resolve()],
      ['Design', () => test.window.getByText('Large matrix').first().waitFor()],
      ['Run', () => part(test, 'finished-runs').getByText('360,000').waitFor()],
      [
        'Results',
        async () => {
          await part(test, 'figure-canvas').waitFor()
          await part(test, 'figure-table').waitFor()
        },
      ],
      ['Compare', () => part(test, 'compare-summary').waitFor()],
      ['Figures', () => Promise.resolve()],
      ['Report', () => part(test, 'new-document-drive-review').waitFor()],
      ['Hosts', () => Promise.resolve()],
    ]
    for (const [room, work] of rooms) await measured(test, '1,080,000 runs', room, work)
    await test.close()
  })

  it('of 5,000 figures, 500 of them in a document of 1,000 blocks', { timeout: 1_800_000 }, async () => {
    const file = join(folder, 'figures.benchwright')
    copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
    const figures = 5000
    const review = openForWriting(file)
    const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const
    const ids = Array.from(
      { length: figures },
      (_, at) => review.saveFigure({ name: `Figure ${String(at)}`, settings }).id,
    )
    const blocks = ids.slice(0, 500).flatMap((figureId, at): StoredBlock[] => [
      {
        id: `text-${String(at)}`,
        type: 'text',
        markdown: `Paragraph ${String(at)} of a very long document.`,
      },
      { id: `figure-${String(at)}`, type: 'figure', figureId, withTable: false },
    ])
    review.documents.save(
      { name: 'Long', title: 'A very long document', author: '', template: 'empty', blocks },
      undefined,
    )
    review.close()
    const test = await launchApp({ args: [file] })
    test.window.setDefaultTimeout(120_000)
    await measured(test, '5,000 figures', 'Figures', async () => {
      await part(test, 'figure-card').first().locator('canvas, img').first().waitFor()
      const last = part(test, 'figure-card').last()
      await last.scrollIntoViewIfNeeded()
      await last.locator('canvas, img').first().waitFor()
    })
    await measured(test, '1,000 blocks', 'Report', async () => {
      await part(test, 'report-block')
        .nth(blocks.length - 1)
        .waitFor({ state: 'attached' })
      const last = part(test, 'report-block').last()
      await last.scrollIntoViewIfNeeded()
      await last.locator('canvas').first().waitFor()
    })
    await test.close()
    for (const format of reportFormats) {
      const out = join(
        folder,
        `long-${format}.${format === 'bundle' ? 'zip' : format === 'cms' ? 'html' : format}`,
      )
      const args = ['-f', '%M %e', process.execPath, 'app/dist/cli.js', 'report', file]
      const { stderr } = await promisify(execFile)('/usr/bin/time', [
        ...args,
        '--format',
        format,
        '--out',
        out,
      ])
      const [kilobytes = NaN, seconds = NaN] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
      const megabytes = statSync(out).size / 1e6
      console.log(
        `1,000 blocks as ${format}: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(0)} s, at most ${(kilobytes / 1000).toFixed(0)} MB`,
      )
      expect(kilobytes / 1000).toBeLessThan(2000)
    }
  })
})
