import { afterEach, beforeEach, expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { FioWorkshop } from './fio-workshop'

let shop: FioWorkshop
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(() => shop.close())

it('ends a run of fio once it is steady, and reports one that never was in results and figures', async () => {
  const identity = { id: 'steady', seed: 1, target: { kind: 'none' } } as const
  const plan = newPlan(identity, {
    name: 'Steady',
    base: {
      ...{ pattern: 'random-read', io_engine: 'null', block_size: 4096, queue_depth: 4 },
      ...{ file_size: 64 * 1024 ** 2, runtime: 8, time_based: true, steadystate_duration: 2 },
    },
    // Nothing deviates by more than all of its mean, and nothing by less than a billionth.
    axes: [{ key: 'steadystate', levels: ['iops:100%', 'iops:0.000001%'] }],
    repetitions: 1,
  })
  const campaignId = await shop.start(plan)
  expect(await shop.runner.ended(campaignId), shop.logText(campaignId)).toBe('done')
  expect(shop.states(campaignId)).toEqual(['done', 'done'])
  const [steady, restless] = shop.store.runs(campaignId)
  const valueOf = (id: number | undefined, metric: string) =>
    shop.store.run(id ?? 0)?.measurements.find((one) => one.metric === metric)?.value
  expect(steady?.warnings.map(({ id }) => id)).not.toContain('not-steady')
  expect(valueOf(steady?.id, 'runtime')).toBeLessThan(7)
  expect(valueOf(steady?.id, 'steady_window')).toBe(2)
  expect(valueOf(steady?.id, 'steady_iops')).toBeGreaterThan(0)
  expect(restless?.warnings.map(({ id }) => id)).toContain('not-steady')
  expect(valueOf(restless?.id, 'steady_window')).toBeUndefined()
  const figure = figureOfReview(shop.store, { kind: 'results-table', campaignIds: [], metric: 'iops' })
  expect(figure.caption).toContain('Not valid: not steady in')
  expect(figure.caption).toContain('iops:0.000001%” (1 of 1 run)')
  expect(figure.caption).not.toContain('iops:100%')
})
