import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { FieldKind } from '../../../../src/core/engines/engine'
import ValueField from '../../../../src/renderer/controls/field/ValueField.vue'
import { chooseOption, mounted, typeInto } from '../../mounted'

const bytes: FieldKind = { type: 'bytes' }
const onChange = vi.fn()
const onError = vi.fn()

test('what is being typed stays as it is while the value it means comes back', async () => {
  const props = { id: 'size', kind: bytes, value: 4096, onChange, onError }
  const part = mounted(ValueField, props)
  const field = part.findInput('#size')
  await typeInto(field, '8k')
  expect(onChange).toHaveBeenLastCalledWith(8192)
  part.set({ ...props, value: 8192 })
  await nextTick()
  expect(field.value).toBe('8k')
  field.dispatchEvent(new Event('blur'))
  await nextTick()
  expect(field.value.replace(/\s/g, ' ')).toBe('8 KiB')
  part.set({ ...props, value: 16_384 })
  await nextTick()
  expect(field.value.replace(/\s/g, ' ')).toBe('16 KiB')
  part.unmount()
})

test('an invalid text is reported as an error until it is valid again; an empty field is no value', async () => {
  onChange.mockClear()
  const part = mounted(ValueField, { id: 'size', kind: bytes, value: 4096, onChange, onError })
  const field = part.findInput('#size')
  await typeInto(field, 'four')
  expect(onError.mock.lastCall?.[0]).toEqual(expect.any(String))
  expect(onChange).not.toHaveBeenCalled()
  await typeInto(field, '')
  expect(onError).toHaveBeenLastCalledWith(undefined)
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  part.unmount()
})

test('a list without an initial choice can be left to the engine; a switch emits yes and no', () => {
  onChange.mockClear()
  const kind: FieldKind = { type: 'choice', choices: [{ value: 'libaio', label: 'Linux AIO' }] }
  const list = mounted(ValueField, { id: 'engine', kind, value: undefined, onChange })
  chooseOption(list.findList('#engine'), 'Linux AIO')
  chooseOption(list.findList('#engine'), 'left to the engine')
  expect(onChange.mock.calls).toEqual([['libaio'], [undefined]])
  list.unmount()

  onChange.mockClear()
  const part = mounted(ValueField, {
    id: 'direct',
    kind: { type: 'boolean' },
    value: undefined,
    initial: true,
    onChange,
  })
  const field = part.findInput('#direct')
  expect(field.checked).toBe(true)
  field.click()
  expect(onChange.mock.calls).toEqual([[false]])
  part.unmount()
})
