import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { keepLevels, limitRate } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'

const run = promisify(execFile)
let folder: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-path-'))
  test = await launchApp()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** Answers the next native save dialog, which no test can click. */
const saveAs = (path: string) =>
  test.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)

const part = (testid: string) => test.window.getByTestId(testid)

it('leads from an empty start screen through a real fio campaign to an exported drawing', async () => {
  const { window } = test
  const file = join(folder, 'review.benchwright')
  await saveAs(file)
  await window.getByRole('button', { name: /Read\/write mix, 4 KB and 64 KB/ }).click()

  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await part('target-path').fill(folder)
  await keepLevels(window, 'read_percent', ['100 %', '50 %', '0 %'])
  await part('repetitions').fill('2')
  await part('value-file_size').fill('32M')
  await part('value-runtime').fill('1 s')
  await part('value-ramp_time').fill('0')
  await limitRate(window)
  await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe('12'))

  await part('start-campaign').click()
  await part('configuration-name-open').click()
  await part('configuration-name').fill('as shipped')
  await part('confirm-start').click()

  await part('campaign-state').getByText('Running').waitFor()
  await part('toggle-terminal').click()
  await part('terminal')
    .getByText(/Jobs: 1/)
    .first()
    .waitFor({ timeout: 30_000 })
  await part('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
  expect(await part('finished-runs').textContent()).toBe('12')

  const found = await part('campaign-summary').locator('.text').textContent()
  expect(found).toContain('measured 6 cases of the test “Random mix” in 12 runs on')
  // Two runs of a case may be equal, and then no interval is claimed.
  expect(found).toMatch(/The highest mean bandwidth was [\d.,]+\u202f[kMG]B\/s/)
  const card = join(folder, 'card.png')
  await saveAs(card)
  await part('card-open').click()
  await part('card-dark').locator('..').click()
  await part('card-save').click()
  await vi.waitFor(() => expect(existsSync(card)).toBe(true))
  const png = readFileSync(card)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])

  await part('show-results').click()
  await part('figure-canvas').waitFor()
  // Two block sizes by three mixes as totals, two mixes each as read part and as write part (100 % reads have none).
  await vi.waitFor(async () => expect(await part('figure-table').locator('tbody tr').count()).toBe(14))
  await part('figure-title').locator('input').fill('Mix <of> a "virtual" drive')

  const drawing = join(folder, 'mix.svg')
  await saveAs(drawing)
  await part('figure-export').click()
  await part('export-svg').click()
  await part('export-save').click()
  await vi.waitFor(() => expect(existsSync(drawing)).toBe(true))
  const svg = readFileSync(drawing, 'utf8')
  expect(svg).toContain('Mix &lt;of&gt; a &quot;virtual&quot; drive')
  expect(svg.match(/<text/g)?.length).toBeGreaterThan(20)

  // The window shows the contents of the file, and nothing else was left behind.
  const review = openReview(file, { mode: 'read' })
  const [campaign] = review.campaigns()
  expect(campaign).toMatchObject({ state: 'done', configuration: 'as shipped', runsByState: { done: 12 } })
  expect(review.check()).toEqual([])
  const iops = [...review.rows({ metrics: ['iops'] })].filter((row) => row.direction === 'total')
  expect(iops).toHaveLength(12)
  expect(iops.every((row) => row.value > 0)).toBe(true)
  review.close()
  expect((await readdir(folder)).sort()).toEqual(['card.png', 'mix.svg', 'review.benchwright'])
  expect(test.problems).toEqual([])

  const { stdout } = await run(process.execPath, ['app/dist/cli.js', 'show', file, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ campaigns: [{ state: 'done', runs: { done: 12 } }] })
})
