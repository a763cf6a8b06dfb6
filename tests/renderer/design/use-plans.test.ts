import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { PlanSummary } from '../../../src/core/contract/review'
import type { Plan } from '../../../src/core/plan/plan'
import { usePlans, type PlanStore } from '../../../src/renderer/views/design/plans/use-plans'
import { planFixture } from './plan-fixture'

class MemoryStore implements PlanStore {
  readonly plans = new Map<string, Plan>()
  readonly saves: Plan[] = []
  failWith: string | undefined
  constructor(...plans: Plan[]) {
    for (const plan of plans) this.plans.set(plan.id, plan)
  }
  async get(id: string) {
    const plan = this.plans.get(id)
    if (!plan) throw new Error(`no plan ${id}`)
    return plan
  }
  async save(plan: Plan) {
    if (this.failWith) throw new Error(this.failWith)
    this.saves.push(plan)
    this.plans.set(plan.id, plan)
  }
  async remove(id: string) {
    this.plans.delete(id)
  }
}

const summary = (plan: Plan): PlanSummary => ({
  id: plan.id,
  name: plan.name,
  engine: 'fio',
  caseCount: 6,
  runCount: 60,
  modifiedAtMs: 0,
})

async function opened() {
  const one = planFixture()
  const two = planFixture({ id: 'plan-2', name: 'Second' })
  const store = new MemoryStore(one, two)
  const plans = usePlans(store, ref([summary(one), summary(two)]))
  await plans.open('plan-1')
  return { store, plans }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('usePlans', () => {
  it('saves a change a moment later, and only its newest version', async () => {
    const { store, plans } = await opened()
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 5 }))
    expect(plans.saveState.value.kind).toBe('waiting')
    expect(store.saves).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(400)
    expect(store.saves.map((plan) => plan.repetitions)).toEqual([5])
    expect(plans.saveState.value.kind).toBe('saved')
  })

  it('undoes and redoes, and saves what it went back to', async () => {
    const { store, plans } = await opened()
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    expect(plans.undoLabel.value).toBe('set repetitions')
    await plans.undo()
    expect(plans.plan.value?.repetitions).toBe(10)
    expect(plans.undoLabel.value).toBeUndefined()
    await plans.flush()
    expect(store.plans.get('plan-1')?.repetitions).toBe(10)
    await plans.redo()
    expect(plans.plan.value?.repetitions).toBe(3)
  })

  it('makes one step of typing, and a new one after a pause or a blur', async () => {
    const { plans } = await opened()
    const type = (name: string) => plans.edit('rename plan', (plan) => ({ ...plan, name }), 'name')
    type('M')
    await vi.advanceTimersByTimeAsync(300)
    type('My')
    plans.settle()
    type('My plan')
    await vi.advanceTimersByTimeAsync(1500)
    type('My plans')
    await plans.undo()
    expect(plans.plan.value?.name).toBe('My plan')
    await plans.undo()
    expect(plans.plan.value?.name).toBe('My')
    await plans.undo()
    expect(plans.plan.value?.name).toBe('Mix')
  })

  it('deletes a plan, shows its neighbour, and brings it back', async () => {
    const { store, plans } = await opened()
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    await plans.remove('plan-1')
    expect(store.plans.has('plan-1')).toBe(false)
    expect(plans.plan.value?.id).toBe('plan-2')
    expect(plans.list.value.map((entry) => entry.id)).toEqual(['plan-2'])
    // The save that waited must not bring the deleted plan back.
    await vi.advanceTimersByTimeAsync(1000)
    expect(store.plans.has('plan-1')).toBe(false)
    await plans.undo()
    await plans.flush()
    expect(plans.plan.value?.id).toBe('plan-1')
    expect(store.plans.get('plan-1')?.repetitions).toBe(3)
  })

  it('undoes the adding of a plan by deleting it', async () => {
    const { store, plans } = await opened()
    plans.add(planFixture({ id: 'plan-3', name: 'Third' }), 'add plan')
    await plans.flush()
    expect(plans.list.value.map((entry) => entry.name)).toEqual(['Mix', 'Second', 'Third'])
    await plans.undo()
    expect(store.plans.has('plan-3')).toBe(false)
    expect(plans.plan.value?.id).toBe('plan-2')
    await plans.redo()
    await plans.flush()
    expect(store.plans.has('plan-3')).toBe(true)
  })

  it('keeps a change that could not be saved, says so, and saves it later', async () => {
    const { store, plans } = await opened()
    store.failWith = 'The disk is full.'
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    await vi.advanceTimersByTimeAsync(400)
    expect(plans.saveState.value).toEqual({ kind: 'failed', message: 'The disk is full.' })
    await expect(plans.flush()).rejects.toThrow('The disk is full.')
    store.failWith = undefined
    await plans.flush()
    expect(store.plans.get('plan-1')?.repetitions).toBe(3)
    expect(plans.saveState.value.kind).toBe('saved')
  })

  it('ignores an edit that changes nothing', async () => {
    const { plans } = await opened()
    plans.edit('nothing', (plan) => plan)
    expect(plans.undoLabel.value).toBeUndefined()
    expect(plans.saveState.value.kind).toBe('saved')
  })
})
