import { nextTick } from 'vue'
import { expect, test, vi } from 'vitest'
import { mounted } from '../mounted'

vi.mock('../../../src/renderer/composables/review/use-names', () => ({
  useNames: () => ({ sideNames: { value: new Map([['3', 'Drive One']]) } }),
}))
const { default: SideChip } = await import('../../../src/renderer/views/compare/sides/SideChip.vue')

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

test('a campaign has its name, never its number, also one that is gone', () => {
  for (const [value, name] of [
    ['3', 'Drive One'],
    ['4', 'a campaign that is not in the file'],
  ] as const) {
    const part = mounted(SideChip, {
      settings: { baseline: [{ key: 'campaign', value }], candidates: [[{ key: 'campaign', value: '5' }]] },
      ...{ name: 'baseline', title: 'baseline', testid: 'baseline-chip', keys: [] },
    })
    expect(part.text()).toBe(`Campaign ${name}`)
    part.unmount()
  }
})
