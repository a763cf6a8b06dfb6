import { afterEach, describe, expect, it } from 'vitest'
import { FakeHost } from './fake-host'
import { RunnerWorkshop, scriptPlan } from './runner-workshop'
import { scriptEngine } from './script-engine'

/** Each run measures the bandwidth that its depth says, in MB/s. */
const engine = scriptEngine({
  parse: ({ request }) => ({
    ...{ outcome: 'done', engineVersion: '1.2', histograms: [], warnings: [] },
    measurements: (['read', 'write'] as const).map((direction) => ({
      ...{ test: 'script', direction, metric: 'bandwidth', unit: 'B/s' },
      value: Number(request.workload.queue_depth) * 1e6 * (direction === 'read' ? 100 : 1),
    })),
  }),
})
const lsblk = (name: string) =>
  JSON.stringify({ blockdevices: [{ name, kname: name, path: `/dev/${name}`, model: 'Drive ' }] })

describe('the rate writes are expected to reach', () => {
  const host = new FakeHost()
  const shop = new RunnerWorkshop(host, engine)
  afterEach(() => shop.close())

  it('is the fastest write measured on the same drive', async () => {
    host.onStart = (at) => at.finish()
    host.inventory = { ...host.inventory, lsblk: lsblk('fake') }
    expect((await shop.runner.environment(scriptPlan())).measuredWriteBytesPerSecond).toBeUndefined()
    await shop.runner.ended(await shop.start(scriptPlan()))
    expect(shop.store.campaigns()[0]?.device).toBe('Drive (fake)')
    expect((await shop.runner.environment(scriptPlan())).measuredWriteBytesPerSecond).toBe(4e6)
    host.inventory = { ...host.inventory, lsblk: lsblk('other'), df: '/dev/other 1000000 1 999999 1% /fake' }
    expect((await shop.runner.environment(scriptPlan())).measuredWriteBytesPerSecond).toBeUndefined()
  })
})
