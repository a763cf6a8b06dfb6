import { describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { Advice } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { faultyCases } from '../../../src/renderer/views/design/grid/faulty-cases'
import { checkMarkText } from '../../../src/renderer/views/design/start/check-label'
import { usePlanCheck } from '../../../src/renderer/views/design/start/use-plan-check'
import { planFixture } from './plan-fixture'

const problem: Advice = {
  id: 'engine-check',
  severity: 'error',
  text: 'fio refuses this case.',
  about: 'read_percent',
  caseKey: 'block_size=65536,read_percent=50',
}

function checking() {
  const plan = shallowRef<Plan | undefined>(planFixture())
  let answer: (problems: readonly Advice[]) => void = () => undefined
  let tell: (event: BenchEvent) => void = () => undefined
  const check = effectScope().run(() =>
    usePlanCheck(
      plan,
      () => new Promise((resolve) => (answer = resolve)),
      (listener) => (tell = listener),
      () => 1000,
    ),
  )!
  return {
    plan,
    check,
    answer: (problems: readonly Advice[]) => answer(problems),
    tell: (event: BenchEvent) => tell(event),
  }
}

describe('usePlanCheck', () => {
  it('shows its progress, then the findings', async () => {
    const { check, answer, tell } = checking()
    const done = check.run()
    expect(check.progress.value).toEqual({ checked: 0, total: 0 })
    tell({ type: 'plan-check', planId: 'another', checked: 9, total: 9 })
    tell({ type: 'plan-check', planId: 'plan-1', checked: 2, total: 6 })
    expect(check.progress.value).toEqual({ checked: 2, total: 6 })
    answer([problem])
    expect(await done).toEqual([problem])
    expect(check.progress.value).toBeUndefined()
    expect(check.problems.value).toEqual([problem])
  })

  it('leaves a mark with its time, which comes back with the unchanged plan', async () => {
    const { plan, check, answer, tell } = checking()
    const before = plan.value
    const done = check.run()
    tell({ type: 'plan-check', planId: 'plan-1', checked: 6, total: 6 })
    answer([])
    await done
    const mark = { atMs: 1000, problems: [], cases: 6 }
    expect(check.mark.value).toMatchObject(mark)
    plan.value = planFixture({ ...plan.value, base: {} })
    expect(check.mark.value).toBeUndefined()
    plan.value = planFixture({ id: 'plan-2' })
    expect(check.mark.value).toBeUndefined()
    plan.value = before
    expect(check.mark.value).toMatchObject(mark)
    expect(checkMarkText({ atMs: Date.UTC(2026, 0, 1, 12), problems: [] })).toMatch(/^Checked \d\d:\d\d$/)
    expect(checkMarkText({ atMs: 0, problems: [problem] })).toMatch(/^1 objection \d\d:\d\d$/)
  })

  it('forgets its result if what it was about changes, and keeps it otherwise', async () => {
    const { plan, check, answer } = checking()
    const done = check.run()
    answer([problem])
    await done
    plan.value = planFixture({ ...plan.value, name: 'Renamed' })
    await nextTick()
    expect(check.problems.value).toEqual([problem])
    plan.value = planFixture({ ...plan.value, base: {} })
    await nextTick()
    expect(check.problems.value).toBeUndefined()
  })

  it('ignores the answer for a plan that has changed in the meantime', async () => {
    const { plan, check, answer } = checking()
    const done = check.run()
    plan.value = planFixture({ base: {} })
    answer([problem])
    expect(await done).toBeUndefined()
    expect(check.problems.value).toBeUndefined()
  })
})

describe('faultyCases', () => {
  it('finds the case by its key and ignores an unknown one', () => {
    const others = [
      { ...problem, caseKey: 'block_size=1,read_percent=50' },
      { ...problem, caseKey: undefined },
    ]
    const faulty = faultyCases(planFixture(), [problem, { ...problem, text: 'Again.' }, ...others])
    expect([...faulty]).toEqual([[4, 'fio refuses this case.']])
  })
})
