import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { keepLevels } from './design-review'
import { startAgain, type AppUnderTest } from './launch-app'

/** Between a number and its unit. */
const thin = '\u202f'

let folder: string
let target: string
let file: string
let app: AppUnderTest | undefined
let test: AppUnderTest

// A start screen and a file for each test: a finished campaign must not be taken for the one that was just started.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-databases-'))
  // As root the server has a user id of its own, which has to reach the target.
  await chmod(folder, 0o711)
  target = join(folder, 'target')
  await mkdir(target)
  file = join(folder, 'review.benchwright')
  test = app = await startAgain(app)
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => app?.close())

const part = (testid: string) => test.window.getByTestId(testid)
const room = (name: string) => test.window.getByRole('navigation', { name: 'Rooms' }).getByText(name).click()
const saveAs = (path: string) =>
  test.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
/** Starts the open plan, and waits until all of its runs are done. */
async function runToEnd(runs: number): Promise<void> {
  await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe(String(runs)))
  await part('start-campaign').click()
  await part('confirm-start').click()
  await part('finished-runs').getByText(String(runs), { exact: true }).waitFor({ timeout: 150_000 })
  await part('campaign-state').getByText('Done').waitFor()
}

it('leads from an empty start screen to a figure of two configurations of a database', async () => {
  await saveAs(file)
  await test.window.getByRole('button', { name: /OLTP, four server configurations/ }).click()
  await room('Design')
  // All by mouse; typing only makes the campaign short.
  await test.app.evaluate(({ dialog }, folderPath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folderPath] })
  }, target)
  await part('choose-folder').click()
  await vi.waitFor(async () => expect(await part('target-path').inputValue()).toBe(target))
  await keepLevels(test.window, 'configuration', [
    'A baseline',
    'B more I/O threads: innodb_read_io_threads=16 innodb_write_io_threads=16',
  ])
  await part('value-tables').fill('2')
  await part('value-table_size').fill('2000')
  // Runs of 20 s are measured without a window, in tests/integration/sysbench.
  await part('value-runtime').fill(`2${thin}s`)
  await part('value-jobs').fill('4')
  await runToEnd(2)

  await part('show-results').click()
  await part('figure-canvas').waitFor()
  expect(await part('figure-metric').inputValue()).toBe('transactions')
  await vi.waitFor(async () => expect(await part('figure-table').locator('tbody tr').count()).toBe(2))
  const drawing = join(folder, 'oltp.svg')
  await saveAs(drawing)
  await part('figure-export').click()
  await part('export-svg').click()
  await part('export-save').click()
  await vi.waitFor(() => expect(existsSync(drawing)).toBe(true))
  const svg = readFileSync(drawing, 'utf8')
  expect(svg).toContain('Transactions')
  // The marks are named A and B alone; the caption says what B changes against A.
  expect(svg).toContain('Server configurations: B more I/O threads against A baseline')

  const review = openReview(file, { mode: 'read' })
  const rates = [...review.rows({ metrics: ['transactions'] })]
  expect(rates.map(({ levels }) => String(levels.configuration).slice(0, 1)).sort()).toEqual(['A', 'B'])
  expect(rates.every(({ value }) => value > 0)).toBe(true)
  expect(review.check()).toEqual([])
  review.close()
  expect(await readdir(target)).toEqual([])
  expect(test.problems).toEqual([])
})

it("runs sysbench's file test over threads", async () => {
  await saveAs(file)
  await test.window.getByRole('button', { name: /sysbench file I\/O, 16 KiB/ }).click()
  await room('Design')
  await part('target-path').fill(target)
  await keepLevels(test.window, 'pattern', ['Random read'])
  await keepLevels(test.window, 'jobs', ['1', '2'])
  await part('repetitions').fill('1')
  await part('value-file_size').fill('16M')
  await part('value-runtime').fill(`1${thin}s`)
  await runToEnd(2)
  await part('show-results').click()
  await part('figure-canvas').waitFor()
  await vi.waitFor(async () =>
    expect(await part('figure-table').locator('tbody tr').count()).toBeGreaterThan(1),
  )
  expect(await readdir(target)).toEqual([])
  expect(test.problems).toEqual([])
})
