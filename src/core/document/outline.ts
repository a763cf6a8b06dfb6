import type { RichBlock } from './rich-text'
import { inlineText, plainText } from './rich-text'
import type { StoredBlock } from './stored-document'

/** A heading of a document, by its block. */
export interface OutlineEntry {
  readonly blockId: string
  /** 1 to 6. */
  readonly level: number
  readonly text: string
}

/** "Figure 3" and "Table 1" by block id, counted from the top; a table under its figure has no separate number. */
export function blockLabels(blocks: readonly StoredBlock[]): ReadonlyMap<string, string> {
  let [figures, tables] = [0, 0]
  const labels = new Map<string, string>()
  for (const block of blocks) {
    const { id, type } = block
    if (type === 'figure' || (type === 'scorecard' && block.form === 'radar'))
      labels.set(id, `Figure ${++figures}`)
    else if (type === 'table' || type === 'scorecard') labels.set(id, `Table ${++tables}`)
  }
  return labels
}

/** Headings of a text, as its block has them in the outline. */
export function headingsOf(blockId: string, blocks: readonly RichBlock[]): readonly OutlineEntry[] {
  return blocks.flatMap((block) =>
    block.type === 'heading' ? [{ blockId, level: block.level, text: inlineText(block.children) }] : [],
  )
}

/** Words of prose, with the numbers of its fields. */
export function countWords(text: string | readonly RichBlock[]): number {
  const words = (typeof text === 'string' ? text : plainText(text)).match(/[\p{L}\p{N}][^\s]*/gu)
  return words?.length ?? 0
}
