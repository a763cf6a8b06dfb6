import { afterEach, describe, expect, it } from 'vitest'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'

/** Each run measures the bandwidth that its depth says, in MB/s: a third of it reads. */
const engine = scriptEngine({
  parse: ({ request }) => ({
    ...{ outcome: 'done', engineVersion: '1.2', warnings: [] },
    observations: (
      [
        ['total', 3],
        ['read', 1],
        ['write', 2],
      ] as const
    ).map(([direction, share]) => ({
      ...{ kind: 'scalar', source: 'engine', test: 'script', direction, metric: 'bandwidth', unit: 'B/s' },
      value: Number(request.workload.queue_depth) * 1e6 * share,
    })),
  }),
})
const sized = () => {
  const plan = scriptPlan()
  return { ...plan, base: { ...plan.base, block_size: 4096 } }
}
const lsblk = (name: string) =>
  JSON.stringify({ blockdevices: [{ name, kname: name, path: `/dev/${name}`, model: 'Drive ' }] })

describe('the rate that writes are expected to reach', () => {
  const host = new FakeHost()
  const shop = new RunnerWorkshop(host, engine)
  afterEach(() => shop.close())

  it('is the mean of what writing runs reached on the same drive, by block size', async () => {
    host.onStart = (at) => at.finish()
    host.inventory = { ...host.inventory, lsblk: lsblk('fake') }
    expect((await shop.runner.environment(sized())).measuredRates).toBeUndefined()
    await shop.runner.ended(await shop.start(sized()))
    expect(shop.store.campaigns()[0]?.device).toBe('Drive (fake)')
    const rates = (await shop.runner.environment(sized())).measuredRates
    const depths = [...shop.store.rows({ metrics: ['bandwidth'] })].filter(
      ({ direction }) => direction === 'total',
    )
    const mean = depths.reduce((sum, { value }) => sum + value, 0) / depths.length
    expect(depths.length).toBeGreaterThan(1)
    expect(rates).toEqual([{ blockBytes: 4096, bytesPerSecond: mean }])
    host.inventory = { ...host.inventory, lsblk: lsblk('other'), df: '/dev/other 1000000 1 999999 1% /fake' }
    expect((await shop.runner.environment(sized())).measuredRates).toBeUndefined()
  })
})
