import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import type { ReviewReader } from '../../src/bench/store/review-store'
import type { Plan } from '../../src/core/plan/plan'
import { launchApp, openWindow, type AppUnderTest } from './launch-app'

/** The app with its own results file, in the Design room. */
export interface DesignUnderTest extends AppUnderTest {
  /** Results file of this test. */
  readonly file: string
  /** An existing folder to measure in. */
  readonly target: string
  readonly part: (testid: string) => Locator
  /** The value shown above the grid, such as `cases`. */
  readonly figure: (id: string) => Promise<string>
  /** Ends the app, or closes the window of one that continues to run, and leaves the file. */
  readonly closeWindow: () => Promise<void>
  /** Plans as they are in the file now. */
  readonly savedPlans: () => readonly Plan[]
  /** Title of the review as it is in the file now. */
  readonly savedTitle: () => string
}

/**
 * Opens a new results file with these plans, in a separate app or in a window of a running one, and enters the Design
 * room. `close` removes the file.
 */
export async function designUnderTest(
  plansIn: (target: string) => readonly Plan[] = () => [],
  running?: AppUnderTest,
): Promise<DesignUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-design-'))
  const file = join(folder, 'review.benchwright')
  const review = createReview(file)
  for (const plan of plansIn(folder)) review.savePlan(plan)
  review.close()
  const app = running ? await openWindow(running, file) : await launchApp({ args: [file] })
  await app.window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await app.window.getByTestId('design-view').waitFor()
  return {
    ...app,
    file,
    target: folder,
    part: (testid) => app.window.getByTestId(testid),
    figure: async (id) => (await app.window.getByTestId(`figure-${id}`).textContent()) ?? '',
    savedPlans: () => reading(file, (review) => review.summary().plans.map(({ id }) => review.plan(id))),
    savedTitle: () => reading(file, (review) => review.summary().title),
    closeWindow: app.close,
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function reading<T>(file: string, read: (review: ReviewReader) => T): T {
  const review = openReview(file, { mode: 'read' })
  try {
    return read(review)
  } finally {
    review.close()
  }
}

/** Texts of an axis's chips, in order. */
export function levelsOf(window: Page, axis: string): Promise<string[]> {
  return window.getByTestId(`axis-card-${axis}`).locator('.chip-text').allInnerTexts()
}

/**
 * Removes the levels of an axis that `kept` does not name, one at a time: the chips after a removed one move, and a
 * click on a moving chip is lost.
 *
 * @param kept as the chips show them, with thin or ordinary spaces.
 */
export async function keepLevels(window: Page, axis: string, kept: readonly string[]): Promise<void> {
  const card = window.getByTestId(`axis-card-${axis}`)
  for (const level of await levelsOf(window, axis)) {
    if (kept.includes(level.replaceAll('\u202f', ' '))) continue
    const remove = card.getByRole('button', { name: `Remove ${level}`, exact: true })
    await remove.click()
    await remove.waitFor({ state: 'detached' })
  }
}

/**
 * Limits fio to some requests a second in the open plan, for runs that only have to last: at full speed each keeps a
 * processor busy that the other tests need. Those are the other load on the drive, which is expected.
 */
export async function limitRate(window: Page): Promise<void> {
  await window.getByTestId('advanced-fold').click()
  await window.getByTestId('value-rate_iops').fill('100')
  await window.getByTestId('other-load').selectOption('expected')
}

/** Keys of the axes, in order. */
export function axesOf(window: Page): Promise<string[]> {
  return window
    .locator('[data-testid^="axis-card-"]')
    .evaluateAll((cards) =>
      cards.map((card) => (card as HTMLElement).dataset.testid?.slice('axis-card-'.length) ?? ''),
    )
}

/** `data-testid` of the focused element. */
export function focusOf(window: Page): Promise<string | undefined> {
  return window.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid)
}
