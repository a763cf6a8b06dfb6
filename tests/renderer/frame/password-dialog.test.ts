import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import { mounted, type Mounted } from '../mounted'

let tell: (event: BenchEvent) => void = () => undefined
const request = vi.fn(() => Promise.resolve(null))
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ request, onEvent: (listener: typeof tell) => (tell = listener) }),
}))
const { default: PasswordDialog } = await import('../../../src/renderer/frame/PasswordDialog.vue')

const ask = async (problem?: string) => {
  const question = { id: 7, whose: 'bench on db1:3306', ...(problem !== undefined && { problem }) }
  tell({ type: 'password-asked', question })
  await nextTick()
}

function fieldOf(part: Mounted): HTMLInputElement {
  const field = part.find('input')
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.')
  return field
}

test('what is typed is passed on once and not kept, and a refusal is shown next to an empty field', async () => {
  const part = mounted(PasswordDialog, {})
  expect(part.element.querySelector('form')).toBeNull()
  await ask()
  expect(part.text()).toContain('Password of bench on db1:3306')
  const field = fieldOf(part)
  expect(field.type).toBe('password')
  field.value = 'secret'
  field.dispatchEvent(new Event('input'))
  part.find('form').dispatchEvent(new Event('submit'))
  await nextTick()
  expect(request.mock.calls).toEqual([['password.give', { id: 7, password: 'secret' }]])
  expect(part.element.querySelector('form')).toBeNull()
  await ask('Your own server refused the login.')
  expect(part.find('[role="alert"]').textContent).toContain('refused the login')
  expect(fieldOf(part).value).toBe('')
  part.unmount()
})

test('Cancel gives none, and an answer in another window closes it', async () => {
  request.mockClear()
  const part = mounted(PasswordDialog, {})
  await ask()
  part.find('[data-testid="password-cancel"]').click()
  await nextTick()
  expect(request.mock.calls).toEqual([['password.give', { id: 7, password: null }]])
  await ask()
  tell({ type: 'password-asked', question: null })
  await nextTick()
  await nextTick()
  expect(part.element.querySelector('form')).toBeNull()
  expect(request).toHaveBeenCalledOnce()
  part.unmount()
})
