import { expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'
import { mounted } from '../mounted'
import { campaign, review } from '../review/campaign-fixture'

const summary = shallowRef(review())
vi.mock('../../../src/renderer/composables/review/use-review', () => ({
  useReview: () => ({ summary }),
}))
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ onEvent: () => () => undefined, request: vi.fn() }),
}))
vi.mock('../../../src/renderer/composables/use-facts', () => ({ useFacts: () => shallowRef() }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

const { default: StatusStrip } = await import('../../../src/renderer/frame/StatusStrip.vue')

test('the start and the end of a campaign are read aloud once, an import is not', async () => {
  const part = mounted(StatusStrip)
  const heard = part.find('[data-testid=campaign-heard]')
  const told: string[] = []
  const tell = async (...campaigns: readonly Partial<CampaignSummary>[]) => {
    summary.value = review({ campaigns: campaigns.map((one) => campaign(one)) })
    await nextTick()
    told.push(heard.textContent)
  }
  expect(heard.getAttribute('role')).toBe('status')
  await tell({ state: 'done' })
  await tell({ state: 'done' }, { id: 2, state: 'waiting', configuration: 'B' })
  await tell({ state: 'done' }, { id: 2, state: 'running', configuration: 'B' })
  await tell({ state: 'done' }, { id: 2, state: 'stopping', configuration: 'B', runsByState: { failed: 1 } })
  await tell({ state: 'done' }, { id: 2, state: 'stopped', configuration: 'B', runsByState: { failed: 1 } })
  expect(told).toEqual(['', '', 'B: Running', 'B: Running', 'B: Stopped, 1 failed'])
  part.unmount()
})

test('every campaign that is being executed is shown, and how many wait', async () => {
  summary.value = review({
    campaigns: [
      campaign({ id: 1, configuration: 'Nova', state: 'running' }),
      campaign({ id: 2, configuration: 'Pulsar', state: 'pausing' }),
      campaign({ id: 3, configuration: 'part of Pulsar', state: 'pausing', leaderId: 2 }),
      campaign({ id: 4, configuration: 'Quasar', state: 'waiting' }),
    ],
  })
  const part = mounted(StatusStrip)
  const words = () =>
    [...part.element.querySelectorAll('[data-testid=status-campaign]')].map((one) => one.textContent)
  expect(words()).toEqual([expect.stringContaining('Nova'), expect.stringContaining('Pulsar')])
  expect(part.find('[data-testid=status-waiting]').textContent).toContain('Quasar waits')
  summary.value = review({ campaigns: [5, 6].map((id) => campaign({ id, state: 'waiting' })) })
  await nextTick()
  expect(words()).toEqual([])
  expect(part.find('[data-testid=status-waiting]').textContent).toContain('2 wait')
  part.unmount()
})
