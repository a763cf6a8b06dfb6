import { afterEach, beforeEach, expect, it } from 'vitest'
import { unhurried } from '../runner/fio-plan'
import { becomes } from '../ssh/login-screen'
import { HostsWorkshop } from './hosts-workshop'
import { machine } from '../../core/plan/machine'

let shop: HostsWorkshop

beforeEach(async () => {
  shop = new HostsWorkshop()
  await shop.serve()
})
afterEach(() => shop.close())

/** Each campaign of the file, leader and hosts: the states of its measured runs. */
const fates = () =>
  shop.store.campaigns().map(({ id }) =>
    shop.store
      .runs(id)
      .filter(({ phase }) => phase === 'measure')
      .map(({ state, failure }) => failure?.id ?? state),
  )
const campaignStates = () => shop.store.campaigns().map(({ state }) => state)

async function goesOnToTheEnd(id: number): Promise<void> {
  await shop.runner.resume(id)
  expect(await shop.runner.ended(id)).toBe('done')
  expect(fates()).toEqual(Array(4).fill(['done', 'done']))
  expect(shop.store.check()).toEqual([])
  expect(shop.runFolders()).toEqual([])
  await shop.noneLeft()
}

it('a campaign with one frozen host is abandoned at once on all of them, and continues when it is back', async () => {
  const id = await shop.start(shop.plan({ repetitions: 2 }, { ...unhurried, runtime: 3 }))
  const working = await shop.serving()
  const [, lab2] = shop.labs
  const thaw = lab2.freeze(working)
  await shop.runner.giveUp(id)
  expect(campaignStates()).toEqual(Array(4).fill('interrupted'))
  expect(fates()).toEqual(Array(4).fill(['host-given-up', 'waiting']))
  expect(shop.log(id)).toMatch(/given up while .*lab2.* away.*may still be running there/)
  // Nothing of this process has the file open any more.
  expect(shop.store.runnerHolder()).toBeUndefined()

  thaw()
  await shop.pool.ssh(machine('lab2')).whenReachable()
  await goesOnToTheEnd(id)
})

it('a stop that waits for one dead host ends when abandoned, and names that host alone', async () => {
  const id = await shop.start(shop.plan({ repetitions: 2 }, { ...unhurried, runtime: 3 }))
  await shop.serving()
  const [, lab2] = shop.labs
  await lab2.stopServer()
  await becomes(shop.pool.ssh(machine('lab2')), 'unknown')
  expect(shop.runner.isHostAway(id)).toBe(true)
  const stopping = expect(shop.runner.stop(id)).rejects.toThrow('given up while lab2 was away')
  await shop.runner.giveUp(id)
  await stopping
  expect(campaignStates()).toEqual(Array(4).fill('interrupted'))
  expect(shop.log(id)).toContain('given up while lab2 was away')
  await expect(shop.runner.resume(id)).rejects.toMatchObject({ id: 'host-away' })
  await expect(shop.runner.giveUp(id)).rejects.toMatchObject({ id: 'not-running' })

  await lab2.serve()
  await becomes(shop.pool.ssh(machine('lab2')), 'online')
  await goesOnToTheEnd(id)
})
