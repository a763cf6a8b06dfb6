import type { Figure } from '../figures/figure'
import type { SmallPrintLength } from '../figures/figure-look'
import { printedSmallPrint } from '../figures/printed-small-print'
import { figureTable } from '../figures/tables/figure-table'
import { printedTable, type PrintedTable } from './printed-table'

/** A table with everything an article prints around it; texts are clean but not escaped. */
export interface TableDocument {
  readonly title: string
  readonly subtitle: string
  readonly table: PrintedTable
  readonly caption: string
  readonly notes: readonly string[]
  readonly smallPrint: readonly string[]
}

/** The numbers of a figure with its title, caption, notes and small print; `length`: unless the figure says otherwise. */
export function figureDocument(figure: Figure, length?: SmallPrintLength): TableDocument {
  const { title, subtitle, caption, notes } = figure
  return {
    title,
    subtitle,
    table: printedTable(figure.printed ?? figureTable(figure)),
    caption,
    notes: notes.map((note) => note.text),
    smallPrint: printedSmallPrint(figure, length),
  }
}
