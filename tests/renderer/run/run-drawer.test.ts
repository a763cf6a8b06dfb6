import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { RunDetail, RunSummary } from '../../../src/core/results/run'
import { useRooms } from '../../../src/renderer/composables/room/use-rooms'
import RunDrawer from '../../../src/renderer/views/run/drawer/RunDrawer.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

/** What the bench answers about the open run; never, if unset. */
let answer: Partial<RunDetail> | undefined
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    onEvent: () => () => undefined,
    request: () => (answer ? Promise.resolve(answer) : new Promise(() => undefined)),
  }),
}))
vi.mock('../../../src/renderer/composables/use-shell', () => ({ useShell: () => ({ request: vi.fn() }) }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)
vi.mock('../../../src/renderer/views/run/use-case-labels', () => ({
  useCaseLabels: () => ({ value: ({ caseKey }: { caseKey: string }) => caseKey }),
}))

const run = (id: number): Partial<RunSummary> => ({ id, caseKey: `case ${id}`, repetition: 1, state: 'done' })

test('the open run is next to the work, and its neighbours in the order of execution are a step away', async () => {
  useRooms().go('run')
  const opened: (number | undefined)[] = []
  // Ids do not rise with the order of a shuffled campaign.
  const runs = { columns: { id: Float64Array.of(30, 10, 20) }, whole: (id: number) => run(id) }
  const props = {
    runs,
    campaign: undefined,
    readOnly: false,
    'onUpdate:runId': (id: number | undefined) => opened.push(id),
  }
  const part = mounted(RunDrawer, { ...props, runId: 30 })
  expect(document.querySelector('.n-drawer-mask')).toBeNull()
  expect(part.find('h2').textContent).toContain('case 30')
  expect(part.find('[data-testid=run-previous]').hasAttribute('disabled')).toBe(true)
  part.find('[data-testid=run-next]').click()
  part.set({ ...props, runId: 20 })
  await nextTick()
  expect(part.find('[data-testid=run-next]').hasAttribute('disabled')).toBe(true)
  part.find('[data-testid=run-previous]').click()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  part.find('[data-testid=run-close]').click()
  expect(opened).toEqual([10, 10, undefined, undefined])
  part.unmount()
})

test('a run that was skipped before it started is not promised, and is not run again but after all', async () => {
  const skipped = { ...run(10), state: 'skipped', levels: {}, warnings: [] } as const
  answer = { ...skipped, argv: [], files: [], rawOutputs: [], measurements: [], observed: [] }
  const runs = { columns: { id: Float64Array.of(10) }, whole: () => skipped }
  const props = { runs, readOnly: false, runId: 10 }
  const part = mounted(RunDrawer, { ...props, campaign: campaign() })
  await vi.waitFor(() => expect(part.find('[data-testid=run-retry]').textContent).toContain('after all'))
  expect(part.find('[data-testid=run-drawer]').textContent).toContain('was skipped before it started')
  // There is nothing to measure it with, or only the whole job could be changed.
  for (const other of [campaign({ source: 'imported' }), campaign({ leaderId: 7 })]) {
    part.set({ ...props, campaign: other })
    await nextTick()
    expect(part.element.querySelector('[data-testid=run-retry]')).toBeNull()
  }
  part.unmount()
})

test('a run that could not be started is not said to wait', async () => {
  const failed = { ...run(10), state: 'failed', levels: {}, warnings: [] } as const
  answer = { ...failed, argv: [], files: [], rawOutputs: [], measurements: [], observed: [] }
  const runs = { columns: { id: Float64Array.of(10) }, whole: () => failed }
  const part = mounted(RunDrawer, { runs, readOnly: false, runId: 10, campaign: campaign() })
  await vi.waitFor(() => expect(part.text()).toContain('This run could not be started.'))
  expect(part.find('[data-testid=run-retry]').textContent.trim()).toBe('Run it again')
  part.unmount()
})
