import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heldTarget } from '../../../src/bench/runner/supervise/run-directory'
import { HostsWorkshop } from './hosts-workshop'

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

describe('a synchronised campaign on this machine and two others', () => {
  it('measures all hosts at the same time, and stores them together and each by itself', async () => {
    const id = await shop.start(shop.plan({}, { runtime: 3 }))
    const ended = shop.runner.ended(id)
    await shop.serving()
    expect(await shop.loadedTogether(ended)).toBe(true)
    expect(await ended).toBe('done')
    expect(shop.states(id)).toEqual(['done', 'done'])
    const { memberIds = [] } = shop.store.campaign(id) ?? {}
    expect(memberIds.map((one) => shop.store.campaign(one)?.host).slice(1)).toEqual(['lab', 'lab2'])
    for (const metric of ['io_count', 'io_bytes', 'iops', 'bandwidth']) {
      const sum = memberIds.map((one) => valueOf(one, metric)).reduce((a, b) => a + b, 0)
      expect(valueOf(id, metric)).toBeCloseTo(sum, 3)
    }
    const slowest = Math.max(...memberIds.map((one) => valueOf(one, 'latency_max', 'read')))
    expect(valueOf(id, 'latency_max', 'read')).toBe(slowest)
    const run = shop.store.runs(id)[1]
    const jobs = shop.store.run(run?.id ?? 0)?.files.map(({ text }) => text) ?? []
    const said = (option: string) => jobs.map((text) => new RegExp(`^${option}=.*$`, 'm').exec(text)?.[0])
    expect(new Set(said('randseed')).size).toBe(3)
    // Each the file that its own supervisor holds.
    expect(said('filename')).toEqual(jobs.map(() => `filename=${heldTarget}`))
    const dataFiles = shop.store.execution(id)?.members.map(({ dataFile }) => dataFile)
    expect(new Set(dataFiles).size).toBe(3)
    expect(shop.store.check()).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
    expect(shop.runFolders()).toEqual([])
    await shop.noneLeft()
  })
})
