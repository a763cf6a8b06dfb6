import { expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import ResultsView from '../../../src/renderer/views/results/ResultsView.vue'
import { mounted } from '../mounted'
import { campaign, review } from '../review/campaign-fixture'

const summary = shallowRef(review({ campaigns: [campaign()] }))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
vi.mock('../../../src/renderer/composables/room/use-room-undo', () => ({ useRoomUndo: () => undefined }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ request: () => new Promise(() => undefined), onEvent: () => () => undefined }),
}))

test('the room has its first heading while its first figure is being read', () => {
  const part = mounted(ResultsView)
  expect([...part.element.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual(['Results'])
  part.unmount()
})
