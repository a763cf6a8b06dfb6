import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import type { PlanEnvironment } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { endTime } from '../../../src/renderer/views/design/preview/end-time'
import { useEnvironment } from '../../../src/renderer/views/design/preview/use-environment'
import { usePlanPreview } from '../../../src/renderer/views/design/preview/use-plan-preview'
import { planFixture } from './plan-fixture'

let scope: EffectScope
beforeEach(() => {
  vi.useFakeTimers()
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
})

describe('usePlanPreview', () => {
  it('follows every change of a small plan at once', async () => {
    const plan = shallowRef<Plan>(planFixture())
    const preview = scope.run(() => usePlanPreview(plan, shallowRef<PlanEnvironment>({})))!
    expect(preview.value?.estimate).toMatchObject({ caseCount: 6, runCount: 60 })
    plan.value = { ...plan.value, repetitions: 1 }
    await nextTick()
    expect(preview.value?.estimate.runCount).toBe(6)
    expect(preview.value?.advice.map(({ id }) => id)).toContain('few-repetitions')
  })

  it('waits until typing pauses once a preview has taken long, but not with another plan', async () => {
    const clock = vi.spyOn(performance, 'now')
    let ms = 0
    const plan = shallowRef<Plan>(planFixture())
    // Every reading of the clock is 50 ms later.
    clock.mockImplementation(() => (ms += 50))
    const preview = scope.run(() => usePlanPreview(plan, shallowRef<PlanEnvironment>({})))!
    plan.value = { ...plan.value, repetitions: 1 }
    await nextTick()
    expect(preview.value?.estimate.runCount).toBe(60)
    vi.advanceTimersByTime(120)
    expect(preview.value?.estimate.runCount).toBe(6)
    plan.value = planFixture({ id: 'plan-2', repetitions: 2 })
    await nextTick()
    expect(preview.value?.estimate.runCount).toBe(12)
    clock.mockRestore()
  })
})

describe('useEnvironment', () => {
  const environment = (free: number): PlanEnvironment => ({
    memoryBytes: 1,
    target: {
      path: '/data',
      kind: 'folder',
      parentExists: true,
      writable: true,
      createdByApp: false,
      freeBytes: free,
    },
  })

  it('asks once typing pauses, and drops the facts of another target at once', async () => {
    const asked: string[] = []
    const plan = shallowRef<Plan | undefined>(planFixture())
    const { facts } = scope.run(() =>
      useEnvironment(plan, shallowRef(true), async ({ target }) => {
        asked.push(target.kind === 'none' ? '' : target.path)
        return environment(1)
      }),
    )!
    await vi.advanceTimersByTimeAsync(250)
    expect(facts.value.target?.freeBytes).toBe(1)
    for (const path of ['/m', '/mn', '/mnt']) {
      plan.value = planFixture({ target: { kind: 'folder', path } })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(facts.value).toEqual({ memoryBytes: 1 })
    await vi.advanceTimersByTimeAsync(250)
    expect(asked).toEqual(['/data', '/mnt'])
  })

  it('never shows a late answer about an earlier target', async () => {
    const answers: ((value: PlanEnvironment) => void)[] = []
    const plan = shallowRef<Plan | undefined>(planFixture())
    const { facts } = scope.run(() =>
      useEnvironment(plan, shallowRef(true), () => new Promise((resolve) => answers.push(resolve))),
    )!
    await vi.advanceTimersByTimeAsync(250)
    plan.value = planFixture({ target: { kind: 'folder', path: '/b' } })
    await vi.advanceTimersByTimeAsync(250)
    answers[1]?.(environment(2))
    answers[0]?.(environment(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(facts.value.target?.freeBytes).toBe(2)
  })

  it('asks again automatically for the free space, but not while the room is hidden', async () => {
    const ask = vi.fn(async () => environment(1))
    const active = shallowRef(true)
    scope.run(() => useEnvironment(shallowRef<Plan | undefined>(planFixture()), active, ask))
    await vi.advanceTimersByTimeAsync(250 + 30_000)
    expect(ask).toHaveBeenCalledTimes(2)
    active.value = false
    await vi.advanceTimersByTimeAsync(120_000)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})

describe('endTime', () => {
  const now = new Date(2026, 2, 10, 14, 0).getTime()

  it('names the day only if it is another one', () => {
    expect(endTime(now, 3600)).toBe('15:00')
    expect(endTime(now, 86_400)).toBe('Wed 14:00')
    expect(endTime(now, 20 * 86_400)).toMatch(/^30 Mar, 1[345]:00$/)
    expect(endTime(now, 3 * 365 * 86_400)).toBe('9 Mar 2029')
  })

  it('gives no date that is not in the calendar', () => {
    expect(endTime(now, 1e15)).toBeUndefined()
  })
})
