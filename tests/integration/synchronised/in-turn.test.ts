import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { turnOrder } from '../../../src/core/plan/order'
import { machine } from '../../core/plan/machine'
import { HostsWorkshop } from './hosts-workshop'
import { startAnyway } from '../../bench/runner/start-anyway'

let shop: HostsWorkshop

beforeEach(async () => {
  shop = new HostsWorkshop()
  await shop.serve()
})
afterEach(() => shop.close())

const seed = 3
const repetitions = 4

describe('two plans that load several hosts at once', () => {
  it('measure in blocks of two rounds, are paused and resumed together, and are paired on every host', async () => {
    const plans = ['A', 'B'].map((name) =>
      shop.plan({
        ...{ id: `plan-${name}`, name, hosts: [machine('local'), machine('lab')] },
        ...{ repetitions, order: { kind: 'interleaved', seed } },
      }),
    )
    for (const plan of plans) shop.store.savePlan(plan)
    const starts = plans.map(({ id: planId, name }) => ({ planId, configuration: name }))
    const { campaignIds } = await shop.runner.startInterleaved(starts, startAnyway)
    const [first = 0, second = 0] = campaignIds
    shop.runner.pause(second)
    expect(await Promise.all(campaignIds.map((id) => shop.runner.ended(id)))).toEqual(['paused', 'paused'])
    await shop.runner.resume(first)
    expect(await Promise.all(campaignIds.map((id) => shop.runner.ended(id)))).toEqual(['done', 'done'])

    const begun = campaignIds
      .flatMap((id, side) => shop.store.runs(id).map((run) => ({ side, run })))
      .filter(({ run }) => run.phase === 'measure')
      .sort((one, other) => (one.run.startedAtMs ?? 0) - (other.run.startedAtMs ?? 0))
      .map(({ side, run }) => [run.repetition, side])
    const rounds = Array.from({ length: repetitions }, (_, at) => at + 1)
    expect(begun).toEqual(
      rounds.flatMap((round) => [...turnOrder(2, seed, round)].map((side) => [round, side])),
    )

    const partsOf = (id: number) => shop.store.campaign(id)?.machineIds ?? []
    const pairs = [[first, second], ...partsOf(first).map((id, at) => [id, partsOf(second)[at]])]
    expect(pairs).toHaveLength(3)
    for (const [one, other] of pairs) {
      const { candidates } = shop.store.compare({
        baseline: [{ key: 'campaign', value: String(one) }],
        candidates: [[{ key: 'campaign', value: String(other) }]],
        metric: 'iops',
      })
      const cells = candidates[0]?.cells ?? []
      expect(cells.length).toBeGreaterThan(0)
      expect(cells.every((cell) => cell.paired && cell.n.baseline === repetitions)).toBe(true)
    }
    await shop.noneLeft()
  })
})
