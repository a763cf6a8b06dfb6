import { nextTick, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import type { FactsBlock } from '../../../src/core/document/stored-document'
import { mounted } from '../mounted'
import { campaign, review } from '../review/campaign-fixture'

const summary = shallowRef(
  review({ campaigns: [2, 3].map((id) => campaign({ id, configuration: `kernel ${id}` })) }),
)
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
const { default: FactsEditor } = await import('../../../src/renderer/views/report/blocks/FactsEditor.vue')

const facts: FactsBlock = { id: 'a', type: 'facts', about: 'drive', campaignIds: [] }

function edited(block: FactsBlock) {
  const onChange = vi.fn<(next: FactsBlock) => void>()
  const part = mounted(FactsEditor, { block, written: 'It is fast.', onChange })
  return { ...part, onChange }
}

it('facts of a drive can show the photo on its card, with a width and a description', () => {
  const off = edited(facts)
  off.findInput('[data-testid=facts-photo]').click()
  expect(off.onChange).toHaveBeenLastCalledWith({ ...facts, photo: { alt: '', widthPercent: 50 } })
  off.unmount()
  const on = edited({ ...facts, photo: { alt: '', widthPercent: 50 } })
  const alt = on.findInput('[data-testid=facts-photo-alt]')
  alt.value = 'From above'
  alt.dispatchEvent(new Event('input'))
  expect(on.onChange).toHaveBeenLastCalledWith({ ...facts, photo: { alt: 'From above', widthPercent: 50 } })
  const width = on.findInput('[data-testid=facts-photo-width]')
  width.value = '33'
  width.dispatchEvent(new Event('change'))
  expect(on.onChange).toHaveBeenLastCalledWith({ ...facts, photo: { alt: '', widthPercent: 35 } })
  on.findInput('[data-testid=facts-photo]').click()
  expect(on.onChange).toHaveBeenLastCalledWith(facts)
  on.unmount()
  const method = edited({ ...facts, about: 'method' })
  expect(method.element.querySelector('[data-testid=facts-photo]')).toBeNull()
  method.unmount()
})

it('facts of a deleted campaign name it, and are of the others with the next choice', async () => {
  const part = edited({ ...facts, campaignIds: [1] })
  const field = part.find('[data-testid=facts-campaigns]')
  expect(field.textContent.trim()).toBe('Deleted campaign')
  field.click()
  await nextTick()
  const boxes = [...document.body.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')]
  boxes[2]?.click()
  boxes[0]?.click()
  expect(part.onChange.mock.calls).toEqual([
    [{ ...facts, campaignIds: [3] }],
    [{ ...facts, campaignIds: [] }],
  ])
  part.unmount()
})
