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
import type { TargetFacts } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { machine } from '../../core/plan/machine'
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
  const terabyte = 1e12
  const target: TargetFacts = {
    ...{ path: '/mnt/drive', kind: 'folder', parentExists: true, writable: true, createdByApp: false },
    drive: { sizeBytes: terabyte },
  }
  const check = () => Promise.resolve([])
  const runner = { environment: () => Promise.resolve({ target }), check }
  /** 600 TB are assumed for a terabyte, so half of the rating is 300 TB. */
  const writing = (bytes: number) => ({
    ...plan,
    base: { pattern: 'sequential-write', io_size: bytes, file_size: 4096 },
    axes: [],
    repetitions: 1,
  })
  const terminal = (ask: CommandContext['ask']) => {
    const stream = new PassThrough()
    const { signal } = new AbortController()
    return { ask, stderr: outputTo(stream, signal), signal, stream }
  }

  it('is refused if nobody can be asked, with the amount and the option that agrees', async () => {
    await expect(agreeToWear(runner, [writing(301 * terabyte)], terminal(undefined))).rejects.toMatchObject({
      status: 3,
      message: expect.stringContaining('about 301\u202fTB') as string,
      remedy: expect.stringContaining('--accept-wear') as string,
    })
    expect(Object.keys(run.options)).toContain('accept-wear')
  })

  it('continues after a yes, and after nothing else', async () => {
    const asked: string[] = []
    const answering = (answer: string | undefined) =>
      terminal((question) => {
        asked.push(question)
        return Promise.resolve(answer)
      })
    const agreed = answering('yes')
    await agreeToWear(runner, [writing(301 * terabyte)], agreed)
    expect(String(agreed.stream.read())).toContain('50\u202f% of the drive’s')
    for (const answer of ['no', '', undefined])
      await expect(agreeToWear(runner, [writing(301 * terabyte)], answering(answer))).rejects.toMatchObject({
        status: 3,
      })
    expect(asked).toHaveLength(4)
  })

  it('asks about every machine of the plan', async () => {
    const worn: string[] = []
    const several = {
      check,
      environment: ({ hosts }: Plan) => {
        worn.push(...hosts)
        return Promise.resolve({ target: { ...target, drive: { sizeBytes: 100 * terabyte } } })
      },
    }
    const [here] = plan.hosts
    const other = machine('b.example')
    await agreeToWear(several, [{ ...writing(301 * terabyte), hosts: [here, other] }], terminal(undefined))
    expect(worn).toEqual([here, other])
  })

  it('sums what several plans write to one drive, and asks about its wear', async () => {
    const looks: unknown[] = []
    const disk = {
      check,
      environment: (_: Plan, _signal?: AbortSignal, options?: unknown) => {
        looks.push(options)
        return Promise.resolve({ target: { ...target, device: 'nvme0n1' } })
      },
    }
    const plans = ['A', 'B'].map((name) => ({ ...writing(151 * terabyte), id: name, name }))
    await expect(agreeToWear(disk, plans, terminal(undefined))).rejects.toMatchObject({
      message: expect.stringMatching(
        /“A” and “B” together write about 302.TB.*All plans of this start: 2 runs/,
      ) as string,
    })
    expect(looks).toEqual([{ health: true }, { health: true }])
    await agreeToWear(disk, plans.slice(0, 1), terminal(undefined))
  })

  it('is not asked about for a plan that cannot run', async () => {
    const problem = { id: 'no-engine', severity: 'error', text: 'fio is not installed.' } as const
    const broken = { ...runner, check: () => Promise.resolve([problem]) }
    await agreeToWear(broken, [writing(301 * terabyte)], terminal(undefined))
    const both = ['A', 'B'].map((id) => ({ ...writing(301 * terabyte), id, name: id }))
    const half = { ...runner, check: (id: string) => Promise.resolve(id === 'A' ? [problem] : []) }
    await expect(agreeToWear(half, both, terminal(undefined))).rejects.toMatchObject({
      message: expect.stringMatching(/about 301.TB/) as string,
    })
  })

  it('uses the rating that the plan states', async () => {
    const rated = { ...writing(301 * terabyte), ratedEndurance: 700 * terabyte }
    await agreeToWear(runner, [rated], terminal(undefined))
    await expect(
      agreeToWear(runner, [{ ...rated, ratedEndurance: 500 * terabyte }], terminal(undefined)),
    ).rejects.toMatchObject({
      message: expect.stringContaining('rates the drive at 500\u202fTB written') as string,
    })
  })

  it('asks nothing below half of the rating', async () => {
    await agreeToWear(runner, [writing(299 * terabyte)], terminal(undefined))
  })
})
