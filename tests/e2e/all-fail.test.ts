import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/core/plan/plan'
import { fioPlan } from '../integration/runner/fio-plan'
import { designUnderTest, type DesignUnderTest } from './design-review'

let test: DesignUnderTest
let target: string
beforeEach(async () => {
  target = mkdtempSync(join(tmpdir(), 'benchwright-all-fail-'))
  test = await designUnderTest((): readonly Plan[] => {
    // fio ends each of these runs with an error of its own: there is no such CPU.
    const plan = fioPlan(target, { repetitions: 3 }, { pattern: 'random-read', cpus_allowed: '4000' })
    return [{ ...plan, axes: [{ key: 'block_size', levels: [4096, 8192, 16384] }] }]
  })
})
afterEach(async () => {
  await test.close()
  rmSync(target, { recursive: true })
})

describe('a campaign whose runs all fail for one reason', () => {
  it('pauses, and says why where one looks, with the way to go on', async () => {
    const { part, window } = test
    await part('start-campaign').click()
    await part('confirm-start').click()
    await part('campaign-state').getByText('Paused').waitFor()
    expect(await part('campaign-halted').textContent()).toContain('runs failed for one reason')
    await part('campaign-retry-failed').waitFor()
    await part('campaign-resume').waitFor()
    const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true })
      await window.screenshot({ path: join(folder, 'all-fail.png') })
    }
    expect(test.problems).toEqual([])
  })
})
