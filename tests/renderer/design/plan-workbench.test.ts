import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick, ref, shallowRef, watch } from 'vue'
import type { Advice } from '../../../src/core/plan/advice'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import type { Plans } from '../../../src/renderer/views/design/plans/plans'
import { usePlans } from '../../../src/renderer/views/design/plans/use-plans'
import PlanWorkbench from '../../../src/renderer/views/design/PlanWorkbench.vue'
import { mounted, typeInto, type Mounted } from '../mounted'
import { review } from '../review/campaign-fixture'
import { planFixture } from './plan-fixture'

const problem: Advice = {
  ...{ id: 'engine-refuses', severity: 'error', text: 'fio does not know the engine.', about: 'io_engine' },
}
/** The requests to the bench of a test, in order, and its answer to a check. */
const asked: [name: string, given: unknown][] = []
let check: () => Promise<{ problems: readonly Advice[] }> = () => Promise.resolve({ problems: [] })
const done = vi.fn<(text: string) => void>()
const failure = vi.fn<(error: unknown, title: string) => void>()

vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    onEvent: () => () => undefined,
    request: (name: string, given: unknown) => {
      asked.push([name, given])
      if (name === 'plan.check') return check()
      return Promise.resolve(name === 'plan.environment' ? {} : [])
    },
  }),
}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ done, failure })),
)
vi.mock('../../../src/renderer/composables/use-shell', () => ({ useShell: () => ({ request: vi.fn() }) }))
vi.mock('../../../src/renderer/composables/use-facts', () => ({
  useFacts: () => shallowRef({ platform: 'linux' }),
}))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({
  useReview: () => ({ summary: shallowRef(review({})), running: shallowRef() }),
}))
vi.mock('../../../src/renderer/composables/room/use-rooms', async (original) => ({
  ...(await original<object>()),
  useRooms: () => ({ go: vi.fn(), current: shallowRef({ id: 'design' }), target: shallowRef({}) }),
}))
// The grid is drawn on a canvas, which has its own tests.
vi.mock('../../../src/renderer/views/design/grid/CaseGrid.vue', () => ({ default: () => null }))

/** Only for the plans of this test: those of an earlier one may still be saved automatically. */
let save = vi.fn<(plan: unknown) => Promise<unknown>>()
let plans: Plans
let part: Mounted
let stopWatching: () => void = () => undefined

beforeEach(() => {
  for (const mock of [done, failure]) mock.mockClear()
  save = vi.fn<(plan: unknown) => Promise<unknown>>(() => Promise.resolve())
  asked.length = 0
  check = () => Promise.resolve({ problems: [] })
  localStorage.clear()
})
afterEach(() => {
  stopWatching()
  part.unmount()
})

/** The workbench on a plan that is kept in a map, as the Design room opens it. */
async function opened(plan = planFixture(), more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  plans = usePlans({ get: () => Promise.resolve(plan), save, remove: () => Promise.resolve() }, ref([]))
  await plans.open(plan.id)
  const props = () => ({
    plans,
    history: plans,
    open: plans.plan.value,
    readOnlyReason: undefined,
    active: true,
    ...more,
  })
  part = mounted(PlanWorkbench, props())
  stopWatching = watch(plans.plan, () => part.set(props()))
  await nextTick()
}

const button = (testid: string) => part.find(`[data-testid=${testid}]`)
const names = () => asked.map(([name]) => name)

test('typing changes the plan, is saved, and can be undone as one step', async () => {
  await opened()
  const name = part.findInput('[data-testid=plan-name]')
  await typeInto(name, 'Mix of')
  await typeInto(name, 'Mix of two')
  expect(plans.plan.value?.name).toBe('Mix of two')
  await plans.flush()
  expect(save.mock.lastCall?.[0]).toMatchObject({ name: 'Mix of two' })
  button('design-undo').click()
  await vi.waitFor(() => expect(plans.plan.value?.name).toBe('Mix'))
})

test('a file that cannot be written gives the reason, and nothing of its plan can be changed', async () => {
  await opened(planFixture(), { readOnlyReason: 'The folder cannot be written.' })
  expect(button('read-only').textContent).toContain('The folder cannot be written.')
  expect(part.findInput('[data-testid=plan-name]').disabled).toBe(true)
  expect(part.findInput('[data-testid=repetitions]').disabled).toBe(true)
  expect(part.element.querySelector('[data-testid=design-undo]')).toBeNull()
  expect(button('check-plan').hasAttribute('disabled')).toBe(true)
})

test('the check uses the saved plan, and reports that the engine accepts everything', async () => {
  await opened()
  plans.edit('set pause', (now) => ({ ...now, pauseSeconds: 3 }))
  button('check-plan').click()
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('fio accepts every case.'))
  expect(save.mock.lastCall?.[0]).toMatchObject({ pauseSeconds: 3 })
  expect(asked).toContainEqual(['plan.check', { planId: 'plan-1' }])
})

test('objections of the engine are listed until the plan is changed', async () => {
  check = () => Promise.resolve({ problems: [problem] })
  await opened()
  expect(part.text()).not.toContain(problem.text)
  button('check-plan').click()
  await vi.waitFor(() => expect(part.text()).toContain(problem.text))
  expect(done).not.toHaveBeenCalled()
  plans.edit('set an option', (now) => ({ ...now, base: { ...now.base, runtime: 20 } }))
  await vi.waitFor(() => expect(part.text()).not.toContain(problem.text))
})

test('a check that cannot be made is reported, a cancelled one is not', async () => {
  await opened()
  const refuse = (id: string) => () => Promise.reject(new RequestFailure({ id, message: 'No fio here.' }))
  check = refuse('cancelled')
  button('check-plan').click()
  await vi.waitFor(() => expect(part.element.querySelector('[data-testid=check-plan]')).not.toBeNull())
  check = refuse('no-engine')
  button('check-plan').click()
  await vi.waitFor(() => expect(failure).toHaveBeenCalled())
  expect(failure.mock.calls.map(([, title]) => title)).toEqual(['The plan could not be checked'])
})

test('a running check is cancelled for this plan', async () => {
  let end: (answer: { problems: readonly Advice[] }) => void = () => undefined
  check = () => new Promise((resolve) => (end = resolve))
  await opened()
  button('check-plan').click()
  await vi.waitFor(() => button('cancel-check'))
  button('cancel-check').click()
  expect(asked).toContainEqual(['plan.cancel-check', { planId: 'plan-1' }])
  end({ problems: [] })
  await vi.waitFor(() => button('check-plan'))
})

test('Ctrl+Enter opens the start and "?" the shortcuts, except while typing text', async () => {
  await opened()
  const key = async (on: EventTarget, init: KeyboardEventInit) => {
    on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    await nextTick()
  }
  const start = () => document.querySelector('[data-testid=start-form]')
  await key(button('plan-name'), { key: '?' })
  expect(document.body.textContent).not.toContain('Powers')
  await key(window, { key: '?' })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Powers'))
  expect(start()).toBeNull()
  await key(window, { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(start()).not.toBeNull())
})

test('facts about the target are requested only while the room is visible', async () => {
  vi.useFakeTimers()
  await opened(planFixture(), { active: false })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(names()).not.toContain('plan.environment')
  part.unmount()
  await opened()
  await vi.advanceTimersByTimeAsync(300)
  expect(names()).toContain('plan.environment')
})
