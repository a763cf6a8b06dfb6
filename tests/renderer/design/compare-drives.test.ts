import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { PlanEnvironment } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { mounted } from '../mounted'
import { review } from '../review/campaign-fixture'

const saved: unknown[] = []
let models: Readonly<Record<string, string>> = {}
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string, given: { readonly plan?: Plan }) => {
      if (name === 'device.save') saved.push(given)
      return Promise.resolve(given.plan ? environmentOf(given.plan) : null)
    },
  }),
}))
vi.mock('../../../src/renderer/composables/use-shell', () => ({ useShell: () => ({ request: vi.fn() }) }))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({
  useReview: () => ({ summary: shallowRef(review()) }),
}))

function environmentOf({ target }: Plan): PlanEnvironment {
  const path = target.kind === 'none' ? '' : target.path
  const device = models[path]
  return {
    machine: 'lab',
    target: {
      ...{ path, kind: 'folder', parentExists: true, writable: true, createdByApp: false },
      ...(device !== undefined && { device, model: `Model ${device}`, identity: `serial of ${device}` }),
    },
  }
}

const { default: CompareDrives } = await import('../../../src/renderer/views/design/start/CompareDrives.vue')

beforeEach(() => {
  saved.length = 0
  models = { '/mnt/a': 'sda', '/mnt/b': 'sdb' }
})

function found(testid: string): HTMLInputElement {
  const element = document.querySelector(`[data-testid=${testid}]`)
  if (element instanceof HTMLElement) return element as HTMLInputElement
  throw new Error(`There is no ${testid}.`)
}
function type(testid: string, text: string): void {
  const field = found(testid)
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const said = () => found('compare-cost').textContent
const submit = () =>
  found('compare-drives').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

test('two drives are named by their models, get cards, and are measured by plans that differ in the target alone', async () => {
  const start = vi.fn<(plans: readonly Plan[], names: readonly string[]) => Promise<boolean>>()
  start.mockResolvedValue(true)
  const part = mounted(CompareDrives, { own: [], start, shown: true })
  await vi.waitFor(() => expect(found('compare-runs').value).not.toBe(''))
  type('compare-runs', 'many')
  await nextTick()
  expect(said()).toBe('Runs and seconds are whole numbers from 1.')
  type('compare-runs', '4')
  type('compare-path-A', '/mnt/a')
  await nextTick()
  expect(said()).toBe('Choose a folder on each drive, or the device itself.')
  type('compare-path-B', '/mnt/a/')
  await nextTick()
  expect(said()).toBe('A and B are the same folder.')
  submit()
  expect(start).not.toHaveBeenCalled()
  type('compare-path-B', '/mnt/b')
  await vi.waitFor(() => expect(found('compare-name-B').value).toBe('Model sdb'))
  expect(found('compare-runs').value).toBe('4')
  type('compare-name-A', 'Model sdb')
  await nextTick()
  expect(said()).toBe('Give the drives different names.')
  type('compare-name-A', 'Nova')
  await nextTick()
  expect(said()).toMatch(/^176 runs, /)
  submit()
  await vi.waitFor(() => expect(start).toHaveBeenCalled())
  const [[first, second], names] = start.mock.calls[0]!
  expect(names).toEqual(['', ''])
  expect([first, second].map((plan) => [plan?.name, plan?.repetitions, plan?.target])).toEqual([
    ['Read/write mix, Nova', 4, { kind: 'folder', path: '/mnt/a' }],
    ['Read/write mix, Model sdb', 4, { kind: 'folder', path: '/mnt/b' }],
  ])
  expect(first?.id).not.toBe(second?.id)
  expect(second).toEqual({ ...first, id: second?.id, name: second?.name, target: second?.target })
  expect(saved).toMatchObject([{ name: 'Nova' }, { name: 'Model sdb' }])
  part.unmount()
})

test('two folders of one drive are said to be that, and told apart by the name of each campaign', async () => {
  models = { '/mnt/a': 'sda', '/mnt/b': 'sda' }
  const start = vi.fn<(plans: readonly Plan[], names: readonly string[]) => Promise<boolean>>()
  start.mockResolvedValue(true)
  const part = mounted(CompareDrives, { own: [], start, shown: true })
  await vi.waitFor(() => expect(found('compare-runs').value).not.toBe(''))
  type('compare-path-A', '/mnt/a')
  type('compare-path-B', '/mnt/b')
  await vi.waitFor(() => expect(found('compare-same-device').textContent).toContain('the same device, sda.'))
  type('compare-name-A', 'ext4')
  type('compare-name-B', 'xfs')
  await nextTick()
  submit()
  await vi.waitFor(() => expect(start).toHaveBeenCalled())
  expect(start.mock.calls[0]?.[1]).toEqual(['ext4', 'xfs'])
  expect(saved).toEqual([])
  part.unmount()
})

test('a start at once waits until both drives are known, so that their names are kept', async () => {
  const start = vi.fn<(plans: readonly Plan[], names: readonly string[]) => Promise<boolean>>()
  start.mockResolvedValue(true)
  const part = mounted(CompareDrives, { own: [], start, shown: true })
  await vi.waitFor(() => expect(found('compare-runs').value).not.toBe(''))
  type('compare-path-A', '/mnt/a')
  type('compare-path-B', '/mnt/b')
  type('compare-name-A', 'Nova')
  type('compare-name-B', 'Pulsar')
  await nextTick()
  submit()
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
  expect(saved).toMatchObject([{ name: 'Nova' }, { name: 'Pulsar' }])
  expect(start.mock.lastCall?.[1]).toEqual(['', ''])
  part.unmount()
})
