import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useComparison } from '../../../src/renderer/views/compare/use-comparison'

const request = vi.hoisted(() => vi.fn(() => new Promise(() => undefined)))
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ request, onEvent: () => () => undefined }),
}))
vi.mock('../../../src/renderer/composables/use-notices', () => ({ useNotices: () => ({}) }))

it('names the setting that undo would change back', async () => {
  const room = effectScope(true).run(useComparison)!
  room.open({ baseline: [{ key: 'campaign', value: '1' }], candidates: [[{ key: 'campaign', value: '2' }]] })
  const { nextUndo, nextRedo, undo } = room.history
  room.change({ marginPercent: 5 })
  expect(nextUndo.value?.label).toBe('set margin')
  room.change({ metric: 'iops', primaryMetric: undefined })
  expect(nextUndo.value?.label).toBe('change metric')
  room.change({
    candidates: [[{ key: 'campaign', value: '3' }]],
    factors: undefined,
    acceptance: undefined,
  })
  expect(nextUndo.value?.label).toBe('change candidates')
  await undo()
  expect(nextRedo.value?.label).toBe('change candidates')
  expect(nextUndo.value?.label).toBe('change metric')
})
