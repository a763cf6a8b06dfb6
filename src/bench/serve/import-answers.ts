import { importTable } from '../transfer/import/import-table'
import type { BenchAnswers } from './answers'

/** Requests that take results of others into the review. */
export const importAnswers: BenchAnswers<'import.table'> = {
  'import.table': (session, given) => importTable(session.writer(), given),
}
