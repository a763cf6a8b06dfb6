import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchApp, type AppUnderTest } from '../e2e/launch-app'
import { windowTasks } from './window-tasks'
import { writeLargeReview } from './large-review'

/** The goal, and what the first opening of two rooms may still take on a busy machine. */
const mostTaskMs = 50
const mostForNowMs = 100
const longer = ['opening Run', 'opening Results']

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-rooms-'))
  const file = join(folder, 'large.benchwright')
  writeLargeReview(file)
  test = await launchApp({ args: [file] })
}, 600_000)
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const open = (room: string) =>
  test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()

/** Each room is opened once, as after a start: what is loaded with it counts too. */
describe('a review of two campaigns of 360,000 runs', () => {
  it.each([
    [
      'opening Run',
      async () => {
        await open('Run')
        await part('finished-runs').getByText('360,000').waitFor()
      },
    ],
    [
      'scrolling the grid of runs',
      async () => {
        await part('run-grid').hover()
        for (let step = 0; step < 20; step++) await test.window.mouse.wheel(0, 9000)
      },
    ],
    [
      'showing the table of runs',
      async () => {
        await test.window.getByText('Runs', { exact: true }).last().click()
        await test.window.locator('[data-testid^="run-row-"]').first().waitFor()
      },
    ],
    [
      'sorting the table of runs',
      async () => {
        await part('sort-iops').click()
        await part('runs-table').locator('th[aria-sort]').waitFor()
        await test.window.locator('.row-table[aria-busy="false"]').waitFor()
      },
    ],
    [
      'opening Results',
      async () => {
        await open('Results')
        await part('figure-canvas').waitFor()
        await part('figure-table').waitFor()
      },
    ],
    [
      'opening Review',
      async () => {
        await open('Review')
        await test.window.getByRole('heading').first().waitFor()
      },
    ],
  ] as const)('%s: the longest task of the window', async (name, work) => {
    const tasks = await windowTasks(test.window, work)
    const longest = tasks[0]?.coreMs ?? NaN
    console.log(
      `rooms: longest task while ${name} ${longest.toFixed(0)} ms of processor time ` +
        `(${tasks
          .slice(1, 4)
          .map(({ coreMs }) => coreMs.toFixed(0))
          .join(', ')} ms the next)`,
    )
    expect(longest).toBeLessThan(longer.includes(name) ? mostForNowMs : mostTaskMs)
  })
})
