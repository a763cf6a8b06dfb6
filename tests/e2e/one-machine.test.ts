import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fioPlan } from '../integration/runner/fio-plan'
import { axeFaults, loadAxe } from './axe-faults'
import { designUnderTest, type DesignUnderTest } from './design-review'

let first: DesignUnderTest
let second: DesignUnderTest
let target: string
beforeEach(async () => {
  target = mkdtempSync(join(tmpdir(), 'benchwright-one-machine-'))
  const plan = (name: string, runtime: number) => {
    const folder = join(target, name)
    mkdirSync(folder)
    const made = fioPlan(folder, { repetitions: 1 }, { pattern: 'random-read', runtime })
    return () => [{ ...made, name, axes: [] }]
  }
  first = await designUnderTest(plan('Nova', 25))
  second = await designUnderTest(plan('Pulsar', 1))
})
afterEach(async () => {
  await first.close()
  await second.close()
  rmSync(target, { recursive: true })
})

/** Pictures for visual inspection. */
async function shoot(name: string): Promise<void> {
  const shots = process.env.BENCHWRIGHT_SHOTS
  if (shots === undefined) return
  for (const [width, height] of [
    [900, 700],
    [1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await second.window.setViewportSize({ width, height })
      await second.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await second.window.screenshot({
        path: join(shots, `machine-${name}-${String(width)}-${colorScheme}.png`),
      })
    }
  await second.window.setViewportSize({ width: 1280, height: 800 })
}

it('waits for a campaign of another program on the machine, and then goes on by itself', async () => {
  await first.part('start-campaign').click()
  await first.part('confirm-start').click()
  await first.part('campaign-state').getByText('Running').waitFor()

  const { part, window } = second
  await loadAxe(window)
  await part('start-campaign').click()
  await part('confirm-start').click()
  const dialog = part('in-use-dialog')
  await dialog.getByText('Nova').waitFor()
  await shoot('asks')
  expect(await axeFaults(window, '[data-testid=in-use-dialog]')).toEqual([])
  await part('in-use-start').click()
  await part('waits-for-machine').getByText('measures on the same machine').waitFor()
  await shoot('waits')
  await first.part('campaign-state').getByText('Done').waitFor()
  await part('campaign-state').getByText('Done').waitFor()
  expect([...first.problems, ...second.problems]).toEqual([])
})
