import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heldTarget } from '../../../src/bench/runner/supervise/run-directory'
import type { Series } from '../../../src/core/results/observation'
import { HostsWorkshop, inBursts } from './hosts-workshop'

let shop: HostsWorkshop

beforeEach(async () => {
  shop = new HostsWorkshop()
  await shop.serve()
})
afterEach(() => shop.close())

/** Value of one metric of one campaign's only measured run. */
function valueOf(campaignId: number, metric: string, direction = 'total'): number {
  const rows = [...shop.store.rows({ campaignIds: [campaignId], metrics: [metric] })]
  const values = rows.filter((row) => row.direction === direction).map(({ value }) => value)
  expect(values).toHaveLength(1)
  return values[0] ?? NaN
}

function sumOf(series: Series | undefined): number {
  let sum = 0
  for (const value of series?.values ?? []) sum += value
  return sum
}

describe('a synchronised campaign on this machine and two others', () => {
  it('measures all hosts at the same time, and stores them together and individually', async () => {
    const observe = ['disk', 'cpu'] as const
    const id = await shop.start(shop.plan({ series: 0.5, observe }, { ...inBursts, runtime: 3 }))
    const ended = shop.runner.ended(id)
    await shop.serving()
    expect(await shop.loadedTogether(ended)).toBe(true)
    expect(await ended).toBe('done')
    expect(shop.states(id)).toEqual(['done', 'done'])
    const { machineIds = [] } = shop.store.campaign(id) ?? {}
    expect(machineIds.map((one) => shop.store.campaign(one)?.host).slice(1)).toEqual(['lab', 'lab2'])
    for (const metric of ['io_count', 'io_bytes', 'iops', 'bandwidth']) {
      const sum = machineIds.map((one) => valueOf(one, metric)).reduce((a, b) => a + b, 0)
      expect(valueOf(id, metric)).toBeCloseTo(sum, 3)
    }
    const slowest = Math.max(...machineIds.map((one) => valueOf(one, 'latency_max', 'read')))
    expect(valueOf(id, 'latency_max', 'read')).toBe(slowest)
    const run = shop.store.runs(id)[1]
    const jobs = shop.store.run(run?.id ?? 0)?.files.map(({ text }) => text) ?? []
    const said = (option: string) => jobs.map((text) => new RegExp(`^${option}=.*$`, 'm').exec(text)?.[0])
    expect(new Set(said('randseed')).size).toBe(3)
    // Each is the file that its own supervisor holds.
    expect(said('filename')).toEqual(jobs.map(() => `filename=${heldTarget}`))
    const dataFiles = shop.store.execution(id)?.machines.map(({ dataFile }) => dataFile)
    expect(new Set(dataFiles).size).toBe(3)
    // Each machine's series belong to its own run; the job as a whole has none.
    const recorded = (campaignId: number) => {
      const measured = shop.store.runs(campaignId).find(({ phase }) => phase === 'measure')
      return shop.store.series(measured?.id ?? 0)
    }
    expect(recorded(id)).toEqual([])
    for (const one of machineIds) {
      const series = recorded(one)
      expect(new Set(series.map(({ source }) => source))).toEqual(new Set(['engine', 'disk', 'cpu']))
      const iops = series.find(({ metric, direction }) => metric === 'iops' && direction === 'read')
      const mean = sumOf(iops) / (iops?.seconds.length ?? 0)
      expect(iops?.seconds.length).toBeGreaterThanOrEqual(4)
      expect(mean / valueOf(one, 'iops', 'read')).toBeGreaterThan(0.5)
      expect(mean / valueOf(one, 'iops', 'read')).toBeLessThan(2)
      const used = series.find(({ source }) => source === 'cpu')
      // On the clock of the same run, throughout its measurement.
      expect(used?.startedAtMs).toBe(iops?.startedAtMs)
      expect(used?.seconds[0]).toBeLessThan(1.5)
      expect(used?.seconds.at(-1)).toBeGreaterThan(2)
    }
    expect(shop.log(id)).not.toContain('series')
    expect(shop.store.check()).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
    expect(shop.runFolders()).toEqual([])
    await shop.noneLeft()
  })
})
