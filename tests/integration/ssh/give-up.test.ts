import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OrphanDesk } from '../../../src/bench/serve/desks/orphan-desk'
import { fioPlan, unhurried } from '../runner/fio-plan'
import { enginePid, noneLeft, runProcesses } from '../runner/processes'
import { LabCampaigns } from './lab-campaigns'
import { becomes } from './login-screen'
import { signal } from './ssh-workshop'
import { machine } from '../../core/plan/machine'
import { startAnyway } from '../../bench/runner/start-anyway'

let lab: LabCampaigns
beforeEach(async () => {
  lab = new LabCampaigns()
  await lab.serve()
})
afterEach(() => lab.close())

/** Starts two runs of some seconds on `lab`; resolves once fio measures the first. */
async function running(seconds: number): Promise<{ campaignId: number; directory: string }> {
  const { shop, store, runner } = lab
  store.savePlan({
    ...fioPlan(shop.target, { repetitions: 2 }, { ...unhurried, runtime: seconds }),
    hosts: [machine('lab')],
  })
  const { campaignId } = await runner.start('fio-plan', '', startAnyway)
  return { campaignId, directory: await lab.measuring() }
}

it('a campaign on a frozen host is abandoned at once; what continued there is collected when it is resumed', async () => {
  const pool = lab.openRunner()
  const { shop, store, runner } = lab
  const { campaignId, directory } = await running(3)
  const thaw = shop.freeze(runProcesses(shop.folder))
  await runner.giveUp(campaignId)
  expect(store.campaign(campaignId)?.state).toBe('interrupted')
  expect(lab.states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  expect(lab.logOf(campaignId)).toMatch(/given up while lab was away.*may still be running there/)
  // Nothing of this process has the file open any more, and the run was not affected.
  expect(store.runnerHolder()).toBeUndefined()
  await vi.waitFor(() => expect(existsSync(join(directory, 'rc'))).toBe(true))
  expect(readFileSync(join(directory, 'rc'), 'utf8')).toMatch(/^0 /)

  thaw()
  await pool.ssh(machine('lab')).whenReachable()
  await runner.resume(campaignId)
  expect(await runner.ended(campaignId)).toBe('done')
  expect(lab.states(campaignId)).toEqual(['done', 'done', 'done'])
  expect(lab.logOf(campaignId)).not.toContain('waits again')
  expect(store.check()).toEqual([])
  await noneLeft(shop.folder)
  expect(readdirSync(shop.runs)).toEqual([])
})

it('a stop that waits for a dead host ends when abandoned; the run is found there as an orphan of this campaign', async () => {
  const pool = lab.openRunner()
  const { shop, store, runner } = lab
  const { campaignId, directory } = await running(60)
  await shop.stopServer()
  await becomes(pool.ssh(machine('lab')), 'unknown')
  expect(runner.isHostAway(campaignId)).toBe(true)
  const stopping = expect(runner.stop(campaignId)).rejects.toThrow('given up while lab was away')
  await runner.giveUp(campaignId)
  await stopping
  expect(lab.states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  await expect(runner.resume(campaignId)).rejects.toMatchObject({ id: 'host-away' })
  await expect(runner.giveUp(campaignId)).rejects.toMatchObject({ id: 'not-running' })

  await shop.serve()
  await becomes(pool.ssh(machine('lab')), 'online')
  const desk = new OrphanDesk({ review: store, pool, ownTags: () => runner.tags() })
  const { orphans } = await desk.onHost(machine('lab'))
  expect(orphans).toMatchObject([
    { target: expect.stringContaining(shop.target) as string, campaign: { id: campaignId } },
  ])
  expect(orphans[0]?.processes.map(({ pid }) => pid)).toContain(enginePid(directory))
  const proof = await desk.stop(machine('lab'), orphans[0]?.runName ?? '')
  expect(proof.leftPids).toEqual([])
  expect(runProcesses(shop.folder)).toEqual([])
  expect(await desk.stop(machine('lab'), orphans[0]?.runName ?? '')).toEqual({ endedPids: [], leftPids: [] })

  // An ended run is not a result: it is measured again.
  await runner.resume(campaignId)
  await vi.waitFor(() => expect(lab.logOf(campaignId)).toContain('was interrupted and waits again'))
  await runner.stop(campaignId)
  expect(runProcesses(shop.folder)).toEqual([])
})

it('a stop of everything ends even if a host is away, and names what may still be running there', async () => {
  const pool = lab.openRunner()
  const { shop, store, runner } = lab
  const { campaignId } = await running(60)
  await shop.stopServer()
  await becomes(pool.ssh(machine('lab')), 'unknown')
  expect(await runner.stopAll(100)).toEqual([{ campaign: store.campaign(campaignId)?.name, hosts: 'lab' }])
  expect(store.campaign(campaignId)?.state).toBe('interrupted')
  expect(lab.states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  expect(store.runnerHolder()).toBeUndefined()
  for (const pid of runProcesses(shop.folder)) signal(pid, 'SIGKILL')
})

it('a campaign of an earlier session is abandoned while its host is awaited', async () => {
  lab.openRunner()
  const { shop, store } = lab
  const { campaignId } = await running(60)
  const before = lab.runner
  before.leave()
  await shop.stopServer()
  await before.dispose()
  lab.openRunner()
  const { runner } = lab
  await runner.reconcile()
  expect(runner.isHostAway(campaignId)).toBe(true)
  expect(await runner.stopAll()).toMatchObject([{ hosts: 'lab' }])
  expect(store.campaign(campaignId)?.state).toBe('interrupted')
  expect(lab.states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  expect(store.runnerHolder()).toBeUndefined()
  for (const pid of runProcesses(shop.folder)) signal(pid, 'SIGKILL')
})
