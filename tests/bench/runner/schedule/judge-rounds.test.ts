import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../../../src/core/plan/plan'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'

let host: FakeHost
let shop: RunnerWorkshop

beforeEach(() => {
  host = new FakeHost()
  shop = new RunnerWorkshop(host)
})
afterEach(async () => {
  await shop.close()
})

/** Two depths, in rounds of one run each; depth 1 is judged. */
const tracked: Plan = scriptPlan({
  axes: [{ key: 'queue_depth', levels: [1, 2] }],
  repetitions: 9,
  order: { kind: 'interleaved', seed: 7 },
  untilSteady: { metric: 'iops', track: { queue_depth: 1 } },
})

/** Ends every run at once with the next of these values. */
function give(values: readonly number[]) {
  let place = 0
  host.onStart = (at) => at.finish({ output: JSON.stringify({ iops: values[place++] }) })
}

/** Values of the judged case fall until round 3; the other case always swings. */
const settling = [400, 200, 100, 101, 99, 100, 102, 100, 100].flatMap((value, round) => [value, 50 * round])

describe('rounds until the drive is steady', () => {
  it('end with the window of the tracked case, for all cases, and the rounds before it do not count', async () => {
    give(settling)
    const campaignId = await shop.start(tracked)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const runs = shop.store.runs(campaignId)
    expect(runs.map(({ repetition, state }) => [repetition, state])).toEqual(
      Array.from({ length: 18 }, (_, place) => {
        const round = Math.floor(place / 2) + 1
        return [round, round <= 7 ? 'done' : 'skipped']
      }),
    )
    const leftOut = shop.store.excludedRuns()
    expect(leftOut.map(({ runId }) => runId)).toEqual(
      runs.filter(({ repetition }) => repetition < 3).map(({ id }) => id),
    )
    expect(leftOut[0]?.reason).toBe('Before steady state: the drive was steady in rounds 3 to 7.')
    expect(shop.logOf(campaignId)).toContain('The drive was steady in rounds 3 to 7 (IOPS).')
    const skipped = shop.store.run(runs.at(-1)?.id ?? 0)
    expect(skipped?.failure?.text).toBe('Not needed: the drive was steady in rounds 3 to 7.')
    expect(shop.store.check()).toEqual([])
  })

  it('continue to the last one if the window never holds, and report it', async () => {
    give(Array.from({ length: 18 }, (_, place) => 100 * 1.5 ** Math.floor(place / 2)))
    const campaignId = await shop.start(tracked)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId).every((state) => state === 'done')).toBe(true)
    expect(shop.store.excludedRuns()).toEqual([])
    expect(shop.logOf(campaignId)).toContain('The drive was not steady after 9 rounds.')
  })

  it('end for every case separately if none is tracked', async () => {
    // Depth 1 is steady at once, depth 2 from its third round on.
    give([100, 100, 100, 100, 100, 400, 200, 100, 100, 100, 100, 100])
    const campaignId = await shop.start({
      ...tracked,
      order: { kind: 'designed', seed: 7 },
      untilSteady: { metric: 'iops' },
    })
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const states = shop.states(campaignId)
    expect(states.slice(0, 9).filter((state) => state === 'done')).toHaveLength(5)
    expect(states.slice(9).filter((state) => state === 'done')).toHaveLength(7)
    const first = shop.store.runs(campaignId)[9]?.id ?? 0
    expect(shop.store.excludedRuns().map(({ runId }) => runId)).toEqual([first, first + 1])
    expect(shop.logOf(campaignId)).toContain('“QD 2”: the drive was steady in rounds 3 to 7 (IOPS).')
  })

  it('do not bridge a round with a failed run', async () => {
    let place = 0
    host.onStart = (at) => {
      place += 1
      // The judged run of round 3.
      if (place === 5) at.finish({ exitCode: 1 })
      else at.finish({ output: '{"iops": 100}' })
    }
    const campaignId = await shop.start(tracked)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.logOf(campaignId)).toContain('The drive was steady in rounds 4 to 8 (IOPS).')
  })

  it('have the same outcome if the program ends between a round and its judgement', async () => {
    give(settling.slice(0, 14))
    const campaignId = await shop.start(tracked)
    await shop.runner.ended(campaignId)
    const runs = shop.store.runs(campaignId)
    // As left by a program that was killed right after it stored the last run of round 7.
    for (const { id, repetition } of runs) if (repetition > 7) shop.store.setRunState(id, 'waiting')
    for (const { runId } of shop.store.excludedRuns()) shop.store.includeRun(runId)
    shop.store.setCampaignState(campaignId, 'interrupted')
    await shop.restart()
    await shop.runner.resume(campaignId)
    await shop.runner.ended(campaignId)
    expect(shop.state(campaignId)).toBe('done')
    expect(shop.states(campaignId).filter((state) => state === 'skipped')).toHaveLength(4)
    expect(shop.store.excludedRuns()).toHaveLength(4)
    expect(host.startedNames).toHaveLength(14)
  })
})
