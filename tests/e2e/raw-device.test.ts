import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import type { Plan } from '../../src/core/plan/plan'
import { canMakeDevices, DeviceLab, ext4 } from '../integration/guard/device-lab'
import { fioPlan } from '../integration/runner/fio-plan'
import { designUnderTest, type DesignUnderTest } from './design-review'

/** The window of the shell that asks, by its title. */
async function confirmation(test: DesignUnderTest) {
  const page = await test.app.waitForEvent('window')
  await page.waitForLoadState('domcontentloaded')
  expect(await page.title()).toContain('Overwrite')
  return page
}

const runsOf = (file: string, campaignId: number) => {
  const review = openReview(file, { mode: 'read' })
  try {
    return review.campaign(campaignId)?.runs.map(({ phase, state }) => `${phase} ${state}`)
  } finally {
    review.close()
  }
}

describe.skipIf(!canMakeDevices())('a raw device in the window', () => {
  let lab: DeviceLab
  let test: DesignUnderTest
  beforeEach(() => {
    lab = new DeviceLab()
  })
  afterEach(async () => {
    await test.close()
    lab.close()
  })

  it('is chosen from the tree, prepared, confirmed in a window of the shell, and written', async () => {
    const [device, busy] = [lab.loop(), lab.loop()]
    ext4(device, '-L', 'precious')
    lab.mounted(busy)
    test = await designUnderTest((): readonly Plan[] => [fioPlan('/nowhere')])
    const { part, window } = test

    await window.getByText('Raw device', { exact: true }).click()
    await part('choose-device').click()
    const shownBusy = part(`device-${busy.replace('/dev/', '')}`)
    await shownBusy.waitFor()
    expect(await shownBusy.isDisabled()).toBe(true)
    expect(await shownBusy.textContent()).toContain('is mounted on')
    await part(`device-${device.replace('/dev/', '')}`).click()
    await part('target-facts').getByText('holds ext4').waitFor()

    await part('add-step').click()
    expect(await part('step-nvme-format').isDisabled()).toBe(true)
    await part('step-discard').click()
    await part('add-step').click()
    await part('step-sequential-fill').click()
    await part('preparation-card').getByText('Fill 2 × in sequence').waitFor()

    const start = async () => {
      await part('start-campaign').click()
      const asking = confirmation(test)
      await part('confirm-start').click()
      return asking
    }
    const before = lab.checksums()
    const cancelled = await start()
    expect(await cancelled.locator('body').textContent()).toContain('ext4 "precious"')
    // The page in the review's window can reach neither the question nor its answer.
    expect(await cancelled.evaluate(() => [document.scripts.length, location.protocol])).toEqual([0, 'data:'])
    await closing(cancelled, cancelled.locator('#cancel').click())

    await window.keyboard.press('Escape')
    const asked = await start()
    expect(await asked.locator('#overwrite').isDisabled()).toBe(true)
    await asked.locator('#typed').fill(device)
    await asked.locator('#overwrite').click()
    await asked.getByText('That is not it.').waitFor()
    expect(lab.checksums()).toEqual(before)
    await asked.locator('#typed').fill(`${device} ${String(16 * 1024 * 1024)}`)
    await closing(asked, asked.locator('#typed').press('Enter'))

    await expect
      .poll(() => runsOf(test.file, 1), { timeout: 60_000 })
      .toEqual(['prepare done', 'prepare done', 'measure done'])
    expect(lab.checksums()).not.toEqual(before)
    expect(test.problems).toEqual([])
  })
})

/** The action on a window that closes it. It may be gone before Playwright learns that its click or key arrived. */
async function closing(page: Page, action: Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('close'), action.catch(() => undefined)])
}
