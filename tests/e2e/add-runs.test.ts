import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import type { Plan } from '../../src/core/plan/plan'
import { fioPlan } from '../integration/runner/fio-plan'
import { designUnderTest, type DesignUnderTest } from './design-review'

let test: DesignUnderTest
let target: string
beforeEach(async () => {
  target = mkdtempSync(join(tmpdir(), 'benchwright-add-runs-'))
  test = await designUnderTest((): readonly Plan[] => {
    const plan = fioPlan(
      target,
      { repetitions: 2 },
      { pattern: 'random-read', io_engine: 'libaio', queue_depth: 1, block_size: 4096 },
    )
    const axes = [{ key: 'queue_depth', levels: [1, 4] }]
    return [{ ...plan, axes, base: { ...plan.base, file_size: 4 * 1024 * 1024, runtime: 1 } }]
  })
})
afterEach(async () => {
  await test.close()
  rmSync(target, { recursive: true })
})

describe('a campaign that is done', () => {
  it('gets more runs of each case by mouse alone, which count with its own', async () => {
    const { part, window } = test
    await part('start-campaign').click()
    await part('confirm-start').click()
    await part('campaign-state').getByText('Done').waitFor()

    await part('campaign-add-runs').click()
    await part('add-runs-count').fill('0')
    expect(await part('add-runs-start').isDisabled()).toBe(true)
    await part('add-runs-count').fill('3')
    expect(await part('add-runs-meaning').textContent()).toBe('6 runs of 2 cases; each has 5 runs then.')
    const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true })
      await window.screenshot({ path: join(folder, 'add-runs.png') })
    }
    await part('add-runs-start').click()
    await part('campaign-add-runs').waitFor({ state: 'detached' })
    await part('campaign-add-runs').waitFor()
    await part('campaign-state').getByText('Done').waitFor()
    if (folder !== undefined) await window.screenshot({ path: join(folder, 'runs-added.png') })

    await vi.waitFor(() => {
      const review = openReview(test.file, { mode: 'read' })
      const runs = review.runs(1).filter(({ phase, state }) => phase === 'measure' && state === 'done')
      review.close()
      expect(runs).toHaveLength(10)
    })
    expect(test.problems).toEqual([])
  })
})
