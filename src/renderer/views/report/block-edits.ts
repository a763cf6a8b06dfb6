import type { SavedFigure } from '../../../core/contract/review'
import { isTableKind } from '../../../core/figures/kinds/figure-kinds'
import type { StoredBlock, StoredBlockType } from '../../../core/document/stored-document'
import { moveItem } from '../../components/order/move-item'

/** What a person can add; `label` is its name in menus and next to the block. */
export const blockKinds: readonly { readonly type: StoredBlockType; readonly label: string }[] = [
  { type: 'text', label: 'Text' },
  { type: 'heading', label: 'Heading' },
  { type: 'figure', label: 'Figure' },
  { type: 'table', label: 'Table' },
  { type: 'scorecard', label: 'Scorecard' },
  { type: 'facts', label: 'Facts' },
  { type: 'picture', label: 'Picture' },
  { type: 'quote', label: 'Pull quote' },
  { type: 'page-break', label: 'Page break' },
]

export function blockLabel(type: StoredBlockType): string {
  return blockKinds.find((kind) => kind.type === type)?.label ?? type
}

/** What a new block shows until something is chosen; undefined if the review has nothing of this kind. */
export interface FirstChoices {
  readonly figureId: number | undefined
  readonly tableId: number | undefined
  readonly scorecardId: number | undefined
  readonly pictureId: number | undefined
}

/** The first figure and the first table, if possible, that the page does not show yet. */
export function firstFigures(
  saved: readonly Pick<SavedFigure, 'id' | 'settings'>[],
  blocks: readonly StoredBlock[],
): Pick<FirstChoices, 'figureId' | 'tableId'> {
  const shown = new Set(blocks.map((block) => ('figureId' in block ? block.figureId : undefined)))
  const first = (asTable: boolean) => {
    const fitting = saved.filter(({ settings }) => isTableKind(settings.kind) === asTable)
    return (fitting.find(({ id }) => !shown.has(id)) ?? fitting[0] ?? saved[0])?.id
  }
  return { figureId: first(false), tableId: first(true) }
}

/** A new block; undefined if there is nothing it could show. */
export function newBlock(
  type: StoredBlockType,
  id: string,
  { figureId, tableId, scorecardId, pictureId }: FirstChoices,
): StoredBlock | undefined {
  switch (type) {
    case 'heading':
      return { id, type, level: 2, text: '' }
    case 'text':
      return { id, type, markdown: '' }
    case 'figure':
      return figureId === undefined ? undefined : { id, type, figureId, withTable: false }
    case 'table':
      return tableId === undefined ? undefined : { id, type, figureId: tableId }
    case 'scorecard':
      return scorecardId === undefined ? undefined : { id, type, scorecardId }
    case 'facts':
      return { id, type, about: 'method', campaignIds: [] }
    case 'picture':
      return pictureId === undefined
        ? undefined
        : { id, type, pictureId, alt: '', caption: '', widthPercent: 100 }
    case 'quote':
      return { id, type, text: '', source: '' }
    case 'page-break':
      return { id, type }
  }
}

/** An id that is not yet used in the document. */
export function freshId(blocks: readonly StoredBlock[]): string {
  const used = new Set(blocks.map(({ id }) => id))
  for (let number = blocks.length + 1; ; number++) if (!used.has(`block-${number}`)) return `block-${number}`
}

/** The blocks with one added after the one with this id, or at the end. */
export function withBlockAfter(
  blocks: readonly StoredBlock[],
  block: StoredBlock,
  afterId: string | undefined,
): StoredBlock[] {
  const at = blocks.findIndex(({ id }) => id === afterId)
  const place = at < 0 ? blocks.length : at + 1
  return [...blocks.slice(0, place), block, ...blocks.slice(place)]
}

export function withoutBlock(blocks: readonly StoredBlock[], blockId: string): StoredBlock[] {
  return blocks.filter(({ id }) => id !== blockId)
}

export function withBlock(blocks: readonly StoredBlock[], block: StoredBlock): StoredBlock[] {
  return blocks.map((other) => (other.id === block.id ? block : other))
}

export function withBlockMoved(blocks: readonly StoredBlock[], from: number, to: number): StoredBlock[] {
  return [...moveItem(blocks, from, to)]
}

/** The text with the selection replaced, and the caret position afterwards. */
export function withInsertion(
  text: string,
  start: number,
  end: number,
  inserted: string,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length }
}
