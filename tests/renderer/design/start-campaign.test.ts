import { beforeEach, expect, test, vi } from 'vitest'
import { computed, defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import type { StartAsked } from '../../../src/core/contract/bench-requests'
import type { Advice, PlanEnvironment, PlanEstimate } from '../../../src/core/plan/advice'
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
    request: (name: string, given: { readonly planId?: string }) => {
      asked.push(name)
      if (name === 'device.save') saved(given)
      if (name === 'plan.get') return Promise.resolve(drives.find(({ id }) => id === given.planId))
      if (name !== 'campaign.start') return Promise.resolve([])
      const isAsked = questions && !hasAnswers(given)
      if (isAsked) return Promise.resolve({ questions })
      started.push(given)
      return Promise.resolve({ campaignId: 7 })
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
  for (const list of [asked, started]) list.length = 0
  for (const mock of [confirm, confirmDevice]) mock.mockReset()
  questions = undefined
})

const nothing: StartAsked['questions'] = { wear: [], orphans: [], inUse: [], devices: [] }
/** What the bench wants decided first. */
let questions: StartAsked['questions'] | undefined
const hasAnswers = (given: object) =>
  ['acceptsWear', 'orphans', 'beside'].some((name) => name in given) ||
  JSON.stringify(given).includes('confirmationId')
const plan = computed(() => planFixture())
const starting = () => useStart(plan, { during: (work) => work('plan-1') }, () => Promise.resolve())

test('a start that the bench does not ask about is one request', async () => {
  await starting().start('', [])
  expect(asked).toEqual(['campaign.start'])
  expect(started).toEqual([{ planId: 'plan-1', configuration: '' }])
  expect([confirm, confirmDevice].map((one) => one.mock.calls)).toEqual([[], []])
})

test('a person is asked about the wear that the bench reports, and only a yes starts', async () => {
  questions = { ...nothing, wear: ['The plan writes about 400\u202fTB.'] }
  confirm.mockResolvedValue(false)
  expect(await starting().start('', [])).toBe(false)
  expect(confirm.mock.calls[0]?.[0].text).toContain('The plan writes about 400\u202fTB')
  expect(started).toEqual([])
  confirm.mockResolvedValue(true)
  expect(await starting().start('', [])).toBe(true)
  expect(started).toEqual([{ planId: 'plan-1', configuration: '', acceptsWear: true }])
})

test('a person decides about runs in progress before the start', async () => {
  const group = { hostId: machine('lab'), host: 'lab', orphans: [] }
  questions = { ...nothing, orphans: [group] }
  const own = starting()
  const cancelled = own.start('', [])
  await vi.waitFor(() => expect(own.orphans.value).toEqual([group]))
  own.decide(false)
  await cancelled
  expect([started, own.orphans.value]).toEqual([[], undefined])
  const beside = own.start('', [])
  await vi.waitFor(() => expect(own.orphans.value).toEqual([group]))
  own.decide(true)
  await beside
  expect(started).toEqual([{ planId: 'plan-1', configuration: '', orphans: 'leave' }])
})

const inTurn = [{ planId: 'plan-2', configuration: 'drive B' }]

test('plans in turn are started as one schedule, each with its own confirmation', async () => {
  questions = { ...nothing, devices: ['plan-2'] }
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
  expect(asked).toEqual(['campaign.start', 'campaign.start'])
})

test('nothing is started if one of the devices is not confirmed', async () => {
  questions = { ...nothing, devices: ['plan-2'] }
  confirmDevice.mockResolvedValue(null)
  await starting().start('drive A', inTurn)
  expect(started).toEqual([])
})

test('a start on a machine in use asks once, and then keeps the choice', async () => {
  const inUse = [{ campaignId: 3, host: 'lab1' }]
  questions = { ...nothing, inUse }
  const own = starting()
  const cancelled = own.start('', [])
  await vi.waitFor(() => expect(own.inUse.value).toEqual(inUse))
  own.decideInUse('cancel')
  await cancelled
  expect([started, own.inUse.value]).toEqual([[], undefined])
  const beside = own.start('', [])
  await vi.waitFor(() => expect(own.inUse.value).toEqual(inUse))
  own.decideInUse('beside')
  await beside
  await own.start('', [])
  expect(started).toEqual([1, 2].map(() => ({ planId: 'plan-1', configuration: '', beside: true })))
  questions = undefined
  await own.start('', [])
  expect(started[2]).toEqual({ planId: 'plan-1', configuration: '' })
})

/** The start form, with its request to start. */
function form(around: PlanEnvironment = {}, errors: readonly Advice[] = []) {
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
  const onRemedy = vi.fn()
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
          ...{ estimate, errors, busy: false, checking: undefined, shown: shown.value, onStart, onRemedy },
          'onUpdate:shown': (now: boolean) => (shown.value = now),
        })
    }),
  )
  return { part, shown, onStart, onRemedy }
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

test('what prevents the start is listed with its reason and its fix', async () => {
  const error: Advice = {
    ...{ id: 'not-enough-space', severity: 'error', about: 'file_size' },
    text: 'The data file needs 1 GiB; 502 MiB can be used.',
    reason: '518 MiB are free, and 16 MiB of them stay untouched so that the file system does not run full.',
    remedy: { label: 'Use 502 MiB', change: {} },
  }
  const { onRemedy, onStart } = form({}, [error])
  const fix = await vi.waitFor(() => inForm('[data-testid=start-remedy-not-enough-space]', HTMLButtonElement))
  expect(fix.textContent).toContain('Use 502 MiB')
  expect(inForm('[data-testid=blocking-errors]', HTMLElement).textContent).toContain('16 MiB of them stay')
  fix.click()
  expect(onRemedy).toHaveBeenCalledWith(error)
  expect(onStart).not.toHaveBeenCalled()
})
