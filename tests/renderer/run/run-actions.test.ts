import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'
import { type Action, createActionHistory } from '../../../src/renderer/composables/room/action-history'
import RunActions from '../../../src/renderer/views/run/drawer/RunActions.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

const request = vi.fn((name: string, given: object) => Promise.resolve({ name, given }))
const ready = vi.fn((_title: string, _ways: readonly { label: string; act: () => unknown }[]) => undefined)
const summary = ref<{ campaigns: readonly CampaignSummary[] }>()
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request }) }))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn(), ready })),
)

beforeEach(() => {
  request.mockClear()
  ready.mockClear()
})

const history = createActionHistory()
const props = (state: string, of: CampaignSummary) => ({
  ...{ run: { id: 12, state }, campaign: of, title: '4 KiB · run 3', wasStarted: true },
  onDid: (action: Action) => history.push(action),
})

test('a run of an ended campaign is measured again at once', async () => {
  const part = mounted(RunActions, props('failed', campaign({ state: 'done' })))
  expect(part.text()).toBe('Run it again')
  part.find('[data-testid=run-retry]').click()
  await nextTick()
  expect(request.mock.calls).toEqual([['run.retry', { runId: 12, goesOn: true }]])
  part.unmount()
})

test('a run that waits in a campaign at rest says so, and offers to resume it', async () => {
  const rests = campaign({ state: 'stopped', runsByState: { done: 2, waiting: 3, stopped: 1 } })
  const part = mounted(RunActions, props('waiting', rests))
  expect(part.find('[data-testid=run-resting]').textContent).toBe(
    'The campaign is stopped. Resuming it measures this run and 3 more.',
  )
  part.find('[data-testid=run-resume]').click()
  await nextTick()
  expect(request.mock.calls).toEqual([['campaign.resume', { campaignId: rests.id }]])
  part.set(props('waiting', campaign({ state: 'running', runsByState: { waiting: 4 } })))
  await nextTick()
  expect(part.text()).toBe('Skip')
  part.unmount()
})

test('skipping a run can be undone and redone, and no key starts an ended campaign', async () => {
  const running = campaign({ state: 'running' })
  const part = mounted(RunActions, props('waiting', running))
  part.find('[data-testid=run-skip]').click()
  await vi.waitFor(() => expect(history.nextUndo.value?.label).toBe('skip 4 KiB · run 3'))
  summary.value = { campaigns: [running] }
  await history.undo()
  await history.redo()
  expect(ready).not.toHaveBeenCalled()
  summary.value = { campaigns: [{ ...running, state: 'done' }] }
  await history.undo()
  const [skip, back] = ['run.skip', 'run.retry'].map((name) => [name, { runId: 12 }])
  expect(request.mock.calls).toEqual([skip, back, skip, back])
  const [title, [way]] = ready.mock.calls[0] ?? ['', []]
  expect(title).toContain('is paused now')
  expect(way?.label).toBe('Resume')
  await way?.act()
  expect(request.mock.lastCall).toEqual(['campaign.resume', { campaignId: running.id }])
  part.unmount()
})

test('a pressed button that is replaced leaves its focus beside the next one, which Enter does not press', async () => {
  const part = mounted(RunActions, props('failed', campaign({ state: 'done' })))
  part.find('[data-testid=run-retry]').focus()
  part.set(props('waiting', campaign({ state: 'running' })))
  await nextTick()
  await nextTick()
  expect(document.activeElement?.getAttribute('role')).toBe('group')
  part.unmount()
})
