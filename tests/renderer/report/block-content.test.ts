import { h } from 'vue'
import { expect, it, vi } from 'vitest'
import type { PreviewBlock } from '../../../src/core/contract/document-requests'
import { plainParagraph } from '../../../src/core/document/rich-text'
import { mounted } from '../mounted'

/** Pictures are drawn by the bench and a worker; here they only show their figure. */
vi.mock('../../../src/renderer/views/figures/FigureThumbnail.vue', () => ({
  default: (given: { readonly saved: { readonly name: string }; readonly 'as-table'?: boolean }) =>
    h('canvas', { title: given.saved.name, class: given['as-table'] === true ? 'table' : 'picture' }),
}))
const { default: BlockContent } = await import('../../../src/renderer/views/report/blocks/BlockContent.vue')

const shown = (block: PreviewBlock) => mounted(BlockContent, { block, colors: 'light', stamp: '' })
const common = { id: 'a', problems: [] } as const
const figure = {
  name: 'Mix',
  settings: { kind: 'mix-sweep', campaignIds: [], metric: 'iops' },
} as const

it.each([
  [1, 'H2'],
  [2, 'H2'],
  [3, 'H3'],
] as const)('a heading of level %i is below the title of the page', (level, tag) => {
  const { element, unmount } = shown({ ...common, type: 'heading', level, text: 'Method' })
  const heading = element.firstElementChild
  expect([heading?.tagName, heading?.className]).toEqual([tag, expect.stringContaining(`level-${level}`)])
  unmount()
})

it('facts have no heading that readers would not get', () => {
  const { element, text, unmount } = shown({
    ...common,
    ...{
      type: 'facts',
      about: 'method',
      title: 'How it was measured',
      written: '',
      isEdited: false,
      photos: [],
    },
    content: [plainParagraph('fio measured it.')],
  })
  expect(element.querySelector('h1, h2, h3')).toBeNull()
  expect(text()).toBe('fio measured it.')
  unmount()
})

it('facts without any text say what they are about', () => {
  const { text, unmount } = shown({
    ...common,
    ...{
      type: 'facts',
      about: 'drive',
      title: 'The drive',
      written: '',
      isEdited: false,
      photos: [],
      content: [],
    },
  })
  expect(text()).toBe('The drive: nothing is recorded yet.')
  unmount()
})

it.each([
  ['figure', 'picture'],
  ['table', 'table'],
] as const)('a %s shows the %s of a figure', (type, drawn) => {
  const saved = { id: 3, ...figure, modifiedAtMs: 0 }
  const { find, text, unmount } = shown({
    ...common,
    ...{ type, label: 'Table 2', caption: 'All numbers', withTable: true, figure: saved },
  })
  expect([...find('canvas').classList]).toContain(drawn)
  expect(text()).toContain('Table 2. All numbers')
  unmount()
})

it('a scorecard is shown as readers get it, and says if it is gone', () => {
  const { find, text, set, unmount } = shown({
    ...common,
    ...{ type: 'scorecard', label: 'Table 1' },
    figure: { name: 'Ease of use', settings: { kind: 'scorecard', campaignIds: [], metric: '' } },
  })
  expect(find('canvas').title).toBe('Ease of use')
  expect(text()).toBe('Table 1. Ease of use')
  set({
    block: { ...common, type: 'scorecard', label: 'Table 1', figure: null },
    ...{ colors: 'light', stamp: '' },
  })
  return vi.waitFor(() => {
    expect(text()).toContain('This scorecard is no longer in the review.')
    unmount()
  })
})
