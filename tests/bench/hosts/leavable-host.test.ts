import { setMaxListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Host } from '../../../src/bench/hosts/host'
import { leavableHost } from '../../../src/bench/hosts/leavable-host'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A host whose requests are never answered. */
const silent = { id: 'far', name: 'far', readFile: () => new Promise<never>(() => undefined) }

describe('a host that can be abandoned', () => {
  it('takes any number of requests at once without a warning, and ends them all', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const leaving = new AbortController()
    // Node's usual limit, which the test runner lifts.
    setMaxListeners(10, leaving.signal)
    const host = leavableHost(silent as unknown as Host, leaving.signal)
    const reads = Array.from({ length: 20 }, (_, index) => host.readFile(`/run/${String(index)}.log`, 1))
    const ends = Promise.allSettled(reads)
    leaving.abort()
    expect((await ends).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'))
    expect(warned).not.toHaveBeenCalled()
  })
})
