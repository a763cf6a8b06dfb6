import { afterAll, describe, expect, it } from 'vitest'
import { estimatePlan } from '../../../src/core/engines/plan-estimate'
import type { Plan } from '../../../src/core/plan/plan'
import { fioPlan } from './fio-plan'
import { FioWorkshop } from './fio-workshop'
import { startAnyway } from '../../bench/runner/start-anyway'

/** Plan against actual once something was measured on the drive: 1.3 on a quiet machine, more beside other tests. */
const mostFactor = Number(process.env.BENCHWRIGHT_PLAN_FACTOR ?? 2)
const mebibyte = 1024 ** 2

describe('what was announced', () => {
  const shop = new FioWorkshop()
  afterAll(() => shop.close())

  /** Seconds from the creation of a campaign to its end, and those announced before it. */
  async function announcedAndActual(plan: Plan) {
    shop.store.savePlan(plan)
    const announced = estimatePlan(plan, await shop.runner.environment(plan)).seconds ?? NaN
    const { campaignId } = await shop.runner.start(plan.id, '', startAnyway)
    await shop.runner.ended(campaignId)
    const campaign = shop.store.campaigns().find(({ id }) => id === campaignId)
    expect(shop.states(campaignId).filter((state) => state !== 'done')).toEqual([])
    return { announced, actual: ((campaign?.finishedAtMs ?? 0) - (campaign?.createdAtMs ?? 0)) / 1000 }
  }

  it('comes true for runs of a time, layouts, calibration and pauses', async () => {
    const first = fioPlan(
      shop.target,
      { id: 'first', axes: [{ key: 'compress_percent', levels: [0, 50] }], repetitions: 2 },
      { file_size: 32 * mebibyte },
    )
    await announcedAndActual(first)
    const second = fioPlan(
      shop.target,
      {
        id: 'second',
        axes: [{ key: 'compress_percent', levels: [0, 50, 90] }],
        repetitions: 2,
        pauseSeconds: 1,
      },
      { file_size: 64 * mebibyte, runtime: 2 },
    )
    const { announced, actual } = await announcedAndActual(second)
    expect(actual / announced).toBeLessThan(mostFactor)
    expect(announced / actual).toBeLessThan(mostFactor)
  })

  it('comes true for runs that end after an amount of data', async () => {
    const { runtime: _1, time_based: _2, ...base } = fioPlan(shop.target).base
    const moving = (id: string, repetitions: number): Plan => ({
      ...fioPlan(shop.target, { id, axes: [{ key: 'block_size', levels: [65_536, 131_072] }], repetitions }),
      base: { ...base, pattern: 'random-read', file_size: 64 * mebibyte },
    })
    await announcedAndActual(moving('short', 2))
    const { announced, actual } = await announcedAndActual(moving('long', 6))
    expect(actual / announced).toBeLessThan(mostFactor)
    expect(announced / actual).toBeLessThan(mostFactor)
  })
})
