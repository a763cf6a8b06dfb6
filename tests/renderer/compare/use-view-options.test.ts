import { expect, test } from 'vitest'
import { ref } from 'vue'
import { createActionHistory } from '../../../src/renderer/composables/room/action-history'
import { useViewOptions } from '../../../src/renderer/views/compare/use-view-options'

test('notes belong to the figure of one view, other options to all of them, and undo knows which', async () => {
  const view = ref('difference')
  const history = createActionHistory()
  const { options, change } = useViewOptions(view, history)
  const annotations = [{ text: 'Only here', x: 0.5, y: 0.5 }]
  change({ title: 'Two kernels', annotations, yMin: -10 })
  view.value = 'advantage'
  expect(options.value).toMatchObject({ title: 'Two kernels', annotations: undefined, yMin: undefined })
  change({ ...options.value, title: 'Ratios' })
  await history.undo()
  await history.undo()
  expect(options.value.title).toBeUndefined()
  await history.redo()
  expect(options.value).toMatchObject({ title: 'Two kernels', annotations: undefined })
  view.value = 'difference'
  expect(options.value).toMatchObject({ annotations, yMin: -10 })
})

test('a saved figure brings its notes for the view that shows it', () => {
  const view = ref('bars')
  const { options, open } = useViewOptions(view, createActionHistory())
  const annotations = [{ text: 'Saved', x: 0.1, y: 0.1 }]
  open({ kind: 'comparison', campaignIds: [1], metric: 'iops', facet: 'block_size', annotations })
  expect(options.value).toMatchObject({ facet: 'block_size', annotations })
  view.value = 'difference'
  expect(options.value).toMatchObject({ facet: 'block_size', annotations: undefined })
})
