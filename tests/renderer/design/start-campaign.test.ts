// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { computed, defineComponent, h, nextTick, ref, shallowRef, type Component } from 'vue'
import type { Wear } from '../../../src/core/engines/endurance'
import { providePlanEditor } from '../../../src/renderer/views/design/plan-editor'
import StartCampaign from '../../../src/renderer/views/design/start/StartCampaign.vue'
import { useStart } from '../../../src/renderer/views/design/start/use-start'
import { mounted } from '../mounted'
import { planFixture } from './plan-fixture'

const confirm = vi.fn<(question: { text: string }) => Promise<boolean>>()
const asked: string[] = []
vi.mock('../../../src/renderer/composables/use-notices', () => ({
  useNotices: () => ({ confirm, failure: vi.fn(), done: vi.fn() }),
}))
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string) => {
      asked.push(name)
      return Promise.resolve(name === 'campaign.start' ? { campaignId: 7 } : [])
    },
  }),
}))

const plan = computed(() => planFixture())
const wear = (share: number): Wear => ({ bytesWritten: 4e14, ratedBytes: 6e14, basis: 'assumed', share })
const starting = (share: number | undefined) =>
  useStart(
    plan,
    { during: (work) => work('plan-1') },
    () => Promise.resolve(),
    () => (share === undefined ? undefined : wear(share)),
  )

test('a start that would take more than half of a drive asks first, and only that', async () => {
  confirm.mockResolvedValue(false)
  await starting(0.51).start('')
  expect(confirm.mock.calls[0]?.[0].text).toContain('The plan writes about 400\u2009TB')
  expect(asked).toEqual([])
  confirm.mockResolvedValue(true)
  await starting(0.51).start('')
  expect(asked).toContain('campaign.start')
  confirm.mockClear()
  await starting(0.5).start('')
  await starting(undefined).start('')
  expect(confirm).not.toHaveBeenCalled()
})

test('the next campaign does not begin with the name of the one before', async () => {
  const shown = ref(true)
  const estimate = { caseCount: 1, excludedCount: 0, runCount: 2, bytesWrittenBasis: 'exact', spaceBytes: 0 }
  const onStart = vi.fn()
  const editor = { plan, engine: computed(() => undefined), environment: shallowRef({}), sought: ref() }
  const part = mounted(
    defineComponent(() => {
      providePlanEditor({ ...editor, locked: computed(() => false), edit: vi.fn(), settle: vi.fn() })
      return () =>
        h(StartCampaign as Component, {
          ...{ estimate, errors: [], busy: false, checking: undefined, shown: shown.value, onStart },
          'onUpdate:shown': (now: boolean) => (shown.value = now),
        })
    }),
  )
  const field = () => {
    const found = document.querySelector<HTMLInputElement>('[data-testid=configuration-name] input')
    if (!found) throw new Error('The form does not show.')
    return found
  }
  await vi.waitFor(field)
  field().value = 'firmware A'
  field().dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect(onStart.mock.calls).toEqual([['firmware A']])
  shown.value = false
  await nextTick()
  shown.value = true
  await nextTick()
  expect((await vi.waitFor(field)).value).toBe('')
  part.unmount()
})
