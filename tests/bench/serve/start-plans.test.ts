import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Session } from '../../../src/bench/serve/session'
import { startPlans } from '../../../src/bench/serve/start-plans'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { Advice } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { FakeHost } from '../runner/fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner/runner-workshop'
import { scriptEngine } from '../runner/script-engine'

let host: FakeHost
let shop: RunnerWorkshop
let session: Session
let told: BenchEvent[]

beforeEach(() => {
  host = new FakeHost()
  const faults = (plan: Plan): readonly Advice[] =>
    plan.notes === 'faulty' ? [{ id: 'fault', severity: 'error', text: 'No such level.' }] : []
  shop = new RunnerWorkshop(host, { ...scriptEngine(), advise: faults })
  session = new Session(shop.store)
  told = []
  session.tell = (event) => told.push(event)
  vi.spyOn(session, 'writingRunner').mockReturnValue(shop.runner)
})
afterEach(async () => {
  session.hosts.dispose()
  await session.pool.dispose()
  await shop.close()
})

const saved = (id: string, parts: Partial<Plan> = {}) => {
  shop.store.savePlan(scriptPlan({ id, name: id, ...parts }), null)
  return { planId: id, configuration: 'as shipped' }
}
const ended = () => vi.waitFor(() => expect(told.map(({ type }) => type)).toEqual(['plans-ended']))

it('runs plans one after the other, skips one that cannot run, and drafts the review at the end', async () => {
  host.onStart = (at) => at.finish()
  const starts = [saved('plan-a'), saved('plan-b', { notes: 'faulty' }), saved('plan-c')]
  const { campaignIds, refused } = await startPlans(session, { starts, draft: 'drive-review' })
  expect(refused).toMatchObject([{ planId: 'plan-b', error: { id: 'plan-problems' } }])
  await ended()
  const campaigns = shop.store.campaigns()
  expect(campaigns.map(({ id, planId, state }) => [id, planId, state])).toEqual([
    [campaignIds[0], 'plan-a', 'done'],
    [campaignIds[1], 'plan-c', 'done'],
  ])
  const [document] = shop.store.documents.list()
  expect(document?.name).toBe('Drive review')
  expect(told).toEqual([{ type: 'plans-ended', document: { id: document?.id, name: 'Drive review' } }])
})

it('makes no draft if none is requested, and rejects if no plan can run', async () => {
  host.onStart = (at) => at.finish()
  await startPlans(session, { starts: [saved('plan-a')], draft: 'none' })
  await ended()
  expect(shop.store.documents.list()).toEqual([])
  const starts = [saved('plan-b', { notes: 'faulty' })]
  await expect(startPlans(session, { starts, draft: 'none' })).rejects.toMatchObject({ id: 'plan-problems' })
})
