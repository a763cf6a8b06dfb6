import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { campaignAnswers } from '../../../../src/bench/serve/answers/campaign-answers'
import { Session } from '../../../../src/bench/serve/session'
import type { Advice } from '../../../../src/core/plan/advice'
import type { Plan } from '../../../../src/core/plan/plan'
import { FakeHost } from '../../runner/fake-host'
import { RunnerWorkshop, scriptPlan } from '../../runner/runner-workshop'
import { scriptEngine } from '../../runner/script-engine'

let host: FakeHost
let shop: RunnerWorkshop
let session: Session

beforeEach(() => {
  host = new FakeHost()
  const faults = (plan: Plan): readonly Advice[] =>
    plan.notes === 'faulty' ? [{ id: 'fault', severity: 'error', text: 'No such level.' }] : []
  shop = new RunnerWorkshop(host, { ...scriptEngine(), advise: faults })
  session = new Session(shop.store)
  vi.spyOn(session, 'writingRunner').mockReturnValue(shop.runner)
})
afterEach(async () => {
  session.hosts.dispose()
  await session.pool.dispose()
  await shop.close()
})

const save = (...plans: readonly Plan[]) => {
  for (const plan of plans) shop.store.savePlan(plan, null)
}
const drive = (letter: string, parts: Partial<Plan> = {}) =>
  scriptPlan({ id: `plan-${letter}`, name: `Drive ${letter}`, ...parts })
const start = async (...letters: readonly string[]) => {
  const [first, ...inTurnWith] = letters.map((letter) => ({
    planId: `plan-${letter}`,
    configuration: `drive ${letter}`,
  }))
  if (!first) throw new Error('Nothing to start.')
  const answer = await campaignAnswers['campaign.start'](session, { ...first, inTurnWith, beside: false })
  if ('questions' in answer) throw new Error('A person was asked.')
  return answer
}
const inTurnWith = async (campaignId: number) =>
  (await campaignAnswers['campaign.get'](session, { campaignId })).inTurnWithIds

it('starts several plans as one schedule, in which the campaigns name each other', async () => {
  save(drive('A'), drive('B'), drive('C'))
  host.onStart = (at) => at.finish()
  const { campaignId } = await start('A', 'B', 'C')
  const ids = shop.store.campaigns().map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(campaignId).toBe(ids[0])
  for (const id of ids) expect(await shop.runner.ended(id)).toBe('done')
  expect(shop.store.campaigns().map(({ configuration }) => configuration)).toEqual([
    'drive A',
    'drive B',
    'drive C',
  ])
  const begun = shop.events.flatMap((event) =>
    event.type === 'run-changed' && event.run.state === 'running' ? [event.run.campaignId] : [],
  )
  expect(begun).toEqual([...ids, ...ids, ...ids])
  for (const id of ids) expect(await inTurnWith(id)).toEqual(ids.filter((other) => other !== id))
})

it('answers a start with its questions, stores nothing, and starts with the answers without another look', async () => {
  save(drive('A'))
  host.orphans = ['/runs/bw-7f3a0c12-15']
  const given = { planId: 'plan-A', configuration: '' }
  const answer = await campaignAnswers['campaign.start'](session, given)
  expect(answer).toMatchObject({
    questions: { orphans: [{ host: host.name, orphans: [{ runName: 'bw-7f3a0c12-15' }] }], wear: [] },
  })
  expect(shop.store.campaigns()).toEqual([])
  const executed = vi.spyOn(host, 'execute')
  const surveys = () => executed.mock.calls.filter(([script]) => script.startsWith('# benchwright inventory'))
  expect(await campaignAnswers['campaign.start'](session, { ...given, orphans: 'leave' })).toEqual({
    campaignId: 1,
  })
  expect(surveys()).toEqual([])
})

it('lets all of them wait while the device of one is in use', async () => {
  const executed = host.execute.bind(host)
  vi.spyOn(host, 'execute').mockImplementation((script, options) => {
    const isB = options?.arguments?.includes('/drive-B') === true
    host.inventory.df = `/dev/${isB ? 'sdb' : 'sda'} 1000000 1 999999 1% /drive`
    return executed(script, options)
  })
  const on = (letter: string) => drive(letter, { target: { kind: 'folder', path: `/drive-${letter}` } })
  const rival = await shop.start({ ...on('A'), id: 'rival', axes: [] })
  await host.started(1)
  save(on('A'), on('B'))
  await start('A', 'B')
  const [, ...ids] = shop.store.campaigns().map(({ id }) => id)
  expect(ids.map((id) => shop.state(id))).toEqual(['waiting', 'waiting'])
  host.onStart = (at) => at.finish()
  host.finish()
  for (const id of [rival, ...ids]) expect(await shop.runner.ended(id)).toBe('done')
  const begun = shop.events.flatMap((event) =>
    event.type === 'run-changed' && event.run.state === 'running' ? [event.run.campaignId] : [],
  )
  expect(begun).toEqual([rival, ...ids, ...ids, ...ids])
})

it('names no others for a single campaign', async () => {
  save(drive('A'))
  host.onStart = (at) => at.finish()
  const { campaignId } = await start('A')
  expect(await shop.runner.ended(campaignId)).toBe('done')
  expect(await inTurnWith(campaignId)).toBeUndefined()
})

it('starts none of them if one cannot run, and names that one', async () => {
  save(drive('A'), drive('B', { notes: 'faulty' }))
  await expect(start('A', 'B')).rejects.toThrow('The plan “Drive B” cannot run: No such level.')
  expect(shop.store.campaigns()).toEqual([])
})

it('starts none of plans without a common case', async () => {
  save(drive('A'), drive('B', { axes: [{ key: 'queue_depth', levels: [64] }] }))
  await expect(start('A', 'B')).rejects.toMatchObject({ id: 'no-schedule' })
  expect(shop.store.campaigns()).toEqual([])
})
