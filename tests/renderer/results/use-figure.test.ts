import { expect, test, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { ReviewSummary, SavedFigure } from '../../../src/core/contract/review'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { useFigure } from '../../../src/renderer/views/results/use-figure'
import { review } from '../review/campaign-fixture'

const request = vi.fn<(name: string, given: object) => Promise<object>>()
const summary = shallowRef<ReviewSummary>()
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ request, onEvent: () => () => undefined }),
}))
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

const settings = { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' } as const
const saved = (changed: Pick<FigureSettings, 'title' | 'deviceStyles'>): SavedFigure => ({
  id: 1,
  name: 'F',
  settings: { ...settings, ...changed },
  modifiedAtMs: 0,
})

test.each(['results', 'compare'] as const)(
  'a figure in %s is built again when a saved figure gives a device a style',
  async (place) => {
    request.mockReset().mockResolvedValue({})
    summary.value = review({ figures: [saved({})] })
    const scope = effectScope()
    scope.run(() => useFigure(shallowRef(settings), place))
    expect(request).toHaveBeenCalledTimes(1)

    summary.value = review({ figures: [saved({ title: 'Another title' })] })
    await nextTick()
    expect(request).toHaveBeenCalledTimes(1)

    summary.value = review({ figures: [saved({ deviceStyles: { D: { emphasis: 'grey', atMs: 1 } } })] })
    await nextTick()
    expect(request).toHaveBeenCalledTimes(2)
    expect(request).toHaveBeenLastCalledWith('figure.build', { settings, place })
    scope.stop()
  },
)
