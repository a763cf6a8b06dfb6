import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { hasTool } from '../integration/guard/device-lab'
import { fioPlan } from '../integration/runner/fio-plan'
import { designUnderTest, type DesignUnderTest } from './design-review'

const pictures = process.env.BENCHWRIGHT_SCREENS

describe.skipIf(!hasTool('fio'))('a long run in the Run room', () => {
  let test: DesignUnderTest
  beforeEach(async () => {
    test = await designUnderTest((target) => {
      const plan = fioPlan(target, { series: 1, observe: ['disk', 'cpu', 'temperature'] })
      // Far longer than the test, which ends it.
      return [{ ...plan, base: { ...plan.base, rate_iops: 2000, runtime: 600 } }]
    })
  })
  afterEach(async () => {
    const stop = test.part('campaign-stop')
    if (await stop.isVisible()) await stop.click()
    await test.close()
  })

  const part = (testid: string) => test.part(testid)
  const keepPicture = async (name: string) => {
    if (pictures !== undefined) await test.window.screenshot({ path: join(pictures, `${name}.png`) })
  }

  it('is drawn while it runs, zoomed into, and stays when it is stopped', async () => {
    const { window } = test
    await part('start-campaign').click()
    await part('confirm-start').click()
    await part('campaign-state').getByText('Running').waitFor()
    await part('tab-live').click()
    const canvas = part('live-chart').getByTestId('figure-canvas')
    await canvas.waitFor()
    // Engine lines and the host's counters, which the sampler writes during the run.
    await vi.waitFor(async () =>
      expect(await canvas.getAttribute('aria-label')).toMatch(/Bandwidth.*IOPS.*Processors/),
    )

    /** A position in the first panel, as wide as the picture is now: it grows with the panels to come. */
    const at = async (share: number) => {
      const box = await canvas.boundingBox()
      if (!box) throw new Error('The chart has no place.')
      return [box.x + box.width * share, box.y + Math.min(120, box.height * 0.2)] as const
    }
    const values = part('figure-values')
    // The job is limited to 2,000 a second; a busy machine may do fewer.
    await vi.waitFor(async () => {
      await window.mouse.move(...(await at(0.5)))
      expect(await values.innerText({ timeout: 1000 })).toMatch(/IOPS: engine\n[\d.,]+ (k )?IOPS/)
    })
    await keepPicture('live-all')

    await window.mouse.down()
    await window.mouse.move(...(await at(0.7)), { steps: 4 })
    await window.mouse.up()
    const stretch = part('figure-stretch')
    await stretch.waitFor()
    const zoomed = await stretch.innerText()
    const known = await part('live-elapsed').innerText()
    await vi.waitFor(async () => expect(await part('live-elapsed').innerText()).not.toBe(known))
    // The run continued; the displayed section stayed.
    expect(await stretch.innerText()).toBe(zoomed)
    await part('live-show-minute').check({ force: true })
    await window.keyboard.press('Escape')

    await part('campaign-stop').click()
    await part('live-state').getByText('ended').waitFor()
    expect(await canvas.isVisible()).toBe(true)
    await keepPicture('live-ended')
    if (pictures !== undefined) {
      await window.setViewportSize({ width: 900, height: 700 })
      await keepPicture('live-900')
    }
    const ended = await part('live-elapsed').innerText()
    await part('campaign-state').getByText('Stopped').waitFor()
    expect(await part('live-elapsed').innerText()).toBe(ended)
    expect(endedEarly(test.file)).toContain('cpu')
    expect(test.problems).toEqual([])
  })
})

/** Sources of the series that the run left, which are not a result. */
function endedEarly(file: string): readonly string[] {
  const review = openReview(file, { mode: 'read' })
  try {
    const run = review.runs(1).find(({ phase, state }) => phase === 'measure' && state !== 'done')
    return review.series(run?.id ?? 0).map(({ source }) => source)
  } finally {
    review.close()
  }
}
