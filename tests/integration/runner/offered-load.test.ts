import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fioPlan } from './fio-plan'
import { FioWorkshop } from './fio-workshop'
import { noneLeft } from './processes'

let shop: FioWorkshop
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(async () => {
  await shop.close()
  await noneLeft(shop.folder)
})

it('finds the capacity, offers shares of it, and stores the rate and what was served of it', async () => {
  const plan = fioPlan(
    shop.target,
    {
      axes: [{ key: 'offered_percent', levels: [5, 500] }],
      preparation: [{ kind: 'capacity', seconds: 1, queueDepth: 1 }],
    },
    { pattern: 'random-read', runtime: 1 },
  )
  const campaignId = await shop.start(plan)
  expect(await shop.runner.ended(campaignId), shop.logText(campaignId)).toBe('done')
  expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
  const runs = shop.store.runs(campaignId)
  const capacity = runs.find(({ phase }) => phase === 'prepare')?.headline.iops ?? 0
  expect(capacity).toBeGreaterThan(0)
  const rows = [...shop.store.rows({ metrics: ['offered_iops', 'offered_reached'] })]
  const valueOf = (metric: string, percent: number) =>
    rows.find((row) => row.metric === metric && row.levels.offered_percent === percent)?.value ?? NaN
  expect(valueOf('offered_iops', 5)).toBe(Math.round(capacity * 0.05))
  expect(valueOf('offered_iops', 500)).toBe(Math.round(capacity * 5))
  // Nothing serves five times its capacity; the run reports it.
  expect(valueOf('offered_reached', 500)).toBeLessThan(95)
  const saturated = runs.filter(({ warnings }) =>
    warnings.some(({ id }) => id === 'offered-rate-not-reached'),
  )
  expect(saturated.map(({ levels }) => levels.offered_percent)).toContain(500)
  // The capacity is not a result of the plan.
  expect(rows.every(({ levels }) => levels.offered_percent !== undefined)).toBe(true)
  expect(
    [...shop.store.rows({ metrics: ['iops'] })].filter(({ direction }) => direction === 'total'),
  ).toHaveLength(2)
  expect(readdirSync(shop.target)).toEqual([])
})
