import { tableToCsv } from '../../core/tables/csv'
import { tableToJson } from '../../core/tables/json'
import { tidyTable } from '../../core/tables/tidy-table'
import { exitStatus, type Command } from '../command'
import { textTable } from '../text-table'
import { withReview } from '../with-review'

export const table: Command = {
  words: ['table'],
  positionals: ['FILE.benchwright'],
  summary: 'Print every measurement and every published result as one row, with one column per axis.',
  options: {
    csv: { type: 'boolean', help: 'Print CSV to standard output.' },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', (review) => {
      const tidy = tidyTable(review.rows({}), review.published())
      if (parsed.json) context.stdout.write(`${tableToJson(tidy)}\n`)
      else if (parsed.flag('csv')) context.stdout.write(tableToCsv(tidy))
      else {
        const rows = tidy.rows.map((row) =>
          row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)),
        )
        context.stdout.write(
          textTable(
            tidy.columns.map((column) => column.key),
            rows,
          ),
        )
      }
      return exitStatus.done
    }),
}
