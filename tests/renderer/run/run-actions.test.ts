// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { CampaignSummary } from '../../../src/core/results/campaign'
import RunActions from '../../../src/renderer/views/run/RunActions.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

const request = vi.fn((name: string, given: object) => Promise.resolve({ name, given }))
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request }) }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

beforeEach(() => {
  request.mockClear()
})

const props = (state: string, of: CampaignSummary) => ({
  ...{ run: { id: 12, state }, campaign: of, wasStarted: true },
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

test('a pressed button that is replaced leaves its focus beside the next one, which Enter does not press', async () => {
  const part = mounted(RunActions, props('failed', campaign({ state: 'done' })))
  part.find('[data-testid=run-retry]').focus()
  part.set(props('waiting', campaign({ state: 'running' })))
  await nextTick()
  await nextTick()
  expect(document.activeElement?.getAttribute('role')).toBe('group')
  part.unmount()
})
