import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largeDesign, type LargeDesign } from './design-large'

let design: LargeDesign
beforeAll(async () => {
  design = await largeDesign()
})
afterAll(async () => {
  expect(design.problems).toEqual([])
  await design.close()
})

/** `npm run bench` measures how long its tasks are (tests/performance/preview.test.ts). */
describe('a plan of 100,000 cases', () => {
  it('is expanded and shown, with only the visible cases in the page', async () => {
    await design.openSmall()
    await design.openLarge()
    expect(await design.figure('cases')).toBe('100,000')
    expect(await design.window.getByTestId(/^cell-/).count()).toBeLessThan(2000)
  })

  it.each(['scroll', 'exclude', 'type'] as const)('lets a person %s', async (action) => {
    await design.part('plan-large').click()
    await design[action]()
    expect(await design.figure('cases')).toBe('100,000')
  })
})
