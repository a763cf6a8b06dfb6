import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { findTemplate, planFromTemplate } from '../../src/core/plan/templates/templates'
import { sampleCampaign } from '../bench/store/sample-results'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, type AppUnderTest } from './launch-app'

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-access-'))
  const file = join(folder, 'review.benchwright')
  const review = createReview(file)
  const template = findTemplate('mix-sweep')
  if (template) review.savePlan(planFromTemplate(template, { id: 'mix', seed: 1, target: { kind: 'none' } }))
  review.setCampaignState(review.createCampaign(sampleCampaign()), 'stopped')
  review.createCampaign(sampleCampaign(undefined, 'firmware B'))
  review.close()
  test = await launchApp({ args: [file] })
  await test.window.getByRole('heading', { name: 'Campaigns' }).waitFor()
  await loadAxe(test.window)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['light', 'dark'] as const)('the frame and the Review room in %s colours', (colorScheme) => {
  beforeAll(() => test.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' }))
  const faults = () => axeFaults(test.window, undefined, colorScheme === 'dark')

  it('have no fault', async () => expect(await faults()).toEqual([]))

  it.each([
    ['Control+k', 'Search'],
    ['Control+/', 'Keyboard shortcuts'],
  ])('have no fault with what %s opens', async (keys, name) => {
    await test.window.keyboard.press(keys)
    const dialog = test.window.getByRole('dialog', { name })
    await dialog.waitFor()
    expect(await faults()).toEqual([])
    await test.window.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})

it('can be navigated with the Tab key alone', async () => {
  const { window } = test
  await window.locator('body').press('Tab')
  const seen = new Set<string>()
  for (let step = 0; step < 40; step++) {
    const stop = await window.evaluate(() => {
      const element = document.activeElement
      return `${element?.textContent ?? ''} ${element?.getAttribute('aria-label') ?? ''}`
    })
    seen.add(stop)
    await window.keyboard.press('Tab')
  }
  for (const stop of [
    'Review',
    'Design',
    'Run',
    'Results',
    'Title of the review',
    'Go to the campaign',
    'firmware B',
  ])
    expect(
      [...seen].some((text) => text.includes(stop)),
      stop,
    ).toBe(true)
})
