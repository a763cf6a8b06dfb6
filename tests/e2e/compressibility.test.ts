import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { printedNumbers } from '../integration/iozone/stored-numbers'
import { axesOf, keepLevels, levelsOf } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { benchPid } from './running-review'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

let folder: string
let target: string
let file: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-content-'))
  target = join(folder, 'target')
  await mkdir(target)
  file = join(folder, 'review.benchwright')
  createReview(file).close()
  test = await launchApp({ args: [file] })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const room = (name: string) => test.window.getByRole('navigation', { name: 'Rooms' }).getByText(name).click()
/** Starts the open plan and waits for its campaign's end. */
async function runToEnd(runs: number): Promise<void> {
  await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe(String(runs)))
  await part('start-campaign').click()
  await part('confirm-start').click()
  // Before this campaign is shown, the runs and the state may be those of the previous one.
  await part('campaign-state').getByText('Running').waitFor()
  await part('finished-runs').getByText(String(runs), { exact: true }).waitFor({ timeout: 150_000 })
  await part('campaign-state').getByText('Done').waitFor({ timeout: 150_000 })
}

it('runs the printed review with IOzone: every number it prints is the stored one', async () => {
  await room('Design')
  await part('template-iozone-compressibility').click()
  await part('target-path').fill(target)
  await keepLevels(test.window, 'block_size', ['64 KiB', '1 MiB'])
  await keepLevels(test.window, 'dedupe_percent', ['98 %', '2 %', 'random'])
  await part('repetitions').fill('1')
  await part('value-file_size').fill('2M')
  await runToEnd(6)

  await part('show-results').click()
  await part('figure-canvas').waitFor()
  // Thirteen tests by two record sizes by three levels.
  await vi.waitFor(async () => expect(await part('figure-table').locator('tbody tr').count()).toBe(78))
  expect(await part('figure-kind').inputValue()).toBe('compressibility')

  const review = openReview(file, { mode: 'read' })
  const numbers = printedNumbers(review, 1)
  expect(numbers).toHaveLength(6 * 13 * 2)
  expect(numbers.filter((one) => one.stored !== one.printed)).toEqual([])
  expect(review.campaigns()).toMatchObject([{ engine: 'iozone', state: 'done', runsByState: { done: 6 } }])
  expect(review.campaign(1)?.calibrations.length).toBeGreaterThan(0)
  expect(review.check()).toEqual([])
  review.close()
  expect(await readdir(target)).toEqual([])
  expect(test.problems).toEqual([])
})

it('turns it into a plan for the other engine, and undoes that', async () => {
  await room('Design')
  await part('engine').selectOption('fio')
  await vi.waitFor(async () => expect(await axesOf(test.window)).toEqual(['block_size', 'dedupe_percent']))
  // fio has no level called random.
  expect(await levelsOf(test.window, 'dedupe_percent')).toEqual(['98\u202f%', '2\u202f%'])
  expect(await part('field-pattern').count()).toBe(1)
  expect(await part('field-tests').count()).toBe(0)
  await test.window.getByRole('button', { name: /^Undo/ }).click()
  await part('field-tests').waitFor()
  expect(await levelsOf(test.window, 'dedupe_percent')).toHaveLength(3)
  await part('value-tests').click()
  await part('name-random-read').click()
  await part('name-write').click()
  await vi.waitFor(async () => expect(await part('value-tests').textContent()).toContain('+ 1'))
  await test.window.keyboard.press('Escape')
})

it('runs the same with fio', async () => {
  // A second attempt begins in another room.
  await room('Design')
  // A bench that does not answer holds up no click.
  const bench = (await benchPid(test)) ?? 0
  process.kill(bench, 'SIGSTOP')
  try {
    await part('new-plan').click()
    await test.window.getByText(/^Compressibility throughput \(fio/).click()
    await vi.waitFor(async () =>
      expect(await part('plan-name').inputValue()).toBe('Throughput by compressibility (fio)'),
    )
  } finally {
    process.kill(bench, 'SIGCONT')
  }
  await part('target-path').fill(target)
  await vi.waitFor(async () =>
    expect(await axesOf(test.window)).toEqual(['compress_percent', 'pattern', 'block_size']),
  )
  await keepLevels(test.window, 'compress_percent', ['98 %', '50 %', '0 %'])
  await keepLevels(test.window, 'pattern', ['Sequential write', 'Random read'])
  await keepLevels(test.window, 'block_size', ['64 KiB'])
  await part('repetitions').fill('1')
  await part('value-file_size').fill('8M')
  await part('value-runtime').fill('0.5 s')
  await part('value-ramp_time').fill('0')
  await runToEnd(6)

  const review = openReview(file, { mode: 'read' })
  const campaign = review.campaigns().at(-1)
  const id = campaign?.id ?? 0
  expect(campaign).toMatchObject({ engine: 'fio', runsByState: { done: 6 } })
  const runs = review.runs(id).filter((run) => run.phase === 'measure')
  for (const run of runs) {
    const name = review.run(run.id)?.rawOutputs.find((output) => output.name.endsWith('.json'))?.name ?? ''
    const raw = JSON.parse(new TextDecoder().decode(review.rawOutput(run.id, name))) as FioOutput
    const [job] = raw.jobs
    const direction = run.levels.pattern === 'random-read' ? 'read' : 'write'
    const stored = review.run(run.id)?.measurements ?? []
    const value = (metric: string) =>
      stored.find((row) => row.metric === metric && row.direction === direction)?.value
    expect([value('bandwidth'), value('iops')]).toEqual([job?.[direction].bw_bytes, job?.[direction].iops])
  }
  // The data compresses as requested: sampled before the first run.
  const shares = review.campaign(id)?.calibrations ?? []
  expect(shares.map((one) => one.levels.compress_percent)).toEqual(expect.arrayContaining([98, 50, 0]))
  const half = shares.find((one) => one.levels.compress_percent === 50)
  expect(half?.compressedShare).toBeGreaterThan(0.45)
  expect(half?.compressedShare).toBeLessThan(0.55)
  expect(review.check()).toEqual([])
  review.close()
  expect(await readdir(target)).toEqual([])
  expect(test.problems).toEqual([])
})

interface FioOutput {
  readonly jobs: readonly Readonly<
    Record<'read' | 'write', { readonly bw_bytes: number; readonly iops: number }>
  >[]
}
