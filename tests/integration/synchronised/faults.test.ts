import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unhurried } from '../runner/fio-plan'
import { becomes } from '../ssh/login-screen'
import { otherMachine, serveAs } from '../ssh/serve-as'
import { signal } from '../ssh/ssh-workshop'
import { HostsWorkshop, inBursts } from './hosts-workshop'
import { machine } from '../../core/plan/machine'

let shop: HostsWorkshop

beforeEach(async () => {
  shop = new HostsWorkshop()
  await shop.serve()
})
afterEach(() => shop.close())

const measuredStates = (campaignId: number) =>
  shop.store
    .runs(campaignId)
    .filter(({ phase }) => phase === 'measure')
    .map(({ state }) => state)

/** Every campaign of the file, leader and hosts: states of its measured runs. */
const allStates = () => shop.store.campaigns().map(({ id }) => measuredStates(id))

/** Resolves once none of these processes exists. */
async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${String(pid)}/cwd`)))
    await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a synchronised campaign', () => {
  it('repeats exactly the run in which the connection to one host was lost, and doubles nothing', async () => {
    const id = await shop.start(shop.plan({ repetitions: 2 }, { ...unhurried, runtime: 3 }))
    await shop.serving()
    const [, lab2] = shop.labs
    await lab2.stopServer()
    await becomes(shop.pool.ssh(machine('lab2')), 'unknown')
    await lab2.serve()
    expect(await shop.runner.ended(id)).toBe('done')
    expect(allStates()).toEqual(Array(4).fill(['done', 'done']))
    expect(shop.log(id).match(/was interrupted and waits again/g)).toHaveLength(1)
    expect(shop.log(id)).toContain('The line to one of its hosts was lost')
    expect(shop.store.check()).toEqual([])
    expect(shop.runFolders()).toEqual([])
    await shop.noneLeft()
  })

  it.runIf(process.getuid?.() === 0)(
    'row 21: does nothing on another machine that answers to the name of one of its hosts',
    async () => {
      const id = await shop.start(shop.plan({ repetitions: 2 }, { ...unhurried, runtime: 60 }))
      const processes = await shop.serving()
      const [, lab2] = shop.labs
      await lab2.stopServer()
      await becomes(shop.pool.ssh(machine('lab2')), 'unknown')
      const empty = await serveAs(lab2, { machineId: otherMachine, bootId: 'another-boot' }, [lab2.runs])
      expect(await shop.runner.ended(id)).toBe('interrupted')
      expect(shop.log(id)).toContain('lab2 is another machine than the one the campaign was started on')
      await gone(processes)
      expect(readdirSync(empty)).toEqual([])
      await expect(shop.runner.resume(id)).rejects.toMatchObject({ id: 'other-host' })
    },
  )

  it('is refused before its start if a connection cannot carry it', async () => {
    const plan = shop.plan()
    shop.store.savePlan(plan)
    await shop.restart({ controlSockets: false })
    expect(await shop.runner.check(plan.id)).toMatchObject([
      {
        id: 'no-tunnel',
        text: 'The connection to lab has no control socket, so it cannot carry a synchronised job.',
      },
      { id: 'no-tunnel', text: expect.stringContaining('to lab2 has no') as string },
    ])
    expect(shop.runFolders()).toEqual([])
  })

  it('leaves no process on any host when it is stopped, and continues afterwards', async () => {
    const id = await shop.start(shop.plan({}, { ...unhurried, runtime: 60 }))
    const processes = await shop.serving()
    expect(processes.length).toBeGreaterThan(6)
    await shop.runner.stop(id)
    expect(shop.processes()).toEqual([])
    await gone(processes)
    expect(allStates()).toEqual(Array(4).fill(['stopped']))
    expect(shop.log(id)).toMatch(/was stopped\. Ended processes .*; none is left/)
    expect(readdirSync(shop.target)).toEqual([])
    const [, machine] = shop.store.campaigns()
    await expect(shop.runner.resume(machine?.id ?? 0)).rejects.toMatchObject({ id: 'machine-campaign' })
    expect(() => shop.runner.delete(machine?.id ?? 0)).toThrow(
      expect.objectContaining({ id: 'machine-campaign' }),
    )
    await shop.runner.erase(id)
    expect(shop.store.campaigns()).toEqual([])
  })

  it('ends its load automatically when the app is gone, and is resumed without half a result', async () => {
    const id = await shop.start(shop.plan({}, { ...unhurried, runtime: 4 }))
    const processes = await shop.serving()
    // What a killed app leaves: no connection, and runs that are still on record.
    await shop.restart()
    await gone(processes)
    expect(measuredStates(id)).toEqual(['running'])
    await shop.runner.reconcile()
    expect(await shop.runner.ended(id)).toBe('done')
    expect(allStates()).toEqual(Array(4).fill(['done']))
    expect(shop.log(id)).toMatch(/was interrupted and waits again/)
    expect(shop.store.check()).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
    expect(shop.runFolders()).toEqual([])
  })

  it('fails a run on all hosts if one of them cannot do its part', async () => {
    const id = await shop.start(shop.plan({}, { ...inBursts, runtime: 60 }))
    const ended = shop.runner.ended(id)
    // A server that dies is tried once more; the second time the run fails.
    while (await shop.loadedTogether(ended)) for (const pid of shop.serversOf('lab2')) signal(pid, 'SIGKILL')
    expect(await ended).toBe('done')
    expect(allStates(), shop.log(id)).toEqual(Array(4).fill(['failed']))
    expect(shop.states(id)[1]).toMatch(/^failed: host-missing .*lab2/)
    // A lost connection, which a busy machine may cause, does not count.
    expect(shop.log(id).match(/waits again\. (?!The line)/g)).toHaveLength(1)
    await shop.noneLeft()
  })
})
