import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { canMakeDevices, DeviceLab, hasTool } from '../integration/guard/device-lab'
import { canLimitSpeed, SpeedLimit } from '../integration/observers/speed-limit'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

const mebibyte = 1024 * 1024
/** Far below what a loop device can do. Drive B has two thirds of the speed of drive A. */
const speeds = [24 * mebibyte, 16 * mebibyte] as const
const trueChange = (speeds[1] / speeds[0] - 1) * 100

describe.skipIf(!canMakeDevices() || !hasTool('fio') || !canLimitSpeed())('two drives', () => {
  let lab: DeviceLab
  let limit: SpeedLimit
  let test: AppUnderTest
  let clicks = 0
  beforeEach(async () => {
    lab = new DeviceLab()
    limit = new SpeedLimit()
    test = await launchApp()
  })
  afterEach(async () => {
    await test.close()
    limit.close()
    lab.close()
  })

  const part = (testid: string) => test.window.getByTestId(testid)
  async function click(testid: string): Promise<void> {
    await part(testid).click()
    clicks += 1
  }
  async function shoot(name: string): Promise<void> {
    const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [width, height] of [
        [900, 700],
        [1280, 800],
        [1920, 1080],
      ] as const) {
        await test.window.emulateMedia({ colorScheme })
        await test.window.setViewportSize({ width, height })
        await test.window.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) })
      }
    await test.window.emulateMedia({ colorScheme: 'light' })
  }

  it('are compared from the start screen to the difference with its interval in eight clicks', async () => {
    const devices = [lab.loop(lab.image(48)), lab.loop(lab.image(48))] as const
    const targets = devices.map((device) => lab.mounted(device))
    devices.forEach((device, at) => limit.set(device, speeds[at] ?? 0))
    // Engines are children of the app, and in its group.
    limit.add(test.app.process().pid ?? 0)
    for (const pid of await test.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid: one }) => one)))
      limit.add(pid)
    const file = lab.path('review.benchwright')
    await answerSave(test.app, file)

    await shoot('start')
    await click('start-compare-drives')
    await part('compare-what').selectOption('quick-look')
    await part('compare-runs').fill('3')
    await part('compare-seconds').fill('1')
    await part('compare-path-A').fill(targets[0] ?? '')
    await part('compare-path-B').fill(targets[1] ?? '')
    await part('compare-name-A').fill('Nova')
    await part('compare-name-B').fill('Pulsar')
    await shoot('refused')
    // The data file of a quick look is larger than these drives.
    await part('compare-problem-A').first().waitFor()
    await part('compare-remedy').first().click()
    clicks += 1
    await vi.waitFor(async () => expect(await part('compare-start').isEnabled()).toBe(true))
    expect(await part('compare-seconds').inputValue()).toBe('1')
    await shoot('form')
    await click('compare-start')
    await part('campaign-state').getByText('Running').waitFor()
    await shoot('running')
    await part('compare-in-turn').waitFor({ timeout: 480_000 })
    await shoot('ended')
    await click('compare-in-turn')
    await shoot('compare')
    await part('figure-canvas').waitFor({ timeout: 20_000 })
    await shoot('difference')
    expect(clicks).toBeLessThanOrEqual(8)

    const caption = (await part('figure-canvas').getAttribute('aria-label')) ?? ''
    expect(caption).toContain('Pulsar')
    expect(caption).toContain('Nova')
    const review = openReview(file, { mode: 'read' })
    try {
      expect(review.campaigns().map(({ state, runsByState }) => [state, runsByState])).toEqual([
        ['done', { done: 24 }],
        ['done', { done: 24 }],
      ])
      const report = review.compare({
        baseline: [{ key: 'campaign', value: '1' }],
        candidates: [[{ key: 'campaign', value: '2' }]],
        metric: 'bandwidth',
      })
      const cells = report.candidates[0]?.cells ?? []
      expect(cells).toHaveLength(8)
      expect(cells.every((cell) => cell.paired)).toBe(true)
      for (const { comparison } of cells) {
        expect(comparison.differencePercent).toBeLessThan(0)
        expect(comparison.highPercent).toBeDefined()
      }
      const { percent = NaN } = report.candidates[0]?.summary ?? {}
      expect(
        Math.abs(percent - trueChange),
        `${String(percent)} % instead of ${String(trueChange)} %`,
      ).toBeLessThan(5)
      expect(review.documents.list()).toHaveLength(1)
      expect(review.cards.devices().map(({ name }) => name)).toEqual(['Nova', 'Pulsar'])
    } finally {
      review.close()
    }
    expect(test.problems).toEqual([])
  }, 600_000)
})
