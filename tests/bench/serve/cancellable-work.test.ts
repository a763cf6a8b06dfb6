import { once } from 'node:events'
import { expect, test } from 'vitest'
import { CancellableWork } from '../../../src/bench/serve/session'
import { isCancelled } from '../../../src/core/contract/request-failure'

/** Work that ends only when it is cancelled. */
async function untilGivenUp(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw new Error('The host was told to stop.')
}

const endOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

test('a cancelled check is rejected as cancelled, whatever the work returns', async () => {
  const checks = new CancellableWork('It was cancelled.')
  const [one, start] = [endOf(checks.run('plan', untilGivenUp)), endOf(checks.run('plan', untilGivenUp))]
  checks.cancel('plan')
  expect([await one, await start].map(isCancelled)).toEqual([true, true])
})

test('other plans continue, and a cancel that comes too late does nothing', async () => {
  const checks = new CancellableWork('It was cancelled.')
  const other = endOf(checks.run('other', untilGivenUp))
  expect(await checks.run('plan', () => Promise.resolve(3))).toBe(3)
  checks.cancel('plan')
  expect(await checks.run('plan', (signal) => Promise.resolve(signal.aborted))).toBe(false)
  checks.cancel('other')
  expect(isCancelled(await other)).toBe(true)
})

test('a failure of the work is passed on unchanged', async () => {
  const checks = new CancellableWork('It was cancelled.')
  const broken = endOf(checks.run('plan', () => Promise.reject(new Error('fio is missing.'))))
  expect(await broken).toEqual(new Error('fio is missing.'))
  expect(isCancelled(await broken)).toBe(false)
})
