// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { computed, defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import type { Plan } from '../../../src/core/plan/plan'
import { findEngine } from '../../../src/core/engines/registry'
import { providePlanEditor } from '../../../src/renderer/views/design/plan-editor'
import TargetCard from '../../../src/renderer/views/design/target/TargetCard.vue'
import { mounted } from '../mounted'
import { planFixture } from './plan-fixture'

vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

function card(start: Plan) {
  const plan = shallowRef(start)
  const part = mounted(
    defineComponent(() => {
      providePlanEditor({
        plan: computed(() => plan.value),
        engine: computed(() => findEngine('fio')),
        environment: shallowRef({}),
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
