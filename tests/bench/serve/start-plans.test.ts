import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Session } from '../../../src/bench/serve/session'
import { awaitSuites, resumeCampaign, startPlans } from '../../../src/bench/serve/start-plans'
import type { BenchEvent, PlansStart, PlansStarted } from '../../../src/core/contract/bench-requests'
import type { Advice } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { FakeHost } from '../runner/fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner/runner-workshop'
import { scriptEngine } from '../runner/script-engine'

let host: FakeHost
let shop: RunnerWorkshop
let session: Session
let told: BenchEvent[]
const sessions: Session[] = []

beforeEach(() => {
  host = new FakeHost()
  const faults = (plan: Plan): readonly Advice[] =>
    plan.notes === 'faulty' ? [{ id: 'fault', severity: 'error', text: 'No such level.' }] : []
  shop = new RunnerWorkshop(host, { ...scriptEngine(), advise: faults })
  serve()
})
afterEach(async () => {
  for (const one of sessions.splice(0)) {
    one.hosts.dispose()
    await one.pool.dispose()
  }
  await shop.close()
})

/** A session of the file as it is open now. */
function serve(): void {
  session = new Session(shop.store)
  sessions.push(session)
  told = []
  session.tell = (event) => told.push(event)
  vi.spyOn(session, 'writingRunner').mockReturnValue(shop.runner)
  vi.spyOn(session, 'runner', 'get').mockReturnValue(shop.runner)
}

const saved = (id: string, parts: Partial<Plan> = {}) => {
  shop.store.savePlan(scriptPlan({ id, name: id, ...parts }), null)
  return { planId: id, configuration: 'as shipped' }
}
/** Starts plans that nothing is asked about. */
const started = async (given: PlansStart): Promise<PlansStarted> => {
  const answer = await startPlans(session, given)
  if ('questions' in answer) throw new Error('A person was asked.')
  return answer
}
const ended = () => vi.waitFor(() => expect(told.map(({ type }) => type)).toEqual(['plans-ended']))

it('runs plans one after the other, skips one that cannot run, and drafts the review at the end', async () => {
  host.onStart = (at) => at.finish()
  const starts = [saved('plan-a'), saved('plan-b', { notes: 'faulty' }), saved('plan-c')]
  const { campaignIds, refused } = await started({ starts, draft: 'drive-review' })
  expect(refused).toMatchObject([{ planId: 'plan-b', error: { id: 'plan-problems' } }])
  await ended()
  const campaigns = shop.store.campaigns()
  expect(campaigns.map(({ id, planId, state }) => [id, planId, state])).toEqual([
    [campaignIds[0], 'plan-a', 'done'],
    [campaignIds[1], 'plan-c', 'done'],
  ])
  const [document] = shop.store.documents.list()
  expect(document?.name).toBe('Drive review')
  expect(told).toEqual([
    { type: 'plans-ended', campaignIds, document: { id: document?.id, name: 'Drive review' } },
  ])
})

it('pauses and resumes together what waits for the plan that is paused', async () => {
  host.onStart = () => undefined
  const starts = ['plan-a', 'plan-b', 'plan-c'].map((id) => saved(id, { axes: [] }))
  const { campaignIds } = await started({ starts, draft: 'none' })
  const [first = 0] = campaignIds
  const states = () => campaignIds.map((id) => shop.store.campaignFacts(id)?.state)
  await host.started(1)
  shop.runner.pause(first)
  expect(states()).toEqual(['pausing', 'paused', 'paused'])
  host.finish()
  await shop.runner.ended(first)
  expect(host.startedNames).toHaveLength(1)
  expect(states()).toEqual(['done', 'paused', 'paused'])
  host.onStart = (at) => at.finish()
  await resumeCampaign(session, campaignIds[1] ?? 0)
  await ended()
  expect(states()).toEqual(['done', 'done', 'done'])
})

it('keeps what was started together, and drafts the review even if the program was restarted meanwhile', async () => {
  host.onStart = () => undefined
  const starts = [saved('plan-a'), saved('plan-b', { notes: 'faulty' }), saved('plan-c')]
  const { campaignIds } = await started({ starts, draft: 'drive-review' })
  const suite = {
    campaignIds,
    refused: [{ plan: 'plan-b', problem: expect.stringContaining('No such level.') as string }],
  }
  const suites = () => shop.store.campaigns().map((one) => shop.runner.withOrigin(one).suite)
  expect(suites()).toEqual([suite, suite])
  await host.started(1)

  await shop.restart()
  serve()
  await shop.runner.reconcile()
  awaitSuites(session)
  host.onStart = (at) => at.finish()
  host.finish()
  await ended()
  expect(shop.store.documents.list()).toHaveLength(1)
  expect(suites()).toEqual([suite, suite])
  // Nothing of them is awaited any more.
  told = []
  awaitSuites(session)
  expect(told).toEqual([])
})

it('drafts the review again at the end of plans that were stopped and continued', async () => {
  host.onStart = () => undefined
  const starts = [saved('plan-a')]
  const { campaignIds } = await started({ starts: [...starts, saved('plan-b')], draft: 'none' })
  shop.store.documents.save(
    { name: 'Drive review', title: '', author: '', template: 'drive-review', blocks: [] },
    undefined,
  )
  for (const id of [...campaignIds].reverse()) await shop.runner.stop(id)
  await ended()
  told = []
  host.onStart = (at) => at.finish()
  await started({ starts, draft: 'drive-review' })
  await ended()
  expect(told).toMatchObject([{ document: { name: 'Drive review (2)' } }])
})

it('reports the end again if a stopped campaign is resumed, with one draft', async () => {
  host.onStart = () => undefined
  const { campaignIds } = await started({
    starts: [saved('plan-a'), saved('plan-b')],
    draft: 'drive-review',
  })
  const [first = 0, second = 0] = campaignIds
  for (const id of [second, first]) await shop.runner.stop(id)
  await ended()
  expect(shop.store.documents.list()).toEqual([])
  host.onStart = (at) => at.finish()
  for (const id of [first, second]) {
    told = []
    await resumeCampaign(session, id)
    await ended()
    expect(shop.store.documents.list()).toHaveLength(1)
  }
  expect(shop.store.campaigns(campaignIds).map(({ state }) => state)).toEqual(['done', 'done'])
})

it('makes no draft if none is requested, and rejects if no plan can run', async () => {
  host.onStart = (at) => at.finish()
  await started({ starts: [saved('plan-a')], draft: 'none' })
  await ended()
  expect(shop.store.documents.list()).toEqual([])
  const starts = [saved('plan-b', { notes: 'faulty' })]
  await expect(started({ starts, draft: 'none' })).rejects.toMatchObject({ id: 'plan-problems' })
})
