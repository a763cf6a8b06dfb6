import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openReview } from '../../../src/bench/store/open-review'
import { run } from '../../../src/cli/commands/run'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import { runCaptured } from '../capture-output'

let folder: string
let planFile: string
let file: string
let plan: Plan

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bw-run-'))
  file = join(folder, 'review.benchwright')
  planFile = join(folder, 'plan.json')
  // No run can begin there, so that these tests need no engine.
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
  const found = review.plan('mix')
  review.close()
  return found
}

describe('benchwright run', () => {
  it('does not replace a plan that was changed in the results file, says what is different, and does so when told', async () => {
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

  it('leaves the plans as they were when it cannot start', async () => {
    keep(plan)
    const other = { ...plan, repetitions: 1 }
    writeFileSync(planFile, JSON.stringify(other))
    expect((await runCaptured(run, planFile, '--into', file, '--replace-plan')).status).not.toBe(0)
    expect(stored()).toEqual(plan)
    rmSync(file)
    expect((await runCaptured(run, planFile, '--into', file)).status).not.toBe(0)
    expect(stored()).toBeUndefined()
  })
})
