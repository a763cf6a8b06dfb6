import * as v from 'valibot'
import {
  tableFactsSchema,
  tableMappingSchema,
  type TableFacts,
  type TableMapping,
} from '../results/published/column-role'
import type { ImportReport } from './import-report'

/** Requests that take results of others into the review; files come by way of a native dialog (shell-requests.ts). */
export interface ImportRequests {
  /** A printed table as it was typed or pasted, with what its columns hold. */
  'import.table': {
    arguments: { text: string; mapping: TableMapping; facts: TableFacts }
    answer: ImportReport
  }
  /** Gives up the import of files that is under way; its request is answered with the error `cancelled`. */
  'import.cancel': { arguments: Record<string, never>; answer: null }
}

/** Larger tables come as files. */
export const longestPastedTable = 2_000_000

export const importArguments: {
  readonly [N in keyof ImportRequests]: v.GenericSchema<unknown, ImportRequests[N]['arguments']>
} = {
  'import.table': v.strictObject({
    text: v.pipe(v.string(), v.maxLength(longestPastedTable)),
    mapping: tableMappingSchema,
    facts: tableFactsSchema,
  }),
  'import.cancel': v.strictObject({}),
}
