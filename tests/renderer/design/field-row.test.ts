import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { fieldOf } from '../../../src/renderer/views/design/plan-editor'
import { findEngine } from '../../../src/core/engines/registry'
import FieldRow from '../../../src/renderer/views/design/workload/FieldRow.vue'
import { typeInto } from '../mounted'
import { inPlanEditor } from './in-plan-editor'
import { planFixture } from './plan-fixture'

const fileSize = fieldOf(findEngine('fio'), 'file_size')
const blockSize = fieldOf(findEngine('fio'), 'block_size')

test('a size is accepted in common units, and invalid text is refused in place', async () => {
  const { plan, part } = inPlanEditor(FieldRow, planFixture(), { props: { field: fileSize } })
  const field = part.findInput('[data-testid=value-file_size]')
  expect(field.value.replace(/\s/g, ' ')).toBe('1 GiB')
  await typeInto(field, '64 MiB')
  expect(plan.value.base.file_size).toBe(64 * 1024 * 1024)
  await typeInto(field, 'much')
  expect(plan.value.base.file_size).toBe(64 * 1024 * 1024)
  expect(part.find('[role=alert]').textContent).not.toBe('')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await nextTick()
  expect(field.value.replace(/\s/g, ' ')).toBe('64 MiB')
  expect(part.element.querySelector('[role=alert]')).toBeNull()
})

test('the row of an axis shows its number of levels instead of a value, and offers no second axis', () => {
  const { part } = inPlanEditor(FieldRow, planFixture(), { props: { field: blockSize } })
  expect(part.text()).toContain('varied, 2 levels')
  expect(part.element.querySelector('input, [data-testid=vary-block_size]')).toBeNull()
})

test('a fixed value can be varied; in a read-only plan it can be neither varied nor typed', () => {
  const onVary = vi.fn()
  const props = { field: fileSize, onVary }
  const open = inPlanEditor(FieldRow, planFixture(), { props })
  open.part.find('[data-testid=vary-file_size]').click()
  expect(onVary).toHaveBeenCalledOnce()
  const { part } = inPlanEditor(FieldRow, planFixture(), { props, locked: true })
  expect(part.element.querySelector('[data-testid=vary-file_size]')).toBeNull()
  expect(part.findInput('[data-testid=value-file_size]').disabled).toBe(true)
})
