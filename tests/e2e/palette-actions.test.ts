import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPlan } from '../../src/core/plan/edit-plan'
import { designUnderTest, type DesignUnderTest } from './design-review'

let test: DesignUnderTest

beforeAll(async () => {
  test = await designUnderTest((path) => [
    newPlan({ id: 'plan-1', seed: 1, target: { kind: 'folder', path } }),
  ])
  await test.part('repetitions').waitFor()
})
afterAll(() => test.close())

/** Opens the palette and types into it. */
async function search(words: string): Promise<void> {
  await test.window.keyboard.press('Control+k')
  await test.part('palette').fill(words)
}

it('starts and checks the open plan from the palette, in its own room only', async () => {
  const { window } = test
  await search('Start campaign')
  await window.keyboard.press('Enter')
  await test.part('start-form').waitFor()
  await window.keyboard.press('Escape')
  await test.part('start-form').waitFor({ state: 'hidden' })

  await search('Check the plan')
  await window.keyboard.press('Enter')
  await test.part('check-mark').waitFor()

  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Review').click()
  await window.getByLabel('Title of the review').waitFor()
  await search('Start campaign')
  expect(await window.getByRole('option', { name: 'Start campaign…' }).count()).toBe(0)
  expect(test.problems).toEqual([])
})
