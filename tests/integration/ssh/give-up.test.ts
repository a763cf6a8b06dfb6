import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { OrphanDesk } from '../../../src/bench/serve/orphan-desk'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { fioPlan } from '../runner/fio-plan'
import { enginePid, runProcesses } from '../runner/processes'
import { becomes } from './login-screen'
import { signal, SshWorkshop } from './ssh-workshop'

let shop: SshWorkshop
let store: ReviewWriter
let runner: CampaignRunner

beforeEach(async () => {
  shop = new SshWorkshop()
  await shop.serve()
  shop.configure()
  shop.trust()
  store = createReview(join(shop.folder, 'review.benchwright'))
})
afterEach(async () => {
  runner.leave()
  await shop.close()
  await runner.dispose()
  store.close()
})

function openRunner() {
  const pool = shop.pool()
  runner = new CampaignRunner({
    store,
    host: pool.local,
    hosts: pool,
    stateFolder: join(shop.folder, 'own-state'),
  })
  return pool
}

/** Starts two runs of some seconds on `lab`; answers when fio measures the first. */
async function running(seconds: number): Promise<{ campaignId: number; directory: string }> {
  store.savePlan({ ...fioPlan(shop.target, { repetitions: 2 }, { runtime: seconds }), host: 'lab' })
  const { campaignId } = await runner.start('fio-plan', '')
  const isMeasuring = () =>
    store.runs(campaignId).some((run) => run.phase === 'measure' && run.state === 'running')
  const directory = () =>
    readdirSync(shop.runs)
      .map((name) => join(shop.runs, name))
      .find((path) => existsSync(join(path, 'engine')) && !existsSync(join(path, 'rc'))) ?? ''
  await vi.waitFor(() => expect(isMeasuring() && directory() !== '').toBe(true), {
    timeout: 60_000,
    interval: 50,
  })
  return { campaignId, directory: directory() }
}

const states = (campaignId: number) => store.runs(campaignId).map((run) => run.failure?.id ?? run.state)
const logOf = (campaignId: number) =>
  store
    .log(campaignId)
    .map(({ text }) => text)
    .join('\n')

it('a campaign whose host is frozen is given up at once; what ran on there is collected when it is resumed', async () => {
  const pool = openRunner()
  const { campaignId, directory } = await running(3)
  const engine = enginePid(directory)
  const frozen = [shop.serverPid, ...shop.connections().filter((pid) => pid !== engine)]
  for (const pid of frozen) signal(pid, 'SIGSTOP')
  await runner.giveUp(campaignId)
  expect(store.campaign(campaignId)?.state).toBe('interrupted')
  expect(states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  expect(logOf(campaignId)).toMatch(/given up while lab was away.*may still be going on there/)
  // Nothing of this process holds the file any more, and the run never noticed.
  expect(store.runnerHolder()).toBeUndefined()
  process.kill(engine, 0)
  await vi.waitFor(() => expect(existsSync(join(directory, 'rc'))).toBe(true), {
    timeout: 60_000,
    interval: 50,
  })

  for (const pid of frozen) signal(pid, 'SIGCONT')
  await pool.ssh('lab').whenReachable()
  await runner.resume(campaignId)
  expect(await runner.ended(campaignId)).toBe('done')
  expect(states(campaignId)).toEqual(['done', 'done', 'done'])
  expect(logOf(campaignId)).not.toContain('waits again')
  expect(store.check()).toEqual([])
  expect(runProcesses(shop.folder)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
})

it('a stop that waits for a dead host ends with giving up; the run is found there as an orphan of this campaign', async () => {
  const pool = openRunner()
  const { campaignId, directory } = await running(60)
  await shop.stopServer()
  await becomes(pool.ssh('lab'), 'unknown')
  expect(runner.isHostAway(campaignId)).toBe(true)
  const stopping = expect(runner.stop(campaignId)).rejects.toThrow('given up while lab was away')
  await runner.giveUp(campaignId)
  await stopping
  expect(states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  await expect(runner.resume(campaignId)).rejects.toMatchObject({ id: 'host-away' })
  await expect(runner.giveUp(campaignId)).rejects.toMatchObject({ id: 'not-running' })

  await shop.serve()
  await becomes(pool.ssh('lab'), 'online')
  const desk = new OrphanDesk({ review: store, pool, ownTags: () => runner.tags() })
  const { orphans } = await desk.onHost('lab')
  expect(orphans).toMatchObject([
    { target: expect.stringContaining(shop.target) as string, campaign: { id: campaignId } },
  ])
  expect(orphans[0]?.processes.map(({ pid }) => pid)).toContain(enginePid(directory))
  const proof = await desk.stop('lab', orphans[0]?.runName ?? '')
  expect(proof.leftPids).toEqual([])
  expect(runProcesses(shop.folder)).toEqual([])
  expect(await desk.stop('lab', orphans[0]?.runName ?? '')).toEqual({ endedPids: [], leftPids: [] })

  // An ended run is no result: it is measured again.
  await runner.resume(campaignId)
  await vi.waitFor(() => expect(logOf(campaignId)).toContain('was interrupted and waits again'), {
    timeout: 60_000,
  })
  await runner.stop(campaignId)
  expect(runProcesses(shop.folder)).toEqual([])
})

it('a campaign of an earlier session is given up while its host is awaited', async () => {
  openRunner()
  const { campaignId } = await running(60)
  runner.leave()
  await shop.stopServer()
  await runner.dispose()
  openRunner()
  await runner.reconcile()
  expect(runner.isHostAway(campaignId)).toBe(true)
  await runner.giveUp(campaignId)
  expect(store.campaign(campaignId)?.state).toBe('interrupted')
  expect(states(campaignId)).toEqual(['done', 'host-given-up', 'waiting'])
  expect(store.runnerHolder()).toBeUndefined()
  for (const pid of runProcesses(shop.folder)) signal(pid, 'SIGKILL')
})
