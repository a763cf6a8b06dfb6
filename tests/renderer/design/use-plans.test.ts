import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import type { PlanSummary } from '../../../src/core/contract/review'
import type { Plan } from '../../../src/core/plan/plan'
import type { PlanStore } from '../../../src/renderer/views/design/plans/plans'
import { usePlans } from '../../../src/renderer/views/design/plans/use-plans'
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
    if (!plan) throw new RequestFailure({ id: 'no-plan', message: `no plan ${id}` })
    return plan
  }
  async save(plan: Plan, base: Plan | null) {
    if (this.failWith) throw new Error(this.failWith)
    this.#refuseOther(plan.id, base)
    this.saves.push(plan)
    this.plans.set(plan.id, plan)
  }
  async remove(id: string, base: Plan) {
    this.#refuseOther(id, base)
    this.plans.delete(id)
  }
  #refuseOther(id: string, base: Plan | null) {
    if (this.plans.get(id) !== (base ?? undefined))
      throw new RequestFailure({ id: 'changed-elsewhere', message: 'changed elsewhere' })
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

describe('usePlans', () => {
  it('shows what another program made of a plan that was not changed here', async () => {
    const { store, plans } = await opened()
    const theirs = planFixture({ repetitions: 9 })
    store.plans.set('plan-1', theirs)
    await plans.refresh()
    expect(plans.plan.value).toBe(theirs)
    plans.edit('rename plan', (now) => ({ ...now, name: 'Mine' }))
    store.plans.set('plan-1', planFixture({ repetitions: 3 }))
    await plans.refresh()
    expect(plans.plan.value).toEqual({ ...theirs, name: 'Mine' })
  })

  it('shows another plan if the open one was deleted by another program', async () => {
    const [one, two] = [planFixture(), planFixture({ id: 'plan-2', name: 'Second' })]
    const summaries = ref([summary(one), summary(two)])
    const plans = usePlans(new MemoryStore(one, two), summaries)
    await plans.open('plan-1')
    summaries.value = [summary(two)]
    await plans.refresh()
    expect(plans.plan.value).toBe(two)
  })

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

  it('undoes and redoes, and saves the restored version', async () => {
    const { store, plans } = await opened()
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    expect(plans.nextUndo.value?.label).toBe('set repetitions')
    await plans.undo()
    expect(plans.plan.value?.repetitions).toBe(10)
    expect(plans.nextUndo.value?.label).toBeUndefined()
    await plans.flush()
    expect(store.plans.get('plan-1')?.repetitions).toBe(10)
    await plans.redo()
    expect(plans.plan.value?.repetitions).toBe(3)
  })

  it('combines typing into one step, and starts a new one after a pause or a blur', async () => {
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

  it('gives a taken name a number: of a new plan, of a renamed one, and of one whose name was typed', async () => {
    const { store, plans } = await opened()
    const type = (name: string) => plans.edit('rename plan', (plan) => ({ ...plan, name }), 'name')
    plans.add(planFixture({ id: 'plan-3', name: 'Second' }), 'add plan')
    await plans.rename('plan-1', 'Second')
    // Not while it is typed: the name may go on.
    type('Second')
    expect(plans.plan.value?.name).toBe('Second')
    plans.settle()
    await plans.flush()
    expect([...store.plans.values()].map(({ name }) => name)).toEqual(['Second (3)', 'Second', 'Second (2)'])
    await plans.undo()
    expect(plans.plan.value?.name).toBe('Second (2)')
  })

  it('leaves equal names of an older file alone until one is typed', async () => {
    const both = [planFixture(), planFixture({ id: 'plan-2' })]
    const plans = usePlans(new MemoryStore(...both), ref(both.map(summary)))
    await plans.open('plan-2')
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }), 'repetitions')
    plans.settle()
    expect(plans.list.value.map(({ name }) => name)).toEqual(['Mix', 'Mix'])
  })

  it('deletes a plan, shows its neighbour, and restores it', async () => {
    const { store, plans } = await opened()
    plans.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    await plans.remove('plan-1')
    expect(store.plans.has('plan-1')).toBe(false)
    expect(plans.plan.value?.id).toBe('plan-2')
    expect(plans.list.value.map((entry) => entry.id)).toEqual(['plan-2'])
    // The pending save must not bring the deleted plan back.
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

  it('keeps a change that could not be saved, reports it, and saves it later', async () => {
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
    expect(plans.nextUndo.value?.label).toBeUndefined()
    expect(plans.saveState.value.kind).toBe('saved')
  })
})

describe('a plan that is open in two windows', () => {
  async function twoWindows() {
    const { store, plans: first } = await opened()
    const second = usePlans(
      store,
      ref([summary(planFixture()), summary(planFixture({ id: 'plan-2', name: 'Second' }))]),
    )
    await second.open('plan-1')
    first.edit('set repetitions', (plan) => ({ ...plan, repetitions: 3 }))
    await first.flush()
    second.edit('rename plan', (plan) => ({ ...plan, name: 'Mine' }))
    await vi.advanceTimersByTimeAsync(400)
    return { store, first, second }
  }
  const copyOf = (plan: Plan) => ({ ...plan, id: 'copy', name: `${plan.name} copy` })

  it('keeps what was saved first; the second is notified, and nothing of it is saved', async () => {
    const { store, second } = await twoWindows()
    expect(store.plans.get('plan-1')).toMatchObject({ name: 'Mix', repetitions: 3 })
    expect(second.conflict.value).toMatchObject({
      base: { name: 'Mix', repetitions: 10 },
      mine: { name: 'Mine', repetitions: 10 },
      theirs: { name: 'Mix', repetitions: 3 },
    })
    expect(second.plan.value?.name).toBe('Mine')
    // Neither a start nor an export may take the stored version for the displayed one.
    await expect(second.flush()).rejects.toMatchObject({ id: 'changed-elsewhere' })
    second.edit('rename plan', (plan) => ({ ...plan, name: 'Mine again' }))
    await vi.advanceTimersByTimeAsync(400)
    expect(store.saves).toHaveLength(1)
    expect(second.conflict.value?.mine.name).toBe('Mine again')
  })

  it("continues with the other version; undo restores one's own", async () => {
    const { store, second } = await twoWindows()
    await second.takeTheirs()
    expect(second.conflict.value).toBeUndefined()
    expect(second.plan.value).toMatchObject({ name: 'Mix', repetitions: 3 })
    await second.flush()
    expect(store.saves).toHaveLength(1)
    await second.undo()
    await second.flush()
    expect(store.plans.get('plan-1')).toMatchObject({ name: 'Mine', repetitions: 10 })
  })

  it("continues with one's own version as a copy", async () => {
    const { store, second } = await twoWindows()
    await second.keepMine(copyOf)
    await second.flush()
    expect(second.plan.value).toMatchObject({ id: 'copy', name: 'Mine copy', repetitions: 10 })
    expect(store.plans.get('copy')).toMatchObject({ name: 'Mine copy', repetitions: 10 })
    expect(store.plans.get('plan-1')).toMatchObject({ name: 'Mix', repetitions: 3 })
    expect(second.list.value.map(({ name }) => name)).toEqual(['Mix', 'Second', 'Mine copy'])
  })

  it('does not block other plans from being saved', async () => {
    const { store, second } = await twoWindows()
    await second.open('plan-2')
    second.edit('set repetitions', (plan) => ({ ...plan, repetitions: 7 }))
    await second.flush()
    expect(store.plans.get('plan-2')?.repetitions).toBe(7)
    await second.open('plan-1')
    expect(second.conflict.value?.mine.name).toBe('Mine')
  })

  it('and was deleted in one of them, is removed from the other or kept as a copy', async () => {
    for (const keep of [false, true]) {
      const { store, plans: first } = await opened()
      const second = usePlans(
        store,
        ref([summary(planFixture()), summary(planFixture({ id: 'plan-2', name: 'Second' }))]),
      )
      await second.open('plan-1')
      await first.remove('plan-1')
      second.edit('rename plan', (plan) => ({ ...plan, name: 'Mine' }))
      await second.flush().catch(() => undefined)
      expect(second.conflict.value).toMatchObject({ mine: { name: 'Mine' }, theirs: undefined })
      await (keep ? second.keepMine(copyOf) : second.takeTheirs())
      await second.flush()
      expect(second.plan.value?.id).toBe(keep ? 'copy' : 'plan-2')
      expect([...store.plans.keys()]).toEqual(keep ? ['plan-2', 'copy'] : ['plan-2'])
    }
  })

  it('is not deleted with changes that the other has not seen', async () => {
    const { store, first, second } = await twoWindows()
    await second.takeTheirs()
    first.edit('set repetitions', (plan) => ({ ...plan, repetitions: 4 }))
    await first.flush()
    await expect(second.remove('plan-1')).rejects.toMatchObject({ id: 'changed-elsewhere' })
    expect(store.plans.has('plan-1')).toBe(true)
    expect(second.list.value.map(({ id }) => id)).toContain('plan-1')
    await second.remove('plan-1')
    expect(store.plans.has('plan-1')).toBe(false)
  })

  it('is shown as stored when it is opened again', async () => {
    const { first, second } = await twoWindows()
    await second.takeTheirs()
    await second.open('plan-2')
    first.edit('set repetitions', (plan) => ({ ...plan, repetitions: 4 }))
    await first.flush()
    await second.open('plan-1')
    expect(second.plan.value?.repetitions).toBe(4)
  })
})
