import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StartAnswers } from '../../../../src/bench/runner/start/prepare-start'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'
import { newPlan } from '../../../../src/core/plan/edit-plan'
import type { Plan } from '../../../../src/core/plan/plan'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'

let host: FakeHost
let shop: RunnerWorkshop

beforeEach(() => {
  host = new FakeHost()
  shop = new RunnerWorkshop(host)
})
afterEach(() => shop.close())

const terabyte = 1e12
/** A plan that writes to a drive of a rating. */
function writing(bytes: number, ratedEndurance: number, parts: Partial<Plan> = {}): Plan {
  const base = { pattern: 'sequential-write', io_size: bytes, file_size: 4096 }
  const identity = { id: 'plan-1', seed: 1, target: { kind: 'folder', path: '/fake' } } as const
  const plan = newPlan(identity, { name: 'Writing', base, axes: [], repetitions: 1 })
  return { ...plan, ratedEndurance, ...parts }
}

async function withFio(): Promise<void> {
  await shop.close()
  shop = new RunnerWorkshop(host, { ...fioEngine, advise: () => [] })
}

async function refused(answers: StartAnswers, id: string): Promise<void> {
  await expect(shop.runner.start('plan-1', '', answers)).rejects.toMatchObject({ id })
  expect(shop.store.campaigns()).toEqual([])
}

it('refuses to wear a drive out unless a person agreed, and stores nothing', async () => {
  await withFio()
  shop.store.savePlan(writing(301 * terabyte, 600 * terabyte), null)
  await refused({ orphans: 'leave', beside: false }, 'wears-out')
  await refused({ acceptsWear: false }, 'wears-out')
  expect((await shop.runner.start('plan-1', '', { acceptsWear: true })).campaignId).toBe(1)
})

it('asks about nothing below half of the rating', async () => {
  await withFio()
  shop.store.savePlan(writing(299 * terabyte, 600 * terabyte), null)
  const { questions } = await shop.runner.prepareStart(['plan-1'])
  expect(questions).toEqual({ wear: [], orphans: [], inUse: [], devices: [] })
})

it('sums what the plans of one start write to a drive, without those that cannot run', async () => {
  await withFio()
  // The drive under the folder is known, so that the plans are known to share it.
  const rated = (id: string) => writing(151 * terabyte, 300 * terabyte, { id, name: id })
  for (const id of ['A', 'B']) shop.store.savePlan(rated(id), null)
  shop.store.savePlan({ ...rated('C'), engine: 'gone' }, null)
  const { questions, refused: broken } = await shop.runner.prepareStart(['A', 'B', 'C'])
  expect(questions.wear.join('\n')).toContain('All plans of this start: 2 runs')
  expect(broken).toMatchObject([{ planId: 'C', error: { id: 'unknown-engine' } }])
  await expect(
    shop.runner.startInterleaved(['A', 'B'].map((planId) => ({ planId, configuration: planId }))),
  ).rejects.toMatchObject({ id: 'wears-out' })
  expect(shop.store.campaigns()).toEqual([])
})

it('refuses to measure beside runs of others unless a person decided, and stores nothing', async () => {
  shop.store.savePlan(scriptPlan(), null)
  host.orphans = ['/runs/bw-7f3a0c12-15']
  await refused({ acceptsWear: true, beside: false }, 'orphans')
  const { campaignId } = await shop.runner.start('plan-1', '', { orphans: 'leave' })
  expect(shop.logOf(campaignId)).toContain('bw-7f3a0c12-15. They may disturb what is measured.')
})

it('looks for the runs of others again at the start: those that ended meanwhile disturb nothing', async () => {
  shop.store.savePlan(scriptPlan(), null)
  host.orphans = ['/runs/bw-7f3a0c12-15']
  const prepared = await shop.runner.prepareStart(['plan-1'])
  expect(prepared.questions.orphans).toMatchObject([{ host: host.name, runs: [{ runId: 15 }] }])
  host.orphans = []
  const { campaignId } = await shop.runner.start('plan-1', '', { prepared, orphans: 'leave' })
  expect(shop.logOf(campaignId)).not.toContain('bw-7f3a0c12-15')
})

it('refuses a machine in use unless a person decided to wait or to measure beside it', async () => {
  const first = await shop.start(scriptPlan())
  await expect(shop.runner.start('plan-1', '')).rejects.toMatchObject({ id: 'in-use' })
  expect(shop.store.campaigns().map(({ id }) => id)).toEqual([first])
  const { campaignId } = await shop.runner.start('plan-1', '', { beside: false })
  expect(shop.state(campaignId)).toBe('waiting')
})

it('examines a machine once for its questions and its start', async () => {
  shop.store.savePlan(scriptPlan(), null)
  let surveys = 0
  const execute = host.execute.bind(host)
  host.execute = (script, options) => {
    if (script.startsWith('# benchwright inventory')) surveys += 1
    return execute(script, options)
  }
  const prepared = await shop.runner.prepareStart(['plan-1'])
  const asked = surveys
  expect(asked).toBeGreaterThan(0)
  await shop.runner.start('plan-1', '', { prepared })
  expect(surveys).toBe(asked)
})

it('refuses a plan that was changed while its questions were open', async () => {
  shop.store.savePlan(scriptPlan(), null)
  const prepared = await shop.runner.prepareStart(['plan-1'])
  shop.store.savePlan(scriptPlan({ repetitions: 9 }), scriptPlan())
  await expect(shop.runner.start('plan-1', '', { prepared })).rejects.toMatchObject({ id: 'plan-changed' })
  expect(shop.store.campaigns()).toEqual([])
})

it('names the plan that keeps several from measuring in turn, and asks about none of them', async () => {
  await shop.close()
  const faults = (plan: Plan) =>
    plan.name === 'B' ? [{ id: 'fault', severity: 'error', text: 'No such level.' } as const] : []
  shop = new RunnerWorkshop(host, scriptEngine({ advise: faults }))
  for (const id of ['A', 'B']) shop.store.savePlan(scriptPlan({ id, name: id }), null)
  const starts = ['A', 'B'].map((planId) => ({ planId, configuration: planId }))
  await expect(shop.runner.startInterleaved(starts)).rejects.toThrow('The plan “B” cannot run')
  expect(shop.store.campaigns()).toEqual([])
})
