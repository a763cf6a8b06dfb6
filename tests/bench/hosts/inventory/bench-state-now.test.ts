import { expect, it } from 'vitest'
import { benchStateNow } from '../../../../src/bench/hosts/inventory/bench-state-now'
import { takeInventory } from '../../../../src/bench/hosts/inventory/take-inventory'
import { HostError } from '../../../../src/bench/hosts/host-error'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { benchState, stateChanges } from '../../../../src/core/results/campaign/bench-state'

it('is what the inventory of the same machine says', async () => {
  const host = createLocalHost()
  const { record } = await takeInventory(host, { targetPath: process.cwd() })
  const now = await benchStateNow(host)
  expect(now?.['drive-links'] ?? '').toBe(record.raw['drive-links'] ?? '')
  expect(benchState(record).length).toBeGreaterThan(3)
  expect(stateChanges(record, now ?? {})).toEqual([])
})

it('is unknown where the host does not answer', async () => {
  const host = { ...createLocalHost(), execute: () => Promise.reject(new HostError('Away.', 'Wait.')) }
  expect(await benchStateNow(host)).toBeUndefined()
})
