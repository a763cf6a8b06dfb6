import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { storedBlocksSchema, type StoredBlock } from '../../../src/core/document/stored-document'
import {
  blockKinds,
  firstFigures,
  freshId,
  newBlock,
  withBlock,
  withBlockAfter,
  withBlockMoved,
  withInsertion,
  withoutBlock,
} from '../../../src/renderer/views/report/block-edits'

const all = { figureId: 3, tableId: 6, scorecardId: 4, pictureId: 5 }
const text = (id: string): StoredBlock => ({ id, type: 'text', markdown: id })
const ids = (blocks: readonly StoredBlock[]) => blocks.map(({ id }) => id).join()
const blocks = [text('a'), text('b'), text('c')]

describe('new blocks', () => {
  it.each(blockKinds.map(({ type }) => type))('%s can be stored', (type) => {
    const block = newBlock(type, 'block-1', all)
    expect(v.is(storedBlocksSchema, [block])).toBe(true)
  })

  it('are not created from what the review lacks', () => {
    const nothing = { figureId: undefined, tableId: undefined, scorecardId: undefined, pictureId: undefined }
    const made = blockKinds.flatMap(({ type }) => (newBlock(type, 'x', nothing) ? [type] : []))
    expect(made).toEqual(['text', 'heading', 'facts', 'quote', 'page-break'])
  })

  it('show the first figure, or the first table, that the page does not show yet', () => {
    const saved = (['results-table', 'mix-sweep', 'ranking', 'comparison-table'] as const).map(
      (kind, at) => ({
        ...{ id: at + 1, settings: { kind, campaignIds: [], metric: 'iops' } },
      }),
    )
    const shows = (figureId: number): StoredBlock => ({ id: 'f', type: 'figure', figureId, withTable: false })
    expect(firstFigures(saved, [])).toEqual({ figureId: 2, tableId: 1 })
    expect(firstFigures(saved, [shows(2), text('a')])).toEqual({ figureId: 3, tableId: 1 })
    expect(firstFigures(saved, [shows(1), shows(2), shows(3)])).toEqual({ figureId: 2, tableId: 4 })
    // The numbers of a figure are a table, too.
    expect(firstFigures(saved.slice(1, 2), [])).toEqual({ figureId: 2, tableId: 2 })
    expect(firstFigures([], [])).toEqual({ figureId: undefined, tableId: undefined })
  })

  it('have an unused id', () => {
    expect(freshId([])).toBe('block-1')
    expect(freshId([text('block-2')])).toBe('block-3')
    expect(freshId([text('block-3'), text('block-4')])).toBe('block-5')
  })
})

describe('the blocks of a page', () => {
  it('accept a new one after another, or at the end', () => {
    expect(ids(withBlockAfter(blocks, text('n'), 'a'))).toBe('a,n,b,c')
    expect(ids(withBlockAfter(blocks, text('n'), undefined))).toBe('a,b,c,n')
    expect(ids(withBlockAfter(blocks, text('n'), 'gone'))).toBe('a,b,c,n')
  })

  it('are replaced, moved and removed by id', () => {
    expect(withBlock(blocks, { id: 'b', type: 'page-break' })[1]).toEqual({ id: 'b', type: 'page-break' })
    expect(ids(withBlockMoved(blocks, 2, 0))).toBe('c,a,b')
    expect(ids(withoutBlock(blocks, 'b'))).toBe('a,c')
    expect(ids(blocks)).toBe('a,b,c')
  })
})

it('puts a number at the caret, instead of the selection', () => {
  expect(withInsertion('about x IOPS', 6, 7, '{{f}}')).toEqual({ text: 'about {{f}} IOPS', caret: 11 })
  expect(withInsertion('', 0, 0, '{{f}}')).toEqual({ text: '{{f}}', caret: 5 })
})
