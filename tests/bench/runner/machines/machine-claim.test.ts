import { expect, it, vi } from 'vitest'
import type { HostStatus } from '../../../../src/core/contract/host-requests'
import type { ExecuteOptions, ExecuteResult } from '../../../../src/bench/hosts/host'
import type { CampaignContext } from '../../../../src/bench/runner/campaign-context'
import { MachineClaim } from '../../../../src/bench/runner/machines/machine-claim'
import { FakeHost } from '../fake-host'

/** A machine that can go away, or stop answering while nobody knows. Its requests then end with their signal only. */
class FrozenHost extends FakeHost {
  status: HostStatus = { state: 'online', sinceMs: 0 }
  isFrozen = false
  /** What the campaign asked of it: 'enter' or 'leave'. */
  readonly asked: string[] = []
  pending = 0
  readonly #listeners = new Set<(status: HostStatus) => void>()

  override async execute(script: string, options: ExecuteOptions = {}): Promise<ExecuteResult> {
    this.asked.push(options.arguments?.[0] ?? '')
    if (!this.isFrozen) return super.execute(script, options)
    this.pending += 1
    await new Promise<void>((resolve) => options.signal?.addEventListener('abort', () => resolve()))
    this.pending -= 1
    throw new Error('cancelled')
  }

  whenReachable(): Promise<void> {
    return Promise.resolve()
  }

  onStatus(listener: (status: HostStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  becomes(status: HostStatus): void {
    this.status = status
    for (const listener of this.#listeners) listener(status)
  }
}

/** Of a campaign on one machine, or from a client on several. */
function claimOf(...hosts: readonly FakeHost[]): MachineClaim {
  const machines = hosts.map((host, place) => ({ host, tag: `aaaa.${place}`, machine: `machine-${place}` }))
  const context = { ...machines[0], machines: machines.slice(hosts.length > 1 ? 1 : 0) }
  return new MachineClaim(context as unknown as CampaignContext, {
    ...{ name: 'Mix', isBeside: false, ownTags: () => [], onBeside: () => undefined },
  })
}
const taken = (claim: MachineClaim) => claim.take(new AbortController().signal, () => undefined)

it('leaves a machine that answers', async () => {
  const host = new FrozenHost()
  const claim = claimOf(host)
  expect(await taken(claim)).toBe(true)
  await claim.release()
  expect(host.asked).toEqual(['enter', 'enter', 'leave'])
})

it('gives up every request to an abandoned machine, asks it nothing more, and leaves those that cannot be away', async () => {
  const client = new FakeHost()
  const [frozen, other] = [new FrozenHost(), new FrozenHost()]
  const claim = claimOf(client, frozen, other)
  vi.useFakeTimers()
  try {
    expect(await taken(claim)).toBe(true)
    frozen.isFrozen = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(frozen.pending).toBe(1)
    const before = client.verbs.length
    claim.abandon()
    await claim.release()
    expect(client.verbs).toHaveLength(before + 1)
  } finally {
    vi.useRealTimers()
  }
  expect(frozen.pending).toBe(0)
  expect([...frozen.asked, ...other.asked]).not.toContain('leave')
})

it('ends a release in progress when the machine is abandoned, or turns out to be away', async () => {
  const ends: ((claim: MachineClaim, host: FrozenHost) => void)[] = [
    (claim) => claim.abandon(),
    (_, host) => host.becomes({ state: 'unknown', sinceMs: 0 }),
  ]
  for (const end of ends) {
    const host = new FrozenHost()
    const claim = claimOf(host)
    await taken(claim)
    host.isFrozen = true
    const released = claim.release()
    await vi.waitFor(() => expect(host.pending).toBe(1))
    end(claim, host)
    await released
    expect(host.pending).toBe(0)
  }
})

it('does not ask a machine that is away to let it leave', async () => {
  const host = new FrozenHost()
  const claim = claimOf(host)
  await taken(claim)
  host.becomes({ state: 'unknown', sinceMs: 0 })
  await claim.release()
  expect(host.asked).not.toContain('leave')
})

it('does not wait for good for a machine that does not answer', async () => {
  const host = new FrozenHost()
  const claim = claimOf(host)
  await taken(claim)
  host.isFrozen = true
  vi.useFakeTimers()
  try {
    const released = claim.release()
    await vi.runOnlyPendingTimersAsync()
    await released
  } finally {
    vi.useRealTimers()
  }
  expect(host.pending).toBe(0)
})
