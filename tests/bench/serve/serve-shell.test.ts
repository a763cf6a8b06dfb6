import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../../src/bench/serve/open-session'
import { articleAnswers } from '../../../src/bench/serve/answers/document-answers'
import { shellAnswers } from '../../../src/bench/serve/serve-shell'
import type { Session } from '../../../src/bench/serve/session'
import { sampleCampaign, samplePlan, sampleResult } from '../store/sample-results'
import { writePlan } from '../../../src/core/plan/plan-json'
import { suites } from '../../../src/core/plan/templates/suites'
import { templates } from '../../../src/core/plan/templates/templates'

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

  it.each(templates.map(({ id, name }) => [id, name]))('puts the plan of %s into a new file', (id, name) => {
    const [plan] = created(id).review.summary().plans
    expect(plan?.name).toBe(name)
  })

  it('puts the plans of a suite into a new file, in their order', () => {
    session = openSession({ path: at('review.benchwright'), mode: 'create', suiteId: 'full-drive' })
    const names = session.review.summary().plans.map(({ name }) => name)
    const suite = suites.find(({ id }) => id === 'full-drive')
    expect(names).toHaveLength(suite?.parts.length ?? 0)
    expect(names.every((name) => name.startsWith('Full drive review: '))).toBe(true)
    expect(() => openSession({ path: at('other.benchwright'), mode: 'create', suiteId: 'nothing' })).toThrow(
      expect.objectContaining({ id: 'no-suite' }),
    )
    expect(existsSync(at('other.benchwright'))).toBe(false)
  })

  it('creates no file for a template that does not exist', () => {
    expect(() => created('nothing')).toThrow(expect.objectContaining({ id: 'no-template' }))
    expect(() => readFileSync(at('review.benchwright'))).toThrow(/ENOENT/)
  })

  it('does not overwrite an existing file', () => {
    writeFileSync(at('review.benchwright'), 'dear diary')
    expect(() => created()).toThrow(expect.objectContaining({ id: 'exists' }))
    expect(readFileSync(at('review.benchwright'), 'utf8')).toBe('dear diary')
  })
})

describe('shellAnswers', () => {
  it('writes a plan and reads it back as a copy next to the existing one', async () => {
    const open = created('mix-sweep')
    const planId = open.review.summary().plans[0]?.id ?? ''
    await shellAnswers['plan.write'](open, { planId, path: at('plan.json') })
    const imported = await shellAnswers['plan.import'](open, { path: at('plan.json') })
    expect(imported.planId).not.toBe(planId)
    const [before, copy] = [open.review.plan(planId), open.review.plan(imported.planId)]
    expect(copy).toEqual({ ...before, id: imported.planId, name: `${before.name} (copy)` })
  })

  it('reads a plan of another review under its own id', async () => {
    const open = created('quick-look')
    const planId = open.review.summary().plans[0]?.id ?? ''
    await shellAnswers['plan.write'](open, { planId, path: at('plan.json') })
    open.writer().deletePlan(planId)
    expect(await shellAnswers['plan.import'](open, { path: at('plan.json') })).toEqual({ planId })
  })

  it('numbers a plan of another review that has the name of one in this review', async () => {
    const open = created('quick-look')
    const [here] = open.review.summary().plans
    const there = { ...open.review.plan(here?.id ?? ''), id: 'there' }
    writeFileSync(at('plan.json'), writePlan(there))
    await shellAnswers['plan.import'](open, { path: at('plan.json') })
    expect(open.review.summary().plans.map(({ name }) => name)).toEqual([there.name, `${there.name} (2)`])
  })

  it.each([
    ['text', 'dear diary'],
    ['another JSON', '{"schema": 1}'],
    ['a newer plan', '{"schema": 99}'],
  ])('reports the fault of %s instead of reading a plan, and stores nothing', async (_what, text) => {
    const open = created()
    writeFileSync(at('plan.json'), text)
    const read = Promise.resolve().then(() => shellAnswers['plan.import'](open, { path: at('plan.json') }))
    await expect(read).rejects.toMatchObject({ id: 'bad-plan', remedy: expect.stringMatching(/./) as string })
    await expect(read).rejects.toThrow(at('plan.json'))
    expect(open.review.summary().plans).toEqual([])
  })

  it('writes nothing if the plan does not exist', async () => {
    const open = created()
    const write = Promise.resolve().then(() =>
      shellAnswers['plan.write'](open, { planId: 'x', path: at('p.json') }),
    )
    await expect(write).rejects.toMatchObject({ id: 'no-plan' })
    expect(() => readFileSync(at('p.json'))).toThrow(/ENOENT/)
  })

  it('has nothing to stop if nothing runs', async () => {
    expect(await shellAnswers['campaign.stop-all'](created(), {})).toEqual({ left: [] })
  })

  it('leaves serial numbers out of a figure on request', async () => {
    const open = created()
    const review = open.writer()
    for (const [index, scheduler] of ['none', 'kyber'].entries()) {
      const id = review.createCampaign(sampleCampaign({ ...samplePlan, id: scheduler }, scheduler))
      const device = { name: 'nvme0n1', scheduler, serial: `S6Z2NJ0W00000${String(index)}` }
      review.setHostRecord(id, { name: 'bench-1', device, raw: {} }, '3.33')
      const runs = review.runs(id).filter((run) => run.phase === 'measure')
      review.finishRuns(runs.map(({ id: runId }) => [runId, { ...sampleResult(1000), rawOutputs: [] }]))
    }
    const side = (scheduler: string) => [{ key: 'scheduler', value: scheduler }]
    const picture = {
      settings: {
        kind: 'comparison',
        metric: 'iops',
        campaignIds: [],
        comparison: { baseline: side('none'), candidates: [side('kyber')] },
      },
      scale: 1,
      theme: 'light',
      format: 'md',
    } as const
    const written = async (name: string, redactSerials: boolean) => {
      await shellAnswers['figure.write'](open, { ...picture, redactSerials, path: at(name) })
      return readFileSync(at(name), 'utf8')
    }
    expect(await written('open.md', false)).toContain('S6Z2NJ0W000001')
    const redacted = await written('redacted.md', true)
    expect(redacted).not.toContain('S6Z2NJ0W')
    expect(redacted).toContain('serial 2 (redacted)')
  })
})

describe('an export of all figures', () => {
  function withFigures(): Session {
    const open = created()
    const id = open.writer().createCampaign(sampleCampaign(samplePlan))
    const runs = open.writer().runs(id)
    open.writer().finishRuns(runs.map((run) => [run.id, { ...sampleResult(1000), rawOutputs: [] }]))
    const settings = { kind: 'results-table', campaignIds: [], metric: 'iops' } as const
    for (const name of ['First', 'Second', 'Third']) open.writer().saveFigure({ name, settings })
    return open
  }

  it('is cancelled between two figures, and nothing of it is left', async () => {
    const open = withFigures()
    mkdirSync(at('article'))
    writeFileSync(at('article/notes.txt'), 'my own')
    const heard: string[] = []
    open.tell = (event) => {
      if (event.type !== 'export-progress') return
      heard.push(event.name)
      // By now the first figure is in the folder.
      if (event.done === 1) {
        expect(readdirSync(at('article')).some((name) => name.startsWith('01-first'))).toBe(true)
        void articleAnswers['figures.cancel-export'](open, {})
      }
    }
    const done = await shellAnswers['figures.write'](open, { folder: at('article') })
    expect(done).toEqual({ folder: at('article'), index: undefined, files: 0, failures: [] })
    expect(heard).toEqual(['First', 'Second'])
    expect(readdirSync(at('article'))).toEqual(['notes.txt'])

    open.tell = () => undefined
    // The next one is not blocked; a folder that a cancelled one created is gone with it.
    const whole = await shellAnswers['figures.write'](open, { folder: at('article') })
    expect(whole.index).toBe(at('article/index.html'))
    open.tell = () => void articleAnswers['figures.cancel-export'](open, {})
    await shellAnswers['figures.write'](open, { folder: at('new') })
    expect(existsSync(at('new'))).toBe(false)
  })

  it('is refused while another one is running', async () => {
    const open = withFigures()
    const first = shellAnswers['figures.write'](open, { folder: at('one') })
    await expect(
      Promise.resolve().then(() => shellAnswers['figures.write'](open, { folder: at('two') })),
    ).rejects.toMatchObject({ id: 'exporting' })
    expect((await first).failures).toEqual([])
    expect(existsSync(at('two'))).toBe(false)
  })
})
