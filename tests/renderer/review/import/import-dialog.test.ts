import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import ImportDialog from '../../../../src/renderer/views/review/import/ImportDialog.vue'
import { mounted } from '../../mounted'

const request = vi.fn()
const failure = vi.fn()
vi.mock('../../../../src/renderer/composables/use-shell', () => ({ useShell: () => ({ request }) }))
const ofBench = vi.fn()
vi.mock('../../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ onEvent: () => () => undefined, request: ofBench }),
}))
vi.mock('../../../../src/renderer/composables/use-notices', async () =>
  (await import('../../mounted')).noticesWith(() => ({ failure })),
)
beforeEach(() => vi.clearAllMocks())

const drop = () => ({ reviews: [], results: ['fio.json'] })
const importOf = (configuration: string) => ['review.import', { from: 'drop', configuration, device: '' }]

function typeCondition(part: ReturnType<typeof mounted>, text: string) {
  const field = part.find('[data-testid=import-configuration]')
  Object.assign(field, { value: text })
  field.dispatchEvent(new Event('input'))
}

test('dropped files are named and wait for their labels', async () => {
  request.mockResolvedValue({ campaigns: [], taken: [], skipped: [] })
  const part = mounted(ImportDialog, { shown: true, dropped: drop() })
  await nextTick()
  expect(part.find('[data-testid=import-waiting]').textContent).toBe('fio.json')
  typeCondition(part, 'kernel 6.18')
  expect(request).not.toHaveBeenCalled()
  part.find('[data-testid=import-dropped]').click()
  await vi.waitFor(() => part.find('[data-testid=import-report]'))
  expect(request.mock.calls).toEqual([importOf('kernel 6.18')])
  // More are then chosen, not the same ones imported again.
  part.find('[data-testid=import-again]').click()
  await nextTick()
  part.find('[data-testid=import-files]')
  part.unmount()
})

test('files that were dropped and not imported are forgotten when the dialog closes', async () => {
  const part = mounted(ImportDialog, { shown: true, dropped: drop() })
  part.set({ shown: false })
  await nextTick()
  part.set({ shown: true })
  await nextTick()
  part.find('[data-testid=import-files]')
  expect(request).not.toHaveBeenCalled()
  part.unmount()
})

test('a drop during an import is refused with a message', async () => {
  request.mockReturnValue(new Promise(() => undefined))
  const part = mounted(ImportDialog, { shown: true, dropped: drop() })
  await nextTick()
  part.find('[data-testid=import-dropped]').click()
  part.set({ shown: true, dropped: drop() })
  await nextTick()
  expect(request).toHaveBeenCalledOnce()
  expect(failure).toHaveBeenCalledExactlyOnceWith(expect.any(Error), 'The dropped files were not imported')
  part.unmount()
})

test('a drop while a table is being pasted leaves the table unchanged', async () => {
  request.mockResolvedValue({ campaigns: [], taken: [], skipped: [] })
  const part = mounted(ImportDialog, { shown: true })
  await nextTick()
  const chooseTable = async () => {
    part.find('[data-testid=import-way-table]').dispatchEvent(new Event('change'))
    await nextTick()
  }
  await chooseTable()
  const field = part.find('[data-testid=import-text]')
  Object.assign(field, { value: 'depth\treads' })
  field.dispatchEvent(new Event('input'))
  part.set({ shown: true, dropped: drop() })
  await nextTick()
  part.find('[data-testid=import-dropped]')
  await chooseTable()
  expect(part.find('[data-testid=import-text]')).toHaveProperty('value', 'depth\treads')
  part.unmount()
})

test('drives are named after folders if asked, and the choice does not stay for the next import', async () => {
  request.mockResolvedValue({ campaigns: [], taken: [], skipped: [], toldApartBy: ['folder'] })
  const part = mounted(ImportDialog, { shown: true, dropped: drop() })
  await nextTick()
  part.find('[data-testid=import-device-from-folder]').click()
  await nextTick()
  part.find('[data-testid=import-dropped]').click()
  await vi.waitFor(() => part.find('[data-testid=import-report]'))
  expect(request.mock.calls).toEqual([
    ['review.import', { from: 'drop', configuration: '', device: '', deviceFrom: 'folder' }],
  ])
  expect(part.find('[data-testid=import-drives]').textContent).toContain('each folder became a drive')
  part.find('[data-testid=import-again]').click()
  await nextTick()
  expect(part.find('[data-testid=import-device-from-name]')).toMatchObject({ checked: true })
  part.unmount()
})

const nothing = { campaigns: [], taken: [], skipped: [] }
const asks = [
  { key: 'a', name: 'a', files: ['a.txt'], runs: 3 },
  { key: 'b', name: 'b', files: ['b.txt'], runs: 2 },
]

function type(part: ReturnType<typeof mounted>, testid: string, text: string) {
  const field = part.find(`[data-testid=${testid}]`)
  Object.assign(field, { value: text })
  field.dispatchEvent(new Event('input'))
}

test('drives that no file names are asked for, and the same files are imported with the answer', async () => {
  request.mockResolvedValueOnce({ ...nothing, asks }).mockResolvedValueOnce(nothing)
  const part = mounted(ImportDialog, { shown: true, dropped: drop() })
  await nextTick()
  part.find('[data-testid=import-dropped]').click()
  await vi.waitFor(() => part.find('[data-testid=import-question]'))
  type(part, 'import-drive-1', 'Drive B')
  part.find('[data-testid=import-question]').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.waitFor(() => part.find('[data-testid=import-report]'))
  expect(request.mock.calls[1]).toEqual([
    'review.import',
    { from: 'again', configuration: '', device: '', drives: { a: '', b: 'Drive B' } },
  ])
  part.unmount()
})

test('the unit of numbers that state none is asked for, and no answer is taken for one', async () => {
  const files = [
    { path: '/a/blocks.txt', runs: 56 },
    { path: '/a/old.txt', runs: 3 },
  ]
  request.mockResolvedValueOnce({ ...nothing, asksUnits: files }).mockResolvedValueOnce(nothing)
  const part = mounted(ImportDialog, { shown: true, dropped: drop() })
  await nextTick()
  part.find('[data-testid=import-dropped]').click()
  await vi.waitFor(() => part.find('[data-testid=import-question]'))
  const submit = () =>
    part.find('[data-testid=import-question]').dispatchEvent(new Event('submit', { cancelable: true }))
  const choose = async (at: number, value: string) => {
    const field = part.find(`[data-testid=import-unit-${at}]`) as HTMLSelectElement
    field.value = value
    field.dispatchEvent(new Event('change'))
    await nextTick()
  }
  await choose(0, 'ops/s')
  submit()
  await nextTick()
  expect(request).toHaveBeenCalledOnce()
  expect(part.find('[data-testid=import-answer]')).toMatchObject({ disabled: true })
  await choose(1, '')
  submit()
  await vi.waitFor(() => part.find('[data-testid=import-report]'))
  expect(request.mock.calls[1]).toEqual([
    'review.import',
    { from: 'again', configuration: '', device: '', drives: {}, units: { '/a/blocks.txt': 'ops/s' } },
  ])
  part.unmount()
})

test('a pasted text asks for its drive every time, and never keeps the last name', async () => {
  const one = { ...nothing, asks: [{ key: '.', name: '', files: ['pasted-text.txt'], runs: 8 }] }
  ofBench.mockResolvedValue(one)
  const part = mounted(ImportDialog, { shown: true, pasted: { text: 'first' } })
  await vi.waitFor(() => part.find('[data-testid=import-question]'))
  type(part, 'import-drive-0', 'Drive A')
  ofBench.mockResolvedValueOnce(nothing)
  part.find('[data-testid=import-question]').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.waitFor(() => part.find('[data-testid=import-report]'))
  expect(ofBench.mock.calls.map(([, given]) => given as unknown)).toEqual([
    { text: 'first', configuration: '' },
    { text: 'first', configuration: '', drives: { '.': 'Drive A' } },
  ])
  part.set({ shown: true, pasted: { text: 'second' } })
  await vi.waitFor(() => part.find('[data-testid=import-question]'))
  expect(part.find('[data-testid=import-drive-0]')).toHaveProperty('value', '')
  part.unmount()
})

test('a pasted text of no program is offered as a table', async () => {
  ofBench.mockResolvedValue({ ...nothing, skipped: [{ path: 'p', part: '', kind: 'unknown', reason: '' }] })
  const part = mounted(ImportDialog, { shown: true, pasted: { text: 'depth\tiops\n1\t2\n' } })
  await vi.waitFor(() => part.find('[data-testid=import-text]'))
  expect(part.find('[data-testid=import-text]')).toHaveProperty('value', 'depth\tiops\n1\t2\n')
  part.unmount()
})
