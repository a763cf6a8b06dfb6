import { expect, test, vi } from 'vitest'
import { ref } from 'vue'
import CampaignHeader from '../../../src/renderer/views/run/campaign/CampaignHeader.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ onEvent: () => () => undefined, request: () => Promise.resolve([]) }),
}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)
vi.mock('../../../src/renderer/composables/room/use-rooms', () => ({ useRooms: () => ({ go: vi.fn() }) }))
vi.mock('../../../src/renderer/composables/review/use-names', () => ({
  useNames: () => ({ campaignName: () => 'Cards' }),
}))
vi.mock('../../../src/renderer/views/run/campaign/use-campaign-hosts', () => ({
  useCampaignHosts: () => ({ away: ref([]) }),
}))

test('a printed campaign leaves out what its source does not name', () => {
  const printed = campaign({
    ...{ source: 'published', state: 'done', configuration: '', target: { kind: 'none' } },
    ...{ host: 'unknown', device: 'Card A', engine: 'unknown', engineVersion: undefined },
  })
  const part = mounted(CampaignHeader, { campaign: printed, readOnly: true, terminalOpen: false })
  expect(part.find('.facts').textContent).toBe('Card A')
  part.unmount()
})
