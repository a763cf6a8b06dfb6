// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { computed, defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import type { Measuring } from '../../../src/core/results/campaign/campaign'
import type { PlanEnvironment, PlanEstimate } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { providePlanEditor } from '../../../src/renderer/views/design/plan-editor'
import StartCampaign from '../../../src/renderer/views/design/start/StartCampaign.vue'
import { useStart } from '../../../src/renderer/views/design/start/use-start'
import { mounted } from '../mounted'
import { campaign, plan as planSummary, review } from '../review/campaign-fixture'
import { planFixture } from './plan-fixture'
import { machine } from '../../core/plan/machine'

const confirm = vi.fn<(question: { text: string }) => Promise<boolean>>()
const asked: string[] = []
const started: unknown[] = []
const looks: unknown[] = []
const saved = vi.fn<(given: unknown) => void>()
const confirmDevice = vi.fn<(given: { planId: string }) => Promise<{ confirmationId: string } | null>>()
const drives: readonly Plan[] = [
  planFixture({ id: 'plan-2', name: 'Drive B', target: { kind: 'device', path: '/dev/sdb' } }),
  planFixture({ id: 'plan-3', name: 'Depths', axes: [{ key: 'queue_depth', levels: [1, 2] }] }),
  planFixture({ id: 'plan-4', name: 'Both hosts', hosts: [machine('local'), machine('lab')] }),
]
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ confirm, failure: vi.fn(), done: vi.fn() })),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string, given: { readonly planId?: string; readonly health?: boolean }) => {
      asked.push(name)
      if (name === 'device.save') saved(given)
      if (name === 'plan.environment') looks.push(given.health)
      if (name === 'campaign.start') started.push(given)
      if (name === 'campaign.measuring') return Promise.resolve(measuring)
      if (name === 'plan.get') return Promise.resolve(drives.find(({ id }) => id === given.planId))
      if (name === 'plan.environment') return Promise.resolve(environment)
      return Promise.resolve(name === 'campaign.start' ? { campaignId: 7 } : [])
    },
  }),
}))
vi.mock('../../../src/renderer/composables/use-shell', () => ({
  useShell: () => ({ request: (_: string, given: { planId: string }) => confirmDevice(given) }),
}))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({
  useReview: () => ({ summary: reviewed }),
}))
const plans = [planFixture(), ...drives].map(({ id, name }) => planSummary({ id, name }))
const reviewed = shallowRef(review({ plans }))
beforeEach(() => {
  reviewed.value = review({ plans })
  saved.mockReset()
  for (const list of [asked, started, looks]) list.length = 0
  for (const mock of [confirm, confirmDevice]) mock.mockReset()
  environment = {}
  bytes.value = 4096
})

let measuring: readonly Measuring[] = []
let environment: PlanEnvironment = {}
/** The open plan, which writes this much and reads nothing. */
const bytes = ref(4096)
const writing = { axes: [], repetitions: 1 }
const base = (size: number) => ({ pattern: 'sequential-write', io_size: size, file_size: 4096 })
const plan = computed(() => planFixture({ ...writing, base: base(bytes.value) }))
const onDrive = (rating: number): PlanEnvironment => ({
  target: {
    ...{ path: '/dev/sdb', kind: 'block-device', parentExists: true, writable: true, createdByApp: false },
    device: 'sdb',
    drive: { rotational: false, percentUsed: 10, bytesWritten: rating / 10 },
  },
})
const starting = () => useStart(plan, { during: (work) => work('plan-1') }, () => Promise.resolve())

test('a start that would take more than half of a drive asks first, and no other does', async () => {
  environment = onDrive(600e12)
  bytes.value = 400e12
  confirm.mockResolvedValue(false)
  await starting().start('', [])
  expect(confirm.mock.calls[0]?.[0].text).toContain('The plan writes about 400\u202fTB')
  expect(asked).toEqual(['plan.environment'])
  confirm.mockResolvedValue(true)
  await starting().start('', [])
  expect(asked).toContain('campaign.start')
  confirm.mockClear()
  bytes.value = 299e12
  await starting().start('', [])
  environment = {}
  await starting().start('', [])
  expect(confirm).not.toHaveBeenCalled()
})

test('the drive is asked for its own wear count, and a rating in the plan takes precedence', async () => {
  environment = onDrive(600e12)
  bytes.value = 400e12
  confirm.mockResolvedValue(false)
  await starting().start('', [])
  expect(looks).toEqual([true])
  expect(confirm.mock.calls[0]?.[0].text).toContain('By its own wear counter')
  const rated = computed(() => ({ ...plan.value, ratedEndurance: 900e12 }))
  confirm.mockClear()
  await useStart(rated, { during: (work) => work('plan-1') }, () => Promise.resolve()).start('', [])
  expect(confirm).not.toHaveBeenCalled()
})

const inTurn = [{ planId: 'plan-2', configuration: 'drive B' }]

test('plans in turn are started as one schedule, each with its own confirmation', async () => {
  confirmDevice.mockResolvedValue({ confirmationId: 'f'.repeat(32) })
  await starting().start('drive A', inTurn)
  expect(started).toEqual([
    {
      planId: 'plan-1',
      configuration: 'drive A',
      inTurnWith: [{ planId: 'plan-2', configuration: 'drive B', confirmationId: 'f'.repeat(32) }],
    },
  ])
  expect(confirmDevice.mock.calls).toEqual([[{ planId: 'plan-2' }]])
  expect(asked.filter((name) => name === 'orphans.of-plan')).toHaveLength(2)
})

test('nothing is started if one of the devices is not confirmed', async () => {
  confirmDevice.mockResolvedValue(null)
  await starting().start('drive A', inTurn)
  expect(started).toEqual([])
})

test('what plans in turn write to one drive is summed before it asks', async () => {
  confirm.mockResolvedValue(false)
  environment = onDrive(600e12)
  bytes.value = 299.9e12
  await starting().start('drive A', [])
  expect(confirm).not.toHaveBeenCalled()
  started.length = 0
  await starting().start('drive A', inTurn)
  expect(confirm.mock.calls).toHaveLength(1)
  const [{ text }] = confirm.mock.calls[0]!
  expect(text).toContain('“Mix” and “Drive B” together write up to')
  expect(text).toContain(
    'All plans of this start: 61 runs, 1.7–35\u202fd at 0.1–2\u202fGB/s, assumed, 305\u202fTB written at most',
  )
  expect(started).toEqual([])
  expect(confirmDevice).not.toHaveBeenCalled()
})

test('a start on a machine in use asks once, and then keeps the choice', async () => {
  measuring = [{ campaignId: 3, host: 'lab1' }]
  const own = starting()
  const cancelled = own.start('', [])
  await vi.waitFor(() => expect(own.inUse.value).toEqual(measuring))
  own.decideInUse('cancel')
  await cancelled
  expect([started, own.inUse.value]).toEqual([[], undefined])
  const beside = own.start('', [])
  await vi.waitFor(() => expect(own.inUse.value).toEqual(measuring))
  own.decideInUse('beside')
  await beside
  await own.start('', [])
  expect(started).toEqual([1, 2].map(() => ({ planId: 'plan-1', configuration: '', beside: true })))
  measuring = []
  await own.start('', [])
  expect(started[2]).toEqual({ planId: 'plan-1', configuration: '' })
})

/** The start form, with its request to start. */
function form(around: PlanEnvironment = {}) {
  const shown = ref(true)
  const estimate: PlanEstimate = {
    ...{
      caseCount: 1,
      excludedCount: 0,
      runCount: 2,
      seconds: 60,
      bytesWrittenBasis: 'exact',
      spaceBytes: 0,
    },
  }
  const onStart = vi.fn()
  const editor = {
    plan: computed(() => planFixture()),
    engine: computed(() => undefined),
    environment: shallowRef(around),
    sought: ref(),
  }
  const part = mounted(
    defineComponent(() => {
      providePlanEditor({ ...editor, locked: computed(() => false), edit: vi.fn(), settle: vi.fn() })
      return () =>
        h(StartCampaign, {
          ...{ estimate, errors: [], busy: false, checking: undefined, shown: shown.value, onStart },
          'onUpdate:shown': (now: boolean) => (shown.value = now),
        })
    }),
  )
  return { part, shown, onStart }
}

/** An element of the form, which is next to the part in the document. */
function inForm<T extends Element>(selector: string, kind: abstract new () => T): T {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The form does not show ${selector}.`)
}
const nameField = (id = 'configuration-name') =>
  inForm(`[data-testid=${id}] input, input[data-testid=${id}]`, HTMLInputElement)
/** Opens the field of a first campaign, which is asked for none. */
async function configurationField(): Promise<HTMLInputElement> {
  const opener = await vi.waitFor(() => inForm('[data-testid=configuration-name-open]', HTMLButtonElement))
  opener.click()
  return vi.waitFor(() => nameField())
}
function type(field: HTMLInputElement, text: string): void {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const submit = () =>
  inForm('form', HTMLElement).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

test('the configuration of a first campaign is not asked for, and that of another is', async () => {
  const first = form()
  const opener = await vi.waitFor(() => inForm('[data-testid=configuration-name-open]', HTMLButtonElement))
  expect(document.querySelector('input[data-testid=configuration-name]')).toBeNull()
  opener.click()
  await vi.waitFor(() => nameField())
  expect(inForm('form', HTMLElement).textContent).toContain('What was changed since the other campaigns')
  first.part.unmount()
  reviewed.value = review({ plans, campaigns: [campaign({ id: 1, planId: planFixture().id })] })
  const { part, shown } = form()
  await vi.waitFor(() => nameField())
  shown.value = false
  part.unmount()
})

test('a start asks which drive it is if it has no card, and keeps the answer', async () => {
  const target = {
    ...({ path: '/mnt', kind: 'folder', parentExists: true, writable: true, createdByApp: false } as const),
    ...{ device: 'nvme0n1', model: 'Samsung 990 PRO', identity: 'S1' },
  }
  const { part, onStart } = form({ machine: 'lab', target })
  const drive = await vi.waitFor(() => inForm('[data-testid=drive-name]', HTMLInputElement))
  expect(drive.value).toBe('Samsung 990 PRO')
  type(drive, 'Blue')
  submit()
  await vi.waitFor(() => expect(onStart).toHaveBeenCalledOnce())
  expect(saved.mock.calls).toEqual([
    [{ base: null, name: 'Blue', card: { model: 'Samsung 990 PRO', standsFor: ['S1'], color: '#0072b2' } }],
  ])
  part.unmount()
})

test('the next campaign does not start with the name of the previous one', async () => {
  const { part, shown, onStart } = form()
  type(await configurationField(), 'firmware A')
  submit()
  expect(onStart.mock.calls).toEqual([['firmware A', []]])
  shown.value = false
  await nextTick()
  shown.value = true
  await nextTick()
  expect((await vi.waitFor(() => nameField())).value).toBe('')
  part.unmount()
})

test('other plans are chosen to measure in turn with, each under another name', async () => {
  const { part, onStart } = form()
  type(await configurationField(), 'drive')
  inForm('[data-testid=in-turn-open]', HTMLButtonElement).click()
  const box = await vi.waitFor(() => inForm('[data-testid=in-turn-plan-2]', HTMLInputElement))
  const words = () => inForm('[data-testid=in-turn]', HTMLElement).textContent
  expect(words()).toContain('Rounds go A B, then B A, so that a steady drift favours neither side')
  expect(inForm('[data-testid=in-turn-plan-3]', HTMLInputElement).disabled).toBe(true)
  expect(inForm('#in-turn-why-plan-3', HTMLElement).textContent).toBe('No case in common with this plan.')
  expect(inForm('[data-testid=in-turn-plan-4]', HTMLInputElement).disabled).toBe(false)
  box.click()
  type(await vi.waitFor(() => nameField('in-turn-name-plan-2')), 'drive ')
  await nextTick()
  expect(inForm('[data-testid=names-differ]', HTMLElement).textContent).toContain('its own name')
  expect(inForm('[data-testid=confirm-start]', HTMLButtonElement).disabled).toBe(true)
  submit()
  expect(onStart).not.toHaveBeenCalled()
  type(nameField('in-turn-name-plan-2'), 'drive B')
  await nextTick()
  expect(inForm('[data-testid=confirm-start]', HTMLElement).textContent).toContain('Start 2 campaigns')
  expect(words().replaceAll(/\s+/g, ' ')).toMatch(
    /24 more runs with this plan, one at a time. All plans together: 62 runs, about /,
  )
  submit()
  expect(onStart.mock.calls).toEqual([['drive', [{ planId: 'plan-2', configuration: 'drive B' }]]])
  part.unmount()
})
