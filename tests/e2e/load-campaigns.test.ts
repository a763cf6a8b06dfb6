import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { canMakeDevices, DeviceLab } from '../integration/guard/device-lab'
import { keepLevels } from './design-review'
import { startAgain, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

/** Between a number and its unit. */

let folder: string
let target: string
let file: string
let app: AppUnderTest | undefined
let test: AppUnderTest

// A start screen and a file for each test, so that a second attempt finds nothing of the first.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-load-'))
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

/** From the start screen to the Design room with the plan of a template, made short. */
async function planFrom(template: string, values: Readonly<Record<string, string>>): Promise<void> {
  await answerSave(test.app, file)
  await part(`start-template-${template}`).click()
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await part('target-path').fill(target)
  const short = { file_size: '32M', runtime: '1 s', ramp_time: '0', ...values }
  for (const [field, value] of Object.entries(short)) await part(`value-${field}`).fill(value)
  // That of the other tests.
  await part('other-load').selectOption('expected')
}

/** Starts the plan, waits for its end, and goes to its results. */
async function measure(repetitions: number, measured: number): Promise<void> {
  await part('repetitions').fill(String(repetitions))
  await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe(String(measured)))
  await part('start-campaign').click()
  await part('confirm-start').click()
  await part('campaign-state').getByText('Done').waitFor({ timeout: 150_000 })
  await part('show-results').click()
  await part('figure-canvas').waitFor()
}

/** Opens a kind of figure, waits for its table, and exports it; returns the text of the SVG. */
async function expectFigure(kind: string, rows: number, words: readonly (string | RegExp)[]): Promise<void> {
  await part('figure-kind').selectOption(kind)
  await vi.waitFor(async () => expect(await part('figure-table').locator('tbody tr').count()).toBe(rows))
  const written = async (format: 'svg' | 'png') => {
    const path = join(process.env.BENCHWRIGHT_KEEP_PICTURES ?? folder, `${kind}.${format}`)
    await answerSave(test.app, path)
    await part('figure-export').click()
    await part(`export-${format}`).click()
    await part('export-save').click()
    await vi.waitFor(() => expect(existsSync(path)).toBe(true))
    await part('export-save').waitFor({ state: 'detached' })
    return path
  }
  const svg = readFileSync(await written('svg'), 'utf8')
  const lacks = (word: string | RegExp) => (typeof word === 'string' ? !svg.includes(word) : !word.test(svg))
  expect(words.filter(lacks)).toEqual([])
  const picture = await loadImage(await written('png'))
  const pen = createCanvas(picture.width, picture.height).getContext('2d')
  pen.drawImage(picture, 0, 0)
  const { data } = pen.getImageData(0, 0, picture.width, picture.height)
  expect(new Set(new Uint32Array(data.buffer)).size).toBeGreaterThan(20)
}

/** The file is sound, holds this many measured runs, and the target is unchanged. */
async function expectWhole(measured: number, left: readonly string[] = []): Promise<void> {
  const review = openReview(file, { mode: 'read' })
  const runs = review.runs(1).filter(({ phase }) => phase === 'measure')
  expect(runs.map(({ state, failure }) => failure?.text ?? state)).toEqual(Array(measured).fill('done'))
  expect(review.check()).toEqual([])
  review.close()
  expect(await readdir(target)).toEqual(left)
  expect(test.problems).toEqual([])
}

it('shows how throughput scales with threads', async () => {
  await planFrom('threads-sweep', {})
  await keepLevels(test.window, 'pattern', ['Random read'])
  await keepLevels(test.window, 'jobs', ['1', '2', '4'])
  await measure(1, 3)
  await expectFigure('scaling', 3, ['by jobs', /[Kk]nee at|No saturation seen/])
  await expectFigure('latency-throughput', 3, ['IOPS reached'])
  await expectFigure('latency-percentiles', 21, ['latency by percentile'])
  await expectWhole(3)
})

it('finds the capacity and shows the response time under offered load', async () => {
  await planFrom('offered-load', {})
  await keepLevels(test.window, 'offered_percent', ['20 %', '60 %', '110 %'])
  const seconds = part('preparation-card').getByLabel('For')
  await seconds.fill('1 s')
  await seconds.press('Enter')
  await measure(1, 3)
  await expectFigure('offered-load', 3, [/[Rr]esponse time under offered load/, 'Reached'])
  await expectFigure('latency-percentiles', 21, ['latency by percentile'])
  await expectWhole(3)
})

describe.skipIf(!canMakeDevices())('a separate file system', () => {
  let lab: DeviceLab
  beforeEach(() => {
    lab = new DeviceLab()
    target = lab.mounted(lab.loop(lab.image(192)))
  })
  afterEach(() => lab.close())

  it('is filled to its levels, and its space is released', async () => {
    const before = await readdir(target)
    const free = statfsSync(target).bavail
    await planFrom('used-capacity', { file_size: '16M' })
    await keepLevels(test.window, 'fill_percent', ['40 %', '60 %', '80 %'])
    await measure(1, 6)
    await expectFigure('fill-level', 6, ['by fill level', 'Capacity in use', 'Retained'])
    await expectWhole(6, before)
    expect(Math.abs(statfsSync(target).bavail - free)).toBeLessThan(300)
  })
})
