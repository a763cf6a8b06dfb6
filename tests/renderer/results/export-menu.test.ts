import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import ExportMenu from '../../../src/renderer/views/results/ExportMenu.vue'
import { useRooms } from '../../../src/renderer/composables/room/use-rooms'
import { mounted } from '../mounted'

const asked: unknown[] = []
const said: string[] = []
const preset = shallowRef<{ id: number; name: string; look: { dpi?: number } }>()
let answer: () => Promise<unknown> = () => Promise.resolve(null)
vi.mock('../../../src/renderer/composables/use-shell', () => ({
  useShell: () => ({
    request: (name: string, given: object) => {
      asked.push([name, given])
      return answer()
    },
  }),
}))
vi.mock('../../../src/renderer/composables/review/use-presets', () => ({
  usePresets: () => ({ chosen: preset }),
}))
vi.mock('../../../src/renderer/composables/review/use-serials', () => ({ useSerials: () => ref(true) }))
vi.mock('../../../src/renderer/components/SerialsChoice.vue', () => ({ default: () => null }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({
    ready: (title: string, ways: readonly { readonly label: string }[]) =>
      said.push([title, ...ways.map(({ label }) => label)].join(' | ')),
    warn: (text: string) => said.push(text),
    failure: (error: Error, title: string) => said.push(`${title}: ${error.message}`),
  })),
)

const settings = { kind: 'mix-sweep', campaignIds: [1], metric: 'bandwidth' }
const props = { settings, colors: 'light', width: 640 }
/** The panel is placed at the end of the page. */
const inPage = (selector: string) => {
  const found = document.querySelector<HTMLInputElement>(selector)
  if (!found) throw new Error(`Nothing matches ${selector}`)
  return found
}
beforeEach(() => {
  asked.length = said.length = 0
  preset.value = undefined
})

async function saveAs(format: string): Promise<unknown> {
  const part = mounted(ExportMenu, props)
  part.find('[data-testid=figure-export]').click()
  await vi.waitFor(() => inPage(`[data-testid=export-${format}]`))
  inPage(`[data-testid=export-${format}]`).click()
  await nextTick()
  inPage('[data-testid=export-save]').click()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.waitFor(() => expect(inPage('[data-testid=figure-copy]').hasAttribute('disabled')).toBe(false))
  part.unmount()
  return asked[0]
}

test('a figure is written as shown, without serial numbers if they are left out', async () => {
  answer = () => Promise.resolve({ path: '/tmp/mix.svg' })
  expect(await saveAs('svg')).toEqual([
    'figure.export',
    { settings, theme: 'light', redactSerials: true, width: 640, asShown: true, format: 'svg', scale: 2 },
  ])
  expect(said).toEqual(['Saved /tmp/mix.svg | Open | Show in folder'])
})

test('a preset replaces the width; a promised height that it could not keep is reported', async () => {
  preset.value = { id: 7, name: 'Print', look: {} }
  answer = () => Promise.resolve({ path: '/tmp/mix.pdf', advice: 'It is higher than asked.' })
  expect(await saveAs('pdf')).toEqual([
    'figure.export',
    { settings, theme: 'light', redactSerials: true, presetId: 7, format: 'pdf', scale: 2 },
  ])
  expect(said).toEqual(['Saved /tmp/mix.pdf | Open | Show in folder', 'It is higher than asked.'])
})

test('a cancelled dialog reports nothing, a failure reports what failed', async () => {
  answer = () => Promise.resolve(null)
  await saveAs('csv')
  expect(said).toEqual([])
  asked.length = 0
  answer = () => Promise.reject(new Error('The disk is full.'))
  await saveAs('png')
  expect(said).toEqual(['The figure could not be exported: The disk is full.'])
})

test('a request to export opens the panel once, also if it came before the figure', async () => {
  useRooms().go('results', { exports: true })
  const shown = () => document.querySelector('[data-testid=export-save]') !== null
  const part = mounted(ExportMenu, props)
  await vi.waitFor(() => expect(shown()).toBe(true))
  part.unmount()
  const again = mounted(ExportMenu, props)
  await nextTick()
  await nextTick()
  expect(shown()).toBe(false)
  useRooms().go('results', { exports: true })
  await vi.waitFor(() => expect(shown()).toBe(true))
  again.unmount()
})
