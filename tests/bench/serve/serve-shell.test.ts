import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../../src/bench/serve/open-session'
import { shellAnswers } from '../../../src/bench/serve/serve-shell'
import type { Session } from '../../../src/bench/serve/session'
import { templates } from '../../../src/core/plan/templates'

let folder = ''
let session: Session | undefined
const at = (name: string) => join(folder, name)
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'benchwright-shell-'))))
afterEach(async () => {
  await session?.close()
  session = undefined
  rmSync(folder, { recursive: true, force: true })
})

function created(templateId?: string): Session {
  session = openSession({ path: at('review.benchwright'), mode: 'create', templateId })
  return session
}

describe('openSession', () => {
  it('creates an empty review, or one with the plan of a template', () => {
    expect(created().review.summary().plans).toEqual([])
  })

  it.each(templates.map(({ id, title }) => [id, title]))(
    'puts the plan of %s into a new file',
    (id, title) => {
      const [plan] = created(id).review.summary().plans
      expect(plan?.name).toBe(title)
    },
  )

  it('makes no file for a template that does not exist', () => {
    expect(() => created('nothing')).toThrow(expect.objectContaining({ id: 'no-template' }))
    expect(() => readFileSync(at('review.benchwright'))).toThrow(/ENOENT/)
  })

  it('does not create over a file', () => {
    writeFileSync(at('review.benchwright'), 'dear diary')
    expect(() => created()).toThrow(expect.objectContaining({ id: 'exists' }))
    expect(readFileSync(at('review.benchwright'), 'utf8')).toBe('dear diary')
  })
})

describe('shellAnswers', () => {
  it('writes a plan and reads it back as a copy beside the one that is there', async () => {
    const open = created('mix-sweep')
    const planId = open.review.summary().plans[0]?.id ?? ''
    await shellAnswers['plan.write'](open, { planId, path: at('plan.json') })
    const imported = await shellAnswers['plan.import'](open, { path: at('plan.json') })
    expect(imported.planId).not.toBe(planId)
    const [before, copy] = [open.review.plan(planId), open.review.plan(imported.planId)]
    expect(copy).toEqual({ ...before, id: imported.planId, name: `${before?.name} (copy)` })
  })

  it('reads a plan of another review under its own id', async () => {
    const open = created('quick-look')
    const planId = open.review.summary().plans[0]?.id ?? ''
    await shellAnswers['plan.write'](open, { planId, path: at('plan.json') })
    open.writer().deletePlan(planId)
    expect(await shellAnswers['plan.import'](open, { path: at('plan.json') })).toEqual({ planId })
  })

  it.each([
    ['text', 'dear diary'],
    ['another JSON', '{"schema": 1}'],
    ['a newer plan', '{"schema": 99}'],
  ])('says what is wrong with %s instead of a plan, and stores nothing', async (_what, text) => {
    const open = created()
    writeFileSync(at('plan.json'), text)
    const read = Promise.resolve().then(() => shellAnswers['plan.import'](open, { path: at('plan.json') }))
    await expect(read).rejects.toMatchObject({ id: 'bad-plan', remedy: expect.stringMatching(/./) as string })
    await expect(read).rejects.toThrow(at('plan.json'))
    expect(open.review.summary().plans).toEqual([])
  })

  it('writes nothing where the plan does not exist', async () => {
    const open = created()
    const write = Promise.resolve().then(() =>
      shellAnswers['plan.write'](open, { planId: 'x', path: at('p.json') }),
    )
    await expect(write).rejects.toMatchObject({ id: 'no-plan' })
    expect(() => readFileSync(at('p.json'))).toThrow(/ENOENT/)
  })

  it('has nothing to stop where nothing runs', async () => {
    expect(await shellAnswers['campaign.stop-all'](created(), {})).toBeNull()
  })
})
