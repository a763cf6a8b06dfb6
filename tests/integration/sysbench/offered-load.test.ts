import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeAll, expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { Plan } from '../../../src/core/plan/plan'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { needDatabasePrograms, oltpPlan } from './oltp-workshop'

beforeAll(needDatabasePrograms)

const parts = { axes: [{ key: 'offered_percent', levels: [20, 600] }] } as const
const preparation = [{ kind: 'capacity', seconds: 2, queueDepth: 2 }] as const

/** A drive that others use may be several times as fast a moment later; memory is not. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Runs the plan and returns its measurements. */
async function measured(planOf: (shop: FioWorkshop) => Plan) {
  const shop = new FioWorkshop({}, memory)
  try {
    const campaignId = await shop.start({ ...planOf(shop), preparation })
    expect(await shop.runner.ended(campaignId), shop.logText(campaignId)).toBe('done')
    expect(readdirSync(shop.target)).toEqual([])
    const runs = shop.store.runs(campaignId)
    const figure = figureOfReview(shop.store, {
      kind: 'offered-load',
      campaignIds: [campaignId],
      metric: 'latency_p95',
    })
    return { runs, rows: [...shop.store.rows({})], figure }
  } finally {
    await shop.close()
    await noneLeft(shop.folder)
  }
}

it.each([
  [
    'transactions of a database',
    'transactions',
    'offered_transactions',
    (shop: FioWorkshop) => oltpPlan(shop, parts, { jobs: 2, runtime: 3 }),
  ],
  [
    'requests of files',
    'iops',
    'offered_iops',
    (shop: FioWorkshop) =>
      newPlan(
        { id: 'fileio', seed: 1, target: { kind: 'folder', path: shop.target } },
        {
          ...{ name: 'Offered', engine: 'sysbench-fileio', repetitions: 1, ...parts },
          base: {
            ...{ pattern: 'random-write', jobs: 2, fsync: 50, fsync_each_write: true },
            // Large, because sysbench queues at most 100,000 requests.
            ...{ block_size: 4 * 1024 ** 2, file_size: 32 * 1024 ** 2, file_count: 4, runtime: 3 },
          },
        },
      ),
  ],
])('finds the capacity in %s, and offers shares of it', async (_, reached, offered, planOf) => {
  const { runs, rows, figure } = await measured(planOf)
  expect(runs.map(({ phase, state }) => `${phase} ${state}`)).toEqual([
    ...['layout done', 'prepare done', 'measure done', 'measure done'],
  ])
  const capacity = runs.find(({ phase }) => phase === 'prepare')?.headline[reached] ?? 0
  expect(capacity).toBeGreaterThan(0)
  const valueOf = (metric: string, percent: number) =>
    rows.find(
      (row) => row.metric === metric && row.direction === 'total' && row.levels.offered_percent === percent,
    )?.value ?? NaN
  expect(valueOf(offered, 20)).toBe(Math.round(capacity * 0.2))
  expect(valueOf(offered, 600)).toBe(Math.round(capacity * 6))
  expect(valueOf(reached, 600)).toBeGreaterThan(0)
  // The offered and reached rates are drawn, and which of them was too much.
  const { columns = [], rows: drawn = [] } = figure.numbers ?? {}
  const number = (column: string, row: number) =>
    Array.from(drawn)[row]?.[columns.findIndex(({ key }) => key === column)]
  expect([number('is_saturated', 1), number('reached_of_offered_percent', 1)]).toEqual([
    true,
    expect.closeTo(valueOf('offered_reached', 600), 6),
  ])
  expect(figure.x.label).toMatch(reached === 'iops' ? /IOPS/ : /^Offered \(transactions per second\)$/)
  // Nothing serves six times its capacity; the run reports it.
  expect(valueOf('offered_reached', 600)).toBeLessThan(95)
  const saturated = runs.filter(({ warnings }) =>
    warnings.some(({ id }) => id === 'offered-rate-not-reached'),
  )
  expect(saturated.map(({ levels }) => levels.offered_percent)).toContain(600)
})
