import { tableToCsv } from '../../core/document/csv'
import { tableToJson } from '../../core/document/json'
import { tidyTable } from '../../core/figures/tables/tidy-table'
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
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const tidy = tidyTable(review.rows({}), review.published())
      if (parsed.json) await context.stdout.stream('json', tableToJson(tidy))
      else if (parsed.flag('csv')) await context.stdout.stream('csv', tableToCsv(tidy))
      else {
        const header = tidy.columns.map((column) => column.key)
        await context.stdout.stream('lines', textTable(header, tidy.rows))
      }
      return exitStatus.done
    }),
}
