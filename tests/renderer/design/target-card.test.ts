import { expect, test, vi } from 'vitest'
import { computed, defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import type { StoredDevice } from '../../../src/core/contract/review'
import type { PlanEnvironment, TargetFacts } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { findEngine } from '../../../src/core/engines/registry'
import { providePlanEditor } from '../../../src/renderer/views/design/plan-editor'
import { mounted } from '../mounted'
import { planFixture } from './plan-fixture'

vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

const saved = vi.fn((_name: string, _card: object) => Promise.resolve())
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request: saved }) }))
const devices = shallowRef<readonly StoredDevice[]>([])
vi.mock('../../../src/renderer/composables/review/use-review', () => ({
  useReview: () => ({ summary: computed(() => ({ devices: devices.value })) }),
}))
const { default: TargetCard } = await import('../../../src/renderer/views/design/target/TargetCard.vue')

function card(start: Plan, environment: PlanEnvironment = {}) {
  const plan = shallowRef(start)
  const part = mounted(
    defineComponent(() => {
      providePlanEditor({
        plan: computed(() => plan.value),
        engine: computed(() => findEngine('fio')),
        environment: shallowRef(environment),
        locked: computed(() => false),
        edit: (_, change) => (plan.value = change(plan.value)),
        settle: () => undefined,
        sought: ref(),
      })
      return () => h(TargetCard)
    }),
  )
  return { plan, part }
}

test('makes a file in the folder, never of the folder, which may be a drive that is not mounted', async () => {
  const { plan, part } = card({ ...planFixture(), target: { kind: 'folder', path: '/media/x/DRIVE' } })
  const choose = async (label: string) => {
    const [choice] = [...part.element.querySelectorAll('label, button')].filter(
      ({ textContent }) => textContent.trim() === label,
    )
    if (!(choice instanceof HTMLElement)) throw new Error(`There is no ${label}.`)
    choice.click()
    await nextTick()
  }
  await choose('Exactly this file')
  expect(plan.value.target).toEqual({ kind: 'file', path: '/media/x/DRIVE/benchwright.data' })
  await choose('In a folder')
  expect(plan.value.target).toEqual({ kind: 'folder', path: '/media/x/DRIVE' })
  part.unmount()
})

test('accepts the rated endurance of the drive as its data sheet states it, reports what it cannot read, and clears it', async () => {
  const { plan, part } = card(planFixture())
  const field = part.element.querySelector('[data-testid="rated-endurance"]')
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for the rating.')
  const enter = async (text: string) => {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    field.dispatchEvent(new Event('blur', { bubbles: true }))
    await nextTick()
  }
  await enter('600 TBW')
  expect(plan.value.ratedEndurance).toBe(600e12)
  expect(field.value).toBe('600\u202fTB')
  await enter('a lot')
  expect(plan.value.ratedEndurance).toBe(600e12)
  expect(part.element.querySelector('[role="alert"]')?.textContent).toContain(
    '"a lot" is not a rated endurance',
  )
  await enter('1.2 PB')
  expect(part.element.querySelector('[role="alert"]')).toBeNull()
  expect(plan.value.ratedEndurance).toBe(1.2e15)
  await enter('')
  expect(plan.value).not.toHaveProperty('ratedEndurance')
  part.unmount()
})

test('asks once which drive it is, proposes the model, and changes its card from then on', async () => {
  const target: TargetFacts = {
    ...{ path: '/mnt', kind: 'folder', parentExists: true, writable: true, createdByApp: false },
    ...{ device: 'nvme0n1', model: 'Samsung 990 PRO', identity: 'S1' },
  }
  const { part } = card(planFixture(), { machine: 'lab', target })
  expect(part.find('[data-testid=which-drive]').textContent).toContain('Which drive is this?')
  expect(part.findInput('[data-testid=drive-name]').value).toBe('Samsung 990 PRO')
  part.find('[data-testid=which-drive]').dispatchEvent(new Event('submit'))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const made = { model: 'Samsung 990 PRO', standsFor: ['S1'], color: '#0072b2' }
  expect(saved).toHaveBeenCalledWith('device.save', { base: null, name: 'Samsung 990 PRO', card: made })
  const stored = { id: 7, name: 'Samsung 990 PRO', card: made, modifiedAtMs: 1 }
  devices.value = [stored]
  await nextTick()
  expect(part.find('[data-testid=which-drive]').textContent).not.toContain('Which drive is this?')
  const color = part.findInput('[data-testid=drive-color]')
  expect(color.value).toBe('#0072b2')
  color.value = '#d55e00'
  color.dispatchEvent(new Event('change'))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
  expect(saved.mock.lastCall?.[1]).toEqual({
    base: { id: 7, name: stored.name, card: made },
    ...{ name: stored.name, card: { ...made, color: '#d55e00' } },
  })
  devices.value = []
  part.unmount()
})

test('asks nothing of a drive that nothing tells from others', () => {
  const { part } = card(planFixture(), { machine: 'lab' })
  expect(part.element.querySelector('[data-testid=which-drive]')).toBeNull()
  part.unmount()
})
