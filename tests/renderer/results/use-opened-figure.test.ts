import { expect, test, vi } from 'vitest'
import { ref, shallowRef } from 'vue'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { useOpenedFigure } from '../../../src/renderer/views/results/use-opened-figure'
import { review } from '../review/campaign-fixture'

const summary = shallowRef(review({}))
const request = vi.fn()
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
vi.mock('../../../src/renderer/composables/room/use-rooms', () => ({ useRooms: () => ({ go: vi.fn() }) }))
vi.mock('../../../src/renderer/composables/use-notices', () => ({
  useNotices: () => ({ done: vi.fn(), failure: vi.fn() }),
}))
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request }) }))

test('a figure that was saved is not changed, in whatever order its settings were', async () => {
  const asked: FigureSettings = { kind: 'ranking', campaignIds: [1, 2], metric: 'bandwidth' }
  const stored: FigureSettings = { campaignIds: [1, 2], metric: 'bandwidth', kind: 'ranking' }
  const kept = { id: 7, name: 'Places', settings: stored, modifiedAtMs: 0 }
  request.mockImplementation(() => {
    summary.value = { ...summary.value, figures: [kept] }
    return Promise.resolve(kept)
  })
  const opened = useOpenedFigure(ref([]))
  opened.show(asked)
  expect(await opened.save(undefined, 'Places')).toBe(true)
  expect(opened.savedId.value).toBe(7)
  expect(opened.dirty.value).toBe(false)
  opened.change({ metric: 'iops' })
  expect(opened.dirty.value).toBe(true)
})

test('notes of a figure are not drawn on one of another kind, and come back with theirs', async () => {
  const opened = useOpenedFigure(ref([]))
  const annotations = [{ text: 'Here', x: 0.5, y: 0.5 }]
  opened.show({ kind: 'mix-sweep', campaignIds: [1], metric: 'bandwidth', annotations })
  opened.change({ kind: 'ranking' })
  expect(opened.settings.value?.annotations).toBeUndefined()
  await opened.history.undo()
  expect(opened.settings.value).toMatchObject({ kind: 'mix-sweep', annotations })
  await opened.history.redo()
  opened.change({ kind: 'mix-sweep' })
  expect(opened.settings.value?.annotations).toEqual(annotations)
})
