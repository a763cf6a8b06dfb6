import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launchApp, type AppUnderTest } from '../e2e/launch-app'
import { windowTasks } from './window-tasks'
import { largeCaseCount, writeLargeReview } from './large-review'
import { median } from './median'

const rounds = 7
const mostDrawnMs = 300
const mostTaskMs = 50

let folder: string
let test: AppUnderTest
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-compare-view-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const part = (testid: string) => test.window.getByTestId(testid)
const view = (name: string) => part(`view-${name}`).check({ force: true })

async function openCompare(file: string): Promise<void> {
  test = await launchApp({ args: [file] })
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Compare').click()
  await part('compare-summary').waitFor()
}

/** Milliseconds from the choice of a view to the frame after the one in which its figure was drawn. */
const drawn = (name: string) =>
  test.window.evaluate(
    (testid) =>
      new Promise<number>((done) => {
        const start = performance.now()
        document.querySelector<HTMLElement>(`[data-testid="${testid}"]`)?.click()
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="figure-canvas"]')
          if (canvas && canvas.style.height !== '')
            requestAnimationFrame(() => done(performance.now() - start))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    `view-${name}`,
  )

async function longestTask(name: string, work: () => Promise<unknown>, between: () => Promise<unknown>) {
  const longest: { wallMs: number; coreMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await between()
    const tasks = await windowTasks(test.window, work)
    longest.push({ wallMs: Math.max(...tasks.map(({ wallMs }) => wallMs)), coreMs: tasks[0]?.coreMs ?? 0 })
  }
  const wall = median(longest.map(({ wallMs }) => wallMs))
  const core = median(longest.map(({ coreMs }) => coreMs))
  console.log(
    `compare view: longest task while ${name} ${wall.toFixed(0)} ms (${core.toFixed(0)} ms of processor time; median of ${rounds})`,
  )
  expect(core).toBeLessThan(mostTaskMs)
}

describe('the printed comparison of 414 cells', () => {
  beforeAll(async () => {
    const file = join(folder, 'kernel.benchwright')
    copyFileSync('resources/samples/sandforce-kernel.benchwright', file)
    await openCompare(file)
    await part('mode-sigma').check({ force: true })
    await part('compare-summary').getByText('235 meaningful', { exact: false }).waitFor()
  })
  afterAll(() => test.close())

  it('is drawn in 300 ms', async () => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await view('table')
      await part('compare-table').waitFor()
      times.push(await drawn('difference'))
    }
    console.log(
      `compare view: 414 cells drawn in ${median(times).toFixed(0)} ms (median of ${rounds}; ` +
        `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms)`,
    )
    expect(median(times)).toBeLessThan(mostDrawnMs)
  })

  it('keeps the window free while it is drawn: no task of 50 ms', () =>
    longestTask(
      'drawing 414 cells',
      () => drawn('difference'),
      () => view('table'),
    ))
})

describe('a comparison of 36,000 cases', () => {
  beforeAll(async () => {
    const file = join(folder, 'large.benchwright')
    writeLargeReview(file)
    await openCompare(file)
    await view('table')
    await part('compare-table').locator('tr.row').first().waitFor()
  }, 600_000)
  afterAll(() => test.close())

  it('shows every case in the table, and only the visible ones in the page', async () => {
    expect(await part('table-count').textContent()).toContain(largeCaseCount.toLocaleString('en'))
    expect(await part('compare-table').locator('tr').count()).toBeLessThan(80)
  })

  it.each([
    ['sorting', () => part('sort-difference').click(), () => part('sort-block_size').click()],
    [
      'filtering',
      async () => {
        await part('table-query').fill('64 better')
        await vi.waitFor(async () => expect(await part('table-count').textContent()).not.toMatch(/^36,000/))
      },
      () => part('table-query').fill(''),
    ],
    [
      'scrolling',
      async () => {
        await part('compare-table').hover()
        for (let step = 0; step < 20; step++) await test.window.mouse.wheel(0, 900)
      },
      () => Promise.resolve(),
    ],
    ['drawing the difference', () => drawn('difference'), () => view('table')],
    ['showing the highlights', () => view('highlights'), () => view('table')],
  ] as const)('%s keeps the window free: no task of 50 ms', (name, work, between) =>
    longestTask(name, work, between),
  )
})
