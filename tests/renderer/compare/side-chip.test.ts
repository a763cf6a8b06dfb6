// @vitest-environment happy-dom
import { nextTick } from 'vue'
import { expect, test, vi } from 'vitest'
import SideChip from '../../../src/renderer/views/compare/sides/SideChip.vue'
import { mounted } from '../mounted'

test('a name that is being typed stays while runs land', async () => {
  const onNames = vi.fn()
  const props = (label: string) => ({
    settings: {
      baseline: [{ key: 'configuration', value: 'direct' }],
      candidates: [[{ key: 'configuration', value: 'buffered' }]],
    },
    ...{ name: 'baseline', title: 'baseline', testid: 'baseline-chip', onNames },
    keys: [{ key: 'configuration', name: 'Configuration', values: [{ value: 'direct', label }] }],
  })
  const part = mounted(SideChip, props('direct'))
  part.find('[data-testid=baseline-chip]').click()
  await nextTick()
  const field = document.body.querySelector<HTMLInputElement>('[data-testid=side-name]')
  if (!field) throw new Error('There is no field for the name.')
  // The panel takes the focus when it opens.
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
  field.focus()
  field.value = 'Drive A'
  field.dispatchEvent(new Event('input'))
  // The choices are read again with each run that lands.
  part.set(props('direct I/O'))
  await nextTick()
  expect(field.value).toBe('Drive A')
  field.dispatchEvent(new Event('change'))
  expect(onNames).toHaveBeenCalledOnce()
  part.unmount()
})
