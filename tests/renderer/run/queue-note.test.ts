import { expect, test, vi } from 'vitest'
import type { QueuedCampaign } from '../../../src/core/results/campaign/campaign'
import QueueNote from '../../../src/renderer/views/run/campaign/QueueNote.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

let queue: readonly QueuedCampaign[] = []
const asked: unknown[] = []
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    onEvent: () => () => undefined,
    request: (name: string, given: object) => {
      if (name === 'campaign.queue') return Promise.resolve(queue)
      asked.push([name, given])
      return Promise.resolve(null)
    },
  }),
}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

const running = campaign({ id: 1, configuration: 'firmware A', state: 'running' })
const waiting = campaign({ id: 2, configuration: 'firmware B', state: 'waiting' })

/** Every answer has arrived and is shown. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a waiting campaign shows its place, what is before it, and can be moved and cancelled', async () => {
  queue = [{ campaignId: 2, place: 2, of: 3, behindId: 1, shares: 'machine' }]
  const part = mounted(QueueNote, { campaign: waiting, campaigns: [waiting, running], readOnly: false })
  await vi.waitFor(() => expect(part.text()).toContain('Number 2 of 3 in the queue.'))
  expect(part.text()).toContain('“firmware A” is measuring on the same machine;')
  for (const [at, id] of ['queue-up', 'queue-down', 'queue-cancel'].entries()) {
    part.find(`[data-testid=${id}]`).click()
    await vi.waitFor(() => expect(asked).toHaveLength(at + 1))
    await settled()
  }
  expect(asked).toEqual([
    ['campaign.move-queued', { campaignId: 2, direction: 'up' }],
    ['campaign.move-queued', { campaignId: 2, direction: 'down' }],
    ['campaign.stop', { campaignId: 2 }],
  ])
  part.unmount()
})

test('one in turn with others may wait for the device of another of them', async () => {
  queue = [{ campaignId: 2, place: 1, of: 1, behindId: 1, shares: 'device' }]
  const given = { campaign: { ...waiting, inTurnWithIds: [3] }, campaigns: [running], readOnly: true }
  const part = mounted(QueueNote, given)
  await vi.waitFor(() => expect(part.text()).toContain('is measuring a device of this schedule;'))
  part.unmount()
})

test('a running campaign has no such note', async () => {
  const part = mounted(QueueNote, { campaign: running, campaigns: [running], readOnly: false })
  await Promise.resolve()
  expect(part.text()).toBe('')
  part.unmount()
})
