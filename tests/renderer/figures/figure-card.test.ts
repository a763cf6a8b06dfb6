import { h } from 'vue'
import { expect, it, vi } from 'vitest'
import { mounted } from '../mounted'

/** Pictures are drawn by the bench and a worker. */
vi.mock('../../../src/renderer/views/figures/FigureThumbnail.vue', () => ({ default: () => h('canvas') }))
const { default: FigureCard } = await import('../../../src/renderer/views/figures/FigureCard.vue')

it('shows the name with its number, and renames the name itself', async () => {
  const part = mounted(FigureCard, {
    saved: {
      id: 2,
      name: 'Mix',
      settings: { kind: 'mix-sweep', campaignIds: [], metric: 'iops' },
      modifiedAtMs: 0,
    },
    ...{ shownName: 'Mix (2)', colors: 'light', stamp: '', readOnly: false, first: true, last: true },
  })
  expect(part.find('[data-testid=figure-rename]').textContent.trim()).toBe('Mix (2)')
  expect(part.find('[data-testid=figure-delete]').getAttribute('aria-label')).toBe('Delete Mix (2)')
  part.find('[data-testid=figure-rename]').click()
  await vi.waitFor(() => expect(part.findInput('[data-testid=figure-name]').value).toBe('Mix'))
  part.unmount()
})
