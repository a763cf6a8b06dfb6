import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { designUnderTest, type DesignUnderTest } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { benchPid } from './running-review'
import { skipAfterFailure } from './skip-after-failure'
import { newPlan } from '../../src/core/plan/edit-plan'

skipAfterFailure()

let first: DesignUnderTest
let second: AppUnderTest

/** The same file in two programs, each with its own settings, both in the Design room. */
beforeAll(async () => {
  first = await designUnderTest((path) => [
    { ...newPlan({ id: 'plan-1', seed: 1, target: { kind: 'folder', path } }), name: 'Mix', repetitions: 10 },
  ])
  second = await launchApp({ args: [first.file] })
  await second.window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await second.window.getByTestId('repetitions').waitFor()
  await first.part('repetitions').waitFor()
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const expectNoProblems = () => expect([...first.problems, ...second.problems]).toEqual([])
const saved = (app: AppUnderTest, words: string) =>
  vi.waitFor(async () => expect(await app.window.getByTestId('save-state').textContent()).toContain(words))

it("the second program is notified of the first one's changes, and loses neither version", async () => {
  const { window } = second
  await first.part('repetitions').fill('3')
  await first.part('repetitions').press('Enter')
  await saved(first, 'Saved')
  await vi.waitFor(() => expect(first.savedPlans()).toMatchObject([{ repetitions: 3 }]))

  await window.getByTestId('plan-name').fill('My mix')
  await saved(second, 'Not saved')
  const note = window.getByTestId('plan-conflict')
  await note.waitFor()
  expect(await note.textContent()).toMatch(/changed in another window or program/)
  expect(await note.textContent()).toMatch(/Repetitions: 10 → 3/)
  expect(first.savedPlans()).toMatchObject([{ name: 'Mix', repetitions: 3 }])
  if (process.env.BENCHWRIGHT_SHOTS)
    for (const [width, height] of [
      [900, 700],
      [1280, 800],
    ] as const) {
      await window.setViewportSize({ width, height })
      await window.screenshot({ path: `${process.env.BENCHWRIGHT_SHOTS}/conflict-${width}.png` })
    }

  await window.getByTestId('keep-mine').click()
  await saved(second, 'Saved')
  await vi.waitFor(() =>
    expect(first.savedPlans()).toMatchObject([
      { id: 'plan-1', name: 'Mix', repetitions: 3 },
      { name: 'My mix copy', repetitions: 10 },
    ]),
  )
  expect(await note.count()).toBe(0)

  // The other way round: the first takes the second one's version of the plan.
  await window.getByRole('button', { name: 'Mix', exact: true }).click()
  await vi.waitFor(async () => expect(await window.getByTestId('repetitions').inputValue()).toBe('3'))
  await window.getByTestId('plan-name').fill('Mix of the second')
  await saved(second, 'Saved')
  await vi.waitFor(() => expect(first.savedPlans()[0]).toMatchObject({ name: 'Mix of the second' }))
  await first.part('repetitions').fill('7')
  await first.part('plan-conflict').waitFor()
  expect(await first.part('plan-conflict').textContent()).toMatch(/“Mix” → “Mix of the second”/)
  await first.part('take-theirs').click()
  await vi.waitFor(async () => {
    expect(await first.part('plan-name').inputValue()).toBe('Mix of the second')
    expect(await first.part('repetitions').inputValue()).toBe('3')
  })
  await saved(first, 'Saved')
  expect(first.savedPlans()[0]).toMatchObject({ name: 'Mix of the second', repetitions: 3 })
  expectNoProblems()
})

/**
 * Does something while the second program receives nothing about the file: it would take over a title before it has
 * typed one.
 */
async function unheard(action: () => Promise<void>): Promise<void> {
  const pid = await benchPid(second)
  if (pid === undefined) throw new Error('The second program has no bench.')
  process.kill(pid, 'SIGSTOP')
  try {
    await action()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

it('a window shows what another program saved when it gets the focus', async () => {
  const titled = (app: AppUnderTest) => app.window.getByLabel('Title of the review')
  for (const app of [first, second]) {
    await app.window.getByRole('navigation', { name: 'Rooms' }).getByText('Review').click()
    await titled(app).waitFor()
  }
  await titled(first).fill('Drive of the week')
  await titled(first).press('Enter')
  await vi.waitFor(() => expect(first.savedTitle()).toBe('Drive of the week'))
  await second.window.evaluate(() => window.dispatchEvent(new Event('focus')))
  await vi.waitFor(async () => expect(await titled(second).inputValue()).toBe('Drive of the week'))
  expectNoProblems()
})

it('the second program is notified of another title, and takes it over or keeps its own', async () => {
  const titled = (app: AppUnderTest) => app.window.getByLabel('Title of the review')
  // Leaving the field retries once typing has paused; the first notice fades then.
  const way = (name: string) => second.window.getByRole('button', { name }).last()
  const renameBoth = (theirs: string) =>
    unheard(async () => {
      await titled(first).fill(theirs)
      await titled(first).press('Enter')
      await vi.waitFor(() => expect(first.savedTitle()).toBe(theirs))
      await titled(second).fill('My drive')
      await titled(second).press('Enter')
    })
  await renameBoth('Drive of the month')
  const { window } = second
  await window.getByText('title: “Drive of the week” → “Drive of the month”').last().waitFor()
  expect(first.savedTitle()).toBe('Drive of the month')
  if (process.env.BENCHWRIGHT_SHOTS)
    await window.screenshot({ path: `${process.env.BENCHWRIGHT_SHOTS}/title-conflict.png` })
  await way('Take theirs').click()
  await vi.waitFor(async () => expect(await titled(second).inputValue()).toBe('Drive of the month'))

  await renameBoth('Drive of the year')
  await window.getByText('title: “Drive of the month” → “Drive of the year”').last().waitFor()
  // A notice that another one replaces while it is clicked is clicked again.
  await vi.waitFor(async () => {
    if ((await way('Keep mine').count()) > 0)
      await way('Keep mine')
        .click({ timeout: 1000 })
        .catch(() => undefined)
    expect(first.savedTitle()).toBe('My drive')
  })
  expectNoProblems()
})
