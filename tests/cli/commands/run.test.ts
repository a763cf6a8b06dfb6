import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openForWriting, openReview } from '../../../src/bench/store/open-review'
import { agreeToWear, run } from '../../../src/cli/commands/run'
import type { CommandContext } from '../../../src/cli/command'
import { readPlanFile, withRating } from '../../../src/cli/plan-file'
import { readPlan, writePlan } from '../../../src/core/plan/plan-json'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import { runCaptured } from '../capture-output'
import { outputTo } from '../../../src/cli/output'
import { PassThrough } from 'node:stream'

let folder: string
let planFile: string
let file: string
let plan: Plan

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bw-run-'))
  file = join(folder, 'review.benchwright')
  planFile = join(folder, 'plan.json')
  // No run can start there, so these tests need no engine.
  plan = newPlan(
    { id: 'mix', seed: 1, target: { kind: 'folder', path: join(folder, 'gone') } },
    { name: 'Mix' },
  )
  writeFileSync(planFile, JSON.stringify(plan))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function keep(stored: Plan): void {
  const review = createReview(file)
  review.savePlan(stored)
  review.close()
}

function stored(): Plan | undefined {
  const review = openReview(file, { mode: 'read' })
  const found = review
    .summary()
    .plans.map(({ id }) => review.plan(id))
    .find(({ id }) => id === 'mix')
  review.close()
  return found
}

describe('benchwright run', () => {
  it('refuses to create a results file under another kind of name', async () => {
    const refused = await runCaptured(run, planFile, '--into', join(folder, 'review.json'))
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('must be named *.benchwright')
  })

  it('does not replace a plan that was changed in the results file, shows the differences, and replaces it on request', async () => {
    const theirs = { ...plan, repetitions: plan.repetitions + 2 }
    keep(theirs)
    const refused = await runCaptured(run, planFile, '--into', file)
    expect(refused.status).toBe(3)
    expect(refused.stderr).toContain(`Repetitions: ${plan.repetitions} → ${theirs.repetitions}`)
    expect(refused.stderr).toContain('--replace-plan')
    expect(stored()).toEqual(theirs)
    const told = await runCaptured(run, planFile, '--into', file, '--replace-plan')
    expect(told.stderr).toContain(join(folder, 'gone'))
  })

  it('leaves the plans unchanged if it cannot start', async () => {
    keep(plan)
    const other = { ...plan, repetitions: 1 }
    writeFileSync(planFile, JSON.stringify(other))
    expect((await runCaptured(run, planFile, '--into', file, '--replace-plan')).status).not.toBe(0)
    expect(stored()).toEqual(plan)
    rmSync(file)
    // A file that does not contain the plan yet is no reason to refuse it.
    expect((await runCaptured(run, planFile, '--into', file)).stderr).toContain(join(folder, 'gone'))
    expect(stored()).toBeUndefined()
  })
})

describe('a plan with the name of another plan of the results file', () => {
  it('gets a number, and the same one the next time', async () => {
    keep({ ...plan, id: 'other' })
    const told = await runCaptured(run, planFile, '--into', file)
    expect(told.stderr).toContain('stored as “Mix (2)”, because another one is named “Mix”')
    const review = openForWriting(file)
    review.savePlan({ ...plan, name: 'Mix (2)' })
    review.close()
    const again = await runCaptured(run, planFile, '--into', file)
    expect(again.stderr).not.toContain('--replace-plan')
    expect(stored()?.name).toBe('Mix (2)')
  })

  it('keeps a name that the file has for it', async () => {
    keep({ ...plan, id: 'other' })
    const review = openForWriting(file)
    review.savePlan(plan)
    review.close()
    expect((await runCaptured(run, planFile, '--into', file)).stderr).not.toContain('stored as')
  })
})

describe('--rated-tbw', () => {
  it('refuses an invalid rating, and more ratings than plans, before anything else', async () => {
    const unread = await runCaptured(run, planFile, '--into', file, '--rated-tbw', 'much')
    expect(unread.status).not.toBe(0)
    expect(unread.stderr).toContain('--rated-tbw: "much" is not a rated endurance')
    const many = await runCaptured(
      run,
      planFile,
      '--into',
      file,
      '--rated-tbw',
      '600TB',
      '--rated-tbw',
      '1PB',
    )
    expect(many.stderr).toContain('2 ratings for one plan')
  })

  it('is kept in the plan as bytes', async () => {
    const read = await readPlanFile(planFile, { signal: new AbortController().signal })
    const rated = withRating(read, '600TB')
    expect(rated).toEqual({ ...plan, ratedEndurance: 600e12 })
    expect(readPlan(writePlan(rated), 'rated.json')).toEqual({ ok: true, plan: rated })
    const tiny = writePlan({ ...rated, ratedEndurance: 600 })
    expect(readPlan(tiny, 'tiny.json')).toMatchObject({ problems: [{ path: '$.ratedEndurance' }] })
    expect(withRating(rated, undefined)).toBe(rated)
  })
})

describe('a start that would wear the drive out', () => {
  const question = 'The plan writes about 301\u202fTB, 50\u202f% of the drive’s endurance.'
  const terminal = (ask: CommandContext['ask']) => {
    const stream = new PassThrough()
    return { ask, stderr: outputTo(stream, new AbortController().signal), stream }
  }

  it('is refused if nobody can be asked, with the amount and the option that agrees', async () => {
    await expect(agreeToWear([question], [plan], terminal(undefined))).rejects.toMatchObject({
      status: 3,
      message: expect.stringContaining('about 301\u202fTB') as string,
      remedy: expect.stringContaining('--accept-wear') as string,
    })
    expect(Object.keys(run.options)).toContain('accept-wear')
    await agreeToWear([], [plan], terminal(undefined))
  })

  it('continues after a yes, and after nothing else', async () => {
    const asked: string[] = []
    const answering = (answer: string | undefined) =>
      terminal((text) => {
        asked.push(text)
        return Promise.resolve(answer)
      })
    const agreed = answering('yes')
    await agreeToWear([question], [plan], agreed)
    expect(String(agreed.stream.read())).toContain('50\u202f% of the drive’s')
    for (const answer of ['no', '', undefined])
      await expect(agreeToWear([question], [plan], answering(answer))).rejects.toMatchObject({ status: 3 })
    expect(asked).toHaveLength(4)
  })
})
