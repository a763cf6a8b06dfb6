import { beforeEach, expect, test, vi } from 'vitest'
import { computed, nextTick, shallowRef } from 'vue'
import type { PlanEnvironment, TargetFacts } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'
import RunAllPlans from '../../../src/renderer/views/design/start/RunAllPlans.vue'
import { useRunAll } from '../../../src/renderer/views/design/start/use-run-all'
import { mounted } from '../mounted'
import { campaign, review } from '../review/campaign-fixture'
import { planFixture } from './plan-fixture'

const open = { target: { kind: 'folder', path: '' }, axes: [], repetitions: 10 } as const
let plans = new Map<string, Plan>()
/** What is at a path. */
const folders = new Map<string, TargetFacts['kind']>([['/mnt/drive', 'folder']])
const summary = shallowRef(review({}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string, { planId = '', plan }: { readonly planId?: string; readonly plan?: Plan }) =>
      Promise.resolve(name === 'plan.get' ? plans.get(planId) : environmentOf(plan)),
  }),
}))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))

function environmentOf(plan: Plan | undefined): PlanEnvironment {
  if (plan?.target.kind !== 'folder') return {}
  const { path } = plan.target
  const kind = folders.get(path) ?? 'missing'
  return { target: { path, kind, parentExists: true, writable: true, createdByApp: false } }
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  plans = new Map(['a', 'b'].map((id) => [id, planFixture({ ...open, id, name: id.toUpperCase() })]))
  summary.value = review({})
})

const startAll = vi.fn<() => Promise<boolean>>()
const runAllPlans = () =>
  useRunAll(
    {
      list: computed(() => [...plans.values()]),
      flush: () => Promise.resolve(),
      change: (id, _label, change) => {
        const plan = plans.get(id)
        if (plan) plans.set(id, change(plan))
        return Promise.resolve()
      },
    },
    { startAll },
  )
const targets = () => [...plans.values()].map(({ target }) => ('path' in target ? target.path : undefined))

test('asks for the folder again if nothing could be started in the one it was given', async () => {
  const runAll = runAllPlans()
  await runAll.open()
  startAll.mockResolvedValueOnce(false)
  await runAll.start('/mnt/wrong', '', 'none')
  expect([runAll.shown.value, ...targets()]).toEqual([true, '', ''])
  startAll.mockResolvedValueOnce(true)
  await runAll.start('/mnt/drive', '', 'none')
  expect([runAll.shown.value, ...targets()]).toEqual([false, '/mnt/drive', '/mnt/drive'])
})

test('offers a draft unless the review has a document that lacks nothing of these plans', async () => {
  const runAll = runAllPlans()
  const part = mounted(RunAllPlans, { runAll })
  const drafted = async (campaigns: readonly CampaignSummary[], ...documents: readonly string[]) => {
    const list = documents.map((name, id) => ({
      ...{ id, name, title: '', author: '', modifiedAtMs: 0 },
      template: 'drive-review' as const,
    }))
    summary.value = { ...review({ campaigns }), documents: list }
    runAll.shown.value = false
    await nextTick()
    await runAll.open()
    await nextTick()
    return part.findList('[data-testid=run-all-draft]').value
  }
  expect(await drafted([])).toBe('drive-review')
  expect(await drafted([], 'My review')).toBe('none')
  expect(await drafted([campaign({ id: 1, planId: 'a', state: 'stopped' })], 'Draft')).toBe('drive-review')
  part.unmount()
})

test('counts what continued plans still have to do, and asks for a configuration only if one starts', async () => {
  const stopped = { state: 'stopped', runsByState: { done: 7, waiting: 3 } } as const
  summary.value = review({ campaigns: [campaign({ id: 1, planId: 'a', ...stopped })] })
  const runAll = runAllPlans()
  const part = mounted(RunAllPlans, { runAll })
  await runAll.open()
  await nextTick()
  expect(part.find('[data-testid=run-all-cost]').textContent).toContain('Together: 13 runs')
  part.find('[data-testid=run-all-configuration]')
  summary.value = review({
    campaigns: ['a', 'b'].map((planId, at) => campaign({ id: at + 1, planId, ...stopped })),
  })
  await runAll.open()
  await nextTick()
  expect(part.find('[data-testid=run-all-cost]').textContent).toContain('Together: 6 runs')
  expect(part.element.querySelector('[data-testid=run-all-configuration]')).toBeNull()
  part.unmount()
})

test('says what is wrong with the folder before anything is started', async () => {
  const runAll = runAllPlans()
  const part = mounted(RunAllPlans, { runAll })
  await runAll.open()
  await nextTick()
  const folder = part.findInput('[data-testid=run-all-folder]')
  const type = (path: string) => {
    folder.value = path
    folder.dispatchEvent(new Event('input'))
  }
  const isBlocked = () => part.find('[data-testid=run-all-start]').hasAttribute('disabled')
  const problem = () => part.element.querySelector('[data-testid=run-all-folder-problem]')?.textContent.trim()

  type('/mnt/drvie')
  await vi.waitFor(() => expect(problem()).toContain('The folder /mnt/drvie does not exist.'))
  expect([isBlocked(), folder.getAttribute('aria-invalid')]).toEqual([true, 'true'])
  type('/mnt/drive')
  await vi.waitFor(() => expect(problem()).toBeUndefined())
  expect(isBlocked()).toBe(false)
  part.unmount()
})
