import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTemplate, planFromTemplate } from '../../src/core/plan/templates/templates'
import { axeFaults, loadAxe } from './axe-faults'
import { designUnderTest, type DesignUnderTest } from './design-review'

let design: DesignUnderTest
beforeAll(async () => {
  design = await designUnderTest((path) => [
    planFromTemplate(findTemplate('mix-sweep')!, { id: 'mix', seed: 1, target: { kind: 'folder', path } }),
  ])
  await design.part('cell-0').waitFor()
  await loadAxe(design.window)
})
afterAll(() => design.close())

describe.each(['light', 'dark'] as const)('the matrix builder in %s colours', (colorScheme) => {
  beforeAll(() => design.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' }))
  const faults = () => axeFaults(design.window, '[data-testid="design-view"]', colorScheme === 'dark')

  it('has no fault as it opens, with a case excluded, and with its collapsed parts expanded', async () => {
    const { part } = design
    expect(await faults()).toEqual([])
    await part('cell-3').click()
    if ((await part('advanced-fold').getAttribute('aria-expanded')) === 'false')
      await part('advanced-fold').click()
    await part('tab-command').click()
    expect(await faults()).toEqual([])
    await part('tab-advice').click()
  })

  it.each(['add-axis', 'add-option', 'shortcuts', 'start-campaign', 'add-step'])(
    'has no fault with what %s opens',
    async (opener) => {
      await design.part(opener).click()
      const panel = design.window.getByRole('dialog')
      await panel.waitFor()
      expect(await faults()).toEqual([])
      await design.window.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    },
  )

  it('has no fault while it shows errors', async () => {
    const { window, part } = design
    await part('target-path').fill('nowhere')
    await part('value-queue_depth').fill('x')
    await part('level-input-block_size').fill('12q')
    await window.keyboard.press('Enter')
    expect(await faults()).toEqual([])
    await part('value-queue_depth').fill('64')
    await part('level-input-block_size').fill('')
  })
})
