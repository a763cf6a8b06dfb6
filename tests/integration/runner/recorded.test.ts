import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import type { Plan } from '../../../src/core/plan/plan'
import type { Series } from '../../../src/core/results/observation'
import { LabCampaigns } from '../ssh/lab-campaigns'
import { machine } from '../../core/plan/machine'
import { fioPlan } from './fio-plan'
import { FioWorkshop } from './fio-workshop'
import { noneLeft } from './processes'
import { startAnyway } from '../../bench/runner/start-anyway'

const recorded: Partial<Plan> = { series: 0.1, observe: ['disk', 'cpu'] }
/** Pauses that leave requests in every interval, and time for samples on a busy machine. */
const steady = { thinktime: 40_000, thinktime_blocks: 2, runtime: 2 }

/** The one series of the measured run. */
function seriesOf(store: ReviewReader, runId: number) {
  const all = store.series(runId)
  return (source: Series['source'], metric: string, direction: Series['direction'] = 'total'): Series => {
    const found = all.filter(
      (one) => one.source === source && one.metric === metric && one.direction === direction,
    )
    const [first] = found
    if (!first)
      throw new Error(
        `no ${source} ${metric} ${direction} in ${all.map((one) => `${one.source} ${one.metric} ${one.direction}`).join(', ')}`,
      )
    // Drive and partition may both be there, but neither of them twice.
    expect(new Set(found.map(({ device }) => device)).size).toBe(found.length)
    return first
  }
}

function expectRecorded(store: ReviewReader, runId: number): void {
  const run = store.run(runId)
  expect(run?.state).toBe('done')
  expect(run?.warnings.filter(({ id }) => /series|samples|log/.test(id))).toEqual([])
  const series = seriesOf(store, runId)
  const iops = series('engine', 'iops')
  const mean = (values: Float64Array) => values.reduce((sum, one) => sum + one, 0) / values.length
  const whole = run?.measurements.find(
    ({ metric, direction }) => metric === 'iops' && direction === 'total',
  )?.value
  expect(iops.values.length).toBeGreaterThanOrEqual(8)
  // An interval without requests on a busy machine is not in the log.
  for (const end of iops.seconds) expect(end).toBeCloseTo(Math.round(end * 10) / 10)
  expect(iops.seconds[0]).toBeLessThan(1)
  expect(mean(iops.values) / (whole ?? NaN)).toBeGreaterThan(0.5)
  expect(mean(iops.values) / (whole ?? NaN)).toBeLessThan(2)
  expect(series('engine', 'latency_mean', 'read').values.every((value) => value > 0)).toBe(true)
  const idle = series('cpu', 'cpu_idle')
  // Sampled throughout the engine's measurement, on the same clock.
  expect(idle.startedAtMs).toBe(iops.startedAtMs)
  expect(idle.seconds[0]).toBeLessThan(1)
  expect(idle.seconds.at(-1)).toBeGreaterThan(1.5)
  expect(series('disk', 'bandwidth').device).toBeTruthy()
  // What became series is not also kept as text.
  expect(run?.rawOutputs.map(({ name }) => name).filter((name) => /series|samples|\.sh$/.test(name))).toEqual(
    [],
  )
}

describe('a campaign that records its runs', () => {
  let shop: FioWorkshop
  beforeEach(() => {
    shop = new FioWorkshop()
  })
  afterEach(async () => {
    await shop.close()
    await noneLeft(shop.folder)
  })

  it("stores fio's series and the host's of every measured run, and leaves no sampler", async () => {
    const plan = fioPlan(shop.target, { ...recorded, repetitions: 2 }, { ...steady, jobs: 2 })
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const [layout, ...measured] = shop.store.runs(campaignId)
    expect(measured).toHaveLength(2)
    for (const { id } of measured) expectRecorded(shop.store, id)
    expect(shop.store.series(layout?.id ?? 0)).toEqual([])
    await noneLeft(shop.folder)
    expect(readdirSync(shop.runs)).toEqual([])
    expect(shop.store.check()).toEqual([])
  })

  it('stores the histogram of every interval if the plan requests it', async () => {
    const plan = fioPlan(shop.target, { series: 0.2, seriesDetail: 'histograms' }, steady)
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const [, run] = shop.store.runs(campaignId)
    const all = shop.store.series(run?.id ?? 0)
    expect(all.find(({ metric }) => metric === 'completion')?.binsNs?.length).toBeGreaterThan(0)
    expect(all.map(({ metric }) => metric)).toEqual(expect.arrayContaining(['iops', 'bandwidth']))
  })

  it('keeps the series of a stopped run as ended early, without a result, and ends its sampler', async () => {
    const campaignId = await shop.start(fioPlan(shop.target, recorded, { ...steady, runtime: 3600, jobs: 2 }))
    const directory = await shop.engineStarted('measure')
    // The sampler starts before fio does; its samples until both jobs are running say nothing about fio's series.
    await shop.happens((event) => event.type === 'terminal' && event.text.includes('Jobs: 2 (f=2)'))
    const samples = () => readFileSync(join(directory, 'samples.txt'), 'utf8').match(/ cpu /g)?.length ?? 0
    const before = samples()
    await vi.waitFor(() => expect(samples()).toBeGreaterThan(before + 12))
    await shop.runner.stop(campaignId)
    await noneLeft(shop.folder)
    const { id = 0 } = shop.store.runs(campaignId).find(({ state }) => state === 'stopped') ?? {}
    const run = shop.store.run(id)
    expect(run?.warnings.map((one) => one.id)).toEqual(['ended-early'])
    const series = seriesOf(shop.store, id)
    expect(series('engine', 'iops').values.length).toBeGreaterThan(5)
    expect(series('cpu', 'cpu_idle').startedAtMs).toBe(series('engine', 'iops').startedAtMs)
    // It is in no figure, table or comparison.
    expect(run?.measurements).toEqual([])
    expect(shop.store.campaignSeries(campaignId).runIds).toEqual([])
    expect([...shop.store.rows({})]).toEqual([])
    expect(shop.store.check()).toEqual([])
  })
})

it('records on a host over SSH as on this machine', async () => {
  const lab = new LabCampaigns()
  try {
    await lab.serve()
    lab.openRunner()
    const plan = { ...fioPlan(lab.shop.target, recorded, steady), hosts: [machine('lab')] as const }
    lab.store.savePlan(plan)
    const { campaignId } = await lab.runner.start(plan.id, '', startAnyway)
    expect(await lab.runner.ended(campaignId)).toBe('done')
    expectRecorded(lab.store, lab.store.runs(campaignId).at(-1)?.id ?? 0)
    await noneLeft(lab.shop.folder)
  } finally {
    await lab.close()
  }
})
