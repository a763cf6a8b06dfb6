import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../../src/bench/serve/open-session'
import { serveWindow } from '../../../src/bench/serve/serve-window'
import type { Session } from '../../../src/bench/serve/session'
import { benchRequests, type BenchMessage } from '../../../src/core/contract/bench-requests'
import type { ReviewSummary } from '../../../src/core/contract/review'
import { findTemplate, planFromTemplate } from '../../../src/core/plan/templates/templates'

let folder = ''
let session: Session
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-serve-'))
  session = openSession({ path: join(folder, 'review.benchwright'), mode: 'create' })
})
afterEach(async () => {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends one message as a window would; returns the reply. */
async function sent(message: unknown): Promise<BenchMessage[]> {
  const answers: BenchMessage[] = []
  await serveWindow(session, message, { send: (answer) => void answers.push(answer) })
  return answers
}
const ask = (name: string, given: unknown) => sent({ kind: 'request', sequence: 9, name, arguments: given })

const plan = () => {
  const template = findTemplate('quick-look')
  if (!template) throw new Error('The template is gone.')
  return planFromTemplate(template, { id: 'plan-1', seed: 4, target: { kind: 'none' } })
}

const names = Object.keys(benchRequests)
const wrong: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a text', 'planId'],
  ['an unknown key', { nonsense: 1 }],
  ['a key of all objects', JSON.parse('{"__proto__": {"planId": "a"}}')],
  ['a long text', { planId: 'x'.repeat(10_000_000) }],
  ['a path for an id', { planId: '../../etc/passwd' }],
  ['a list for an id', { campaignId: [1] }],
  ['a fraction for an id', { campaignId: 1.5, runId: 1.5 }],
  ['a negative id', { campaignId: -1 }],
  ['infinity', { runId: Infinity }],
]

describe('a plan from a stranger', () => {
  it.each([{ hosts: ['me@stranger.invalid'] }, { hosts: ['local', 'stranger.invalid'] }])(
    'row 62: is checked without a login to where it says: %j',
    async (parts) => {
      const strange = { ...plan(), ...parts }
      await ask('plan.save', { plan: strange, base: null })
      for (const [name, given] of [
        ['plan.environment', { plan: strange }],
        ['target.devices', { plan: strange }],
        ['target.folders', { plan: strange, path: '' }],
      ] as const)
        expect(await ask(name, given), name).toMatchObject([
          { kind: 'error', error: { id: 'host-not-listed', remedy: 'Add it to your hosts if you know it.' } },
        ])
      expect([...session.pool.statuses().keys()]).toEqual([])
    },
  )
})

describe('serveWindow', () => {
  it.each(names)('%s refuses arguments of another shape', async (name) => {
    for (const [what, given] of wrong) {
      const answers = await ask(name, given)
      expect(answers, what).toHaveLength(1)
      expect(answers[0], what).toMatchObject({ kind: 'error', sequence: 9, error: { id: 'bad-request' } })
    }
  })

  it.each([
    'review.open',
    'review.close',
    'plan.import',
    'plan.write',
    'figure.write',
    'campaign.write-card',
    'figure.render',
    'campaign.stop-all',
    '__proto__',
    'toString',
    '',
  ])('does not answer %j, which only the shell may request or nobody', async (name) => {
    const answers = await ask(name, { path: join(folder, 'x'), mode: 'write' })
    expect(answers).toEqual([
      { kind: 'error', sequence: 9, error: { id: 'bad-request', message: 'There is no such request.' } },
    ])
  })

  it.each([
    undefined,
    null,
    'request',
    5,
    {},
    { kind: 'event' },
    { kind: 'request', name: 'review.summary' },
  ])('stays silent for what is not a request: %j', async (message) => expect(await sent(message)).toEqual([]))

  it('reports that no file is open rather than failing in another way', async () => {
    const without: BenchMessage[] = []
    await serveWindow(
      undefined,
      { kind: 'request', sequence: 2, name: 'review.summary', arguments: {} },
      { send: (answer) => void without.push(answer) },
    )
    expect(without[0]).toMatchObject({ kind: 'error', sequence: 2, error: { id: 'no-review' } })
  })

  it('keeps plans and descriptions, and answers with what is stored', async () => {
    const stored = plan()
    expect(await ask('plan.save', { plan: stored, base: null })).toEqual([
      { kind: 'answer', sequence: 9, answer: null },
    ])
    await ask('review.describe', {
      ...{ title: 'Two drives', notes: 'Firmware 1.2' },
      base: { title: 'review', notes: '' },
    })
    expect(await ask('plan.get', { planId: 'plan-1' })).toEqual([
      { kind: 'answer', sequence: 9, answer: stored },
    ])
    const [summary] = await ask('review.summary', {})
    expect(summary).toMatchObject({
      kind: 'answer',
      answer: {
        title: 'Two drives',
        notes: 'Firmware 1.2',
        plans: [{ id: 'plan-1', caseCount: 8, runCount: 24 }],
      },
    })
    await ask('plan.delete', { planId: 'plan-1', base: stored })
    expect(((await ask('review.summary', {}))[0] as { answer: ReviewSummary }).answer.plans).toEqual([])
  })

  it.each([
    ['plan.get', { planId: 'gone' }, 'no-plan'],
    ['campaign.get', { campaignId: 7 }, 'no-campaign'],
    ['run.get', { runId: 7 }, 'no-run'],
    ['run.output', { runId: 7, name: 'output.json' }, 'no-output'],
  ])('%s names what does not exist, with a remedy', async (name, given, id) => {
    const [answer] = await ask(name, given)
    expect(answer).toMatchObject({ kind: 'error', error: { id } })
    expect((answer as { error: { remedy?: string } }).error.remedy).toMatch(/deleted/)
  })

  it('writes nothing to a review that is open for reading, and suggests a remedy', async () => {
    const path = join(folder, 'review.benchwright')
    await ask('plan.save', { plan: plan(), base: null })
    await session.close()
    session = openSession({ path, mode: 'read' })
    for (const [name, given] of [
      ['plan.save', { plan: plan(), base: null }],
      ['plan.delete', { planId: 'plan-1', base: plan() }],
      ['review.describe', { title: 'a', notes: '', base: { title: '', notes: '' } }],
      ['campaign.start', { planId: 'plan-1', configuration: '' }],
      ['campaign.rename', { campaignId: 1, configuration: 'x' }],
      ['figure.delete', { figureId: 1, base: null }],
    ] as const) {
      const [answer] = await ask(name, given)
      expect(answer, name).toMatchObject({ kind: 'error', error: { id: 'read-only' } })
      expect((answer as { error: { remedy?: string } }).error.remedy, name).toMatch(/[Cc]opy/)
    }
    expect((await ask('plan.get', { planId: 'plan-1' }))[0]).toMatchObject({ kind: 'answer' })
  })
})
