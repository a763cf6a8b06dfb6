import * as v from 'valibot'
import {
  tableFactsSchema,
  tableMappingSchema,
  type TableFacts,
  type TableMapping,
} from '../results/published/column-role'

/** How far an import is: `done` of `total` files were read, `name` being the next one, or of the results stored. */
export type ImportProgress =
  | { readonly stage: 'reading'; readonly done: number; readonly total: number; readonly name: string }
  | { readonly stage: 'storing'; readonly done: number; readonly total: number }

/** What an import took from each file and what it left, with the reason. */
export interface ImportReport {
  readonly campaigns: readonly ImportedCampaignSummary[]
  readonly taken: readonly TakenFile[]
  readonly skipped: readonly SkippedSource[]
}

interface ImportedCampaignSummary {
  readonly id: number
  readonly name: string
  readonly configuration: string
  readonly device: string
  readonly engine: string
  readonly runs: number
  readonly publishedResults: number
}

export interface TakenFile {
  readonly path: string
  /** What it is, in words: `fio 3.33`, `IOzone 3.489`, `published table`. */
  readonly what: string
  readonly runs: number
  readonly publishedResults: number
}

/** Why something was not taken. All but `unknown`, `known-already` and `left-log` are results that are missing now. */
type SkipKind =
  /** No result of a known engine and no known table; files such as job files, logs, notes. */
  | 'unknown'
  /** The same content is in the results file, or came earlier in this import. */
  | 'known-already'
  /** A result that cannot be read whole. */
  | 'damaged'
  /** A run that failed, was stopped, or did nothing. */
  | 'failed'
  /** A log of values over time that belongs to no result that was read, or to none that is known. */
  | 'left-log'
  /** A table with a column of numbers that can be read in two ways: `part` names the column, a person has to say which. */
  | 'ambiguous'

/** True for what should have been a result. */
export function isMissingResult({ kind }: SkippedSource): boolean {
  return kind !== 'unknown' && kind !== 'known-already' && kind !== 'left-log'
}

export interface SkippedSource {
  readonly path: string
  /** Job, row or column within the file; empty for the whole file. */
  readonly part: string
  readonly kind: SkipKind
  /** One sentence. */
  readonly reason: string
}

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
