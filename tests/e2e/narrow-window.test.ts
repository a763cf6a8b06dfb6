import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openForWriting } from '../../src/bench/store/open-review'
import { startAgain, type AppUnderTest } from './launch-app'
import { runningReview, startCampaign } from './running-review'

/** `BENCHWRIGHT_PICTURES=FOLDER` keeps a picture of every room. */
const pictures = process.env.BENCHWRIGHT_PICTURES
const width = 900
/** Each room, and what it shows last if there is anything to show. */
const rooms = [
  ['Review', 'main h1'],
  ['Design', '[data-testid=figure-time]'],
  ['Run', '[data-testid=run-grid]'],
  ['Results', '[data-testid=figure-canvas]'],
  ['Compare', '[data-testid=figure-canvas]'],
  ['Figures', 'main img, main canvas'],
  ['Hosts', '[data-testid=preflight]'],
] as const

let folder: string
let app: AppUnderTest | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-narrow-'))
  if (pictures !== undefined) await mkdir(pictures, { recursive: true })
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Controls that are not fully visible: cut off by the window or by a part that does not scroll to them. */
function cutControls(): readonly string[] {
  const page = document.documentElement
  const cut = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} px wide`] : []
  const main = document.querySelector('main')
  if (main && main.scrollWidth > main.clientWidth) cut.push(`the room is ${main.scrollWidth} px wide`)
  for (const control of document.querySelectorAll<HTMLElement>(
    'button, input, select, textarea, [role=button]',
  )) {
    const box = control.getBoundingClientRect()
    if (box.width <= 2 || box.height <= 2 || !control.checkVisibility({ visibilityProperty: true })) continue
    if (getComputedStyle(control).opacity === '0' || control.closest('.visually-hidden')) continue
    let [left, right] = [0, window.innerWidth]
    for (let part = control.parentElement; part; part = part.parentElement) {
      const { overflowX } = getComputedStyle(part)
      if (overflowX === 'visible') continue
      const around = part.getBoundingClientRect()
      // What scrolls sideways on purpose, such as a wide table, shows the rest when it is scrolled.
      if ((overflowX === 'auto' || overflowX === 'scroll') && part !== main) break
      left = Math.max(left, around.left)
      right = Math.min(right, around.right)
    }
    if (box.left < left - 1 || box.right > right + 1) {
      const name = control.getAttribute('aria-label') ?? control.textContent.trim()
      cut.push(
        `${control.tagName} “${name.slice(0, 40)}” at ${Math.round(box.left)}–${Math.round(box.right)} of ${Math.round(left)}–${Math.round(right)}`,
      )
    }
  }
  for (const amount of document.querySelectorAll<HTMLElement>(
    '[aria-label="What the plan will cost"] .value',
  )) {
    if (amount.scrollWidth > amount.clientWidth) cut.push(`${amount.textContent.trim()} is cut`)
  }
  return cut
}

describe.each(['full', 'empty'] as const)('a window of 900 px with a review that is %s', (kind) => {
  let test: AppUnderTest
  beforeAll(async () => {
    const file = join(folder, `${kind}.benchwright`)
    if (kind === 'full') await copyFile('resources/samples/fio-read-write-mix.benchwright', file)
    else createReview(file).close()
    const env = { BENCHWRIGHT_SETTINGS: join(folder, 'settings') }
    test = app = await startAgain(app, { args: [file], env })
    await test.app.evaluate(({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size, 700)
    }, width)
    await vi.waitFor(async () => expect(await test.window.evaluate(() => window.innerWidth)).toBe(width))
  })

  it.each(rooms)('%s shows every control', async (room, last) => {
    const { window } = test
    await window.getByRole('navigation', { name: 'Rooms' }).getByText(room).click()
    // Rooms are loaded when they are first entered, and are filled in several steps.
    const isFilled = kind === 'full' || room === 'Hosts'
    await window
      .locator(isFilled ? last : 'main :is(h1, h2, h3, p)')
      .first()
      .waitFor()
    await vi.waitFor(async () => expect(await window.evaluate(cutControls)).toEqual([]), { timeout: 5000 })
    if (pictures !== undefined)
      await window.screenshot({ path: join(pictures, `${kind}-${room.toLowerCase()}.png`) })
    expect(test.problems).toEqual([])
  })

  it.runIf(kind === 'full')(
    'keeps the numbers of the Run room in one row and the name of a plan legible',
    async () => {
      const { window } = test
      const enter = (room: string) =>
        window.getByRole('navigation', { name: 'Rooms' }).getByText(room).click()
      await enter('Run')
      await window.getByTestId('live-bandwidth').waitFor()
      const tops = await window
        .locator('[data-testid^=live-]')
        .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().top))
      expect(tops).toHaveLength(3)
      expect(new Set(tops).size).toBe(1)
      await enter('Design')
      await window.getByTestId('plan-name').waitFor()
      expect((await window.getByTestId('plan-name').boundingBox())?.width).toBeGreaterThan(250)
    },
  )
})

it('shows the names of plans and campaigns in full', async () => {
  const file = join(folder, 'names.benchwright')
  await copyFile('resources/samples/fio-read-write-mix.benchwright', file)
  const review = openForWriting(file)
  const [plan] = review.summary().plans.map(({ id }) => review.plan(id))
  if (!plan) throw new Error('The sample has no plan.')
  const long =
    'A name of a plan that is longer than three lines of the list, because it states all of its settings'
  for (const last of ['A', 'B']) review.savePlan({ ...plan, id: last, name: `${long}, drive ${last}` })
  review.close()
  const { window } = (app = await startAgain(app, { args: [file] }))
  const isCut = (names: readonly Element[]) =>
    names.map((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth)
  for (const [room, names] of [
    ['Design', '[data-testid^=plan-] span'],
    ['Review', 'td .name'],
  ] as const) {
    await window.getByRole('navigation', { name: 'Rooms' }).getByText(room).click()
    const shown = window.locator(names).filter({ hasText: long })
    await shown.nth(1).waitFor()
    expect(await shown.evaluateAll(isCut), room).toEqual([false, false])
  }
})

/** Whether the middle of each part is free of other parts. */
function inTheOpen(selectors: readonly string[]): readonly boolean[] {
  return selectors.map((selector) => {
    const part = document.querySelector(selector)
    const { left, top, width, height } = part?.getBoundingClientRect() ?? new DOMRect()
    return part?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) === true
  })
}

it('shows the campaigns and facts of a host without scrolling sideways', async () => {
  const review = await runningReview()
  const test = (app = await startAgain(app, { args: [review.file] }))
  const { window } = test
  await test.app.evaluate(({ BrowserWindow }, size) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(size, 700)
  }, width)
  await startCampaign(window)
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Hosts').click()
  await window.getByTestId('host-queue').waitFor()
  const facts = window.getByRole('region', { name: 'Facts of' })
  expect(await facts.evaluate((all) => all.scrollWidth - all.clientWidth)).toBe(0)
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Run').click()
  await window.getByTestId('campaign-state').getByText('Done').waitFor()
  expect(test.problems).toEqual([])
  await review.remove()
})

it('keeps the name, state and actions of a running campaign apart beside the details of a run', async () => {
  const review = await runningReview()
  const test = (app = await startAgain(app, { args: [review.file] }))
  const { window } = test
  await test.app.evaluate(({ BrowserWindow }, size) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(size, 700)
  }, width)
  await startCampaign(window)
  await window.getByTestId('run-grid').click({ position: { x: 270, y: 30 } })
  await window.getByTestId('run-drawer').waitFor()
  const header = [
    'h1',
    '[data-testid=campaign-state]',
    '[data-testid=campaign-pause]',
    '[data-testid=campaign-stop]',
  ]
  expect(
    await window.evaluate(
      inTheOpen,
      header.map((one) => `main ${one}`),
    ),
  ).toEqual(header.map(() => true))
  await window.getByTestId('campaign-state').getByText('Done').waitFor()
  expect(test.problems).toEqual([])
  await review.remove()
})
