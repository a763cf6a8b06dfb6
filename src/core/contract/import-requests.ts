import * as v from 'valibot'
import { openUnits, type OpenUnit } from '../engines/foreign/foreign-output'
import { tableFactsSchema, tableMappingSchema } from '../results/published/column-role'
import { command, request } from './request'

/** Progress of an import: `done` of `total` files were read, with `name` being the next one, or of the results stored. */
export type ImportProgress =
  | { readonly stage: 'reading'; readonly done: number; readonly total: number; readonly name: string }
  | { readonly stage: 'storing'; readonly done: number; readonly total: number }

/** What an import took from each file and what it skipped, with the reason. */
export interface ImportReport {
  readonly campaigns: readonly ImportedCampaignSummary[]
  readonly taken: readonly TakenFile[]
  readonly skipped: readonly SkippedSource[]
  /** How drives were told apart that the files do not name, if the person did not say it. */
  readonly toldApartBy?: readonly DriveRule[]
  /** Nothing was stored: the person has to say first which drives these are. */
  readonly asks?: readonly UnnamedDrive[]
  /** Nothing was stored: the person has to say first which unit these numbers have. */
  readonly asksUnits?: readonly UnitlessFile[]
}

/** A file whose numbers have a unit that it does not state. */
export interface UnitlessFile {
  /** Names it in the answer. */
  readonly path: string
  readonly runs: number
}

/** Units that the person gave to files, by path. A file without one is left out. */
export type FileUnits = Readonly<Record<string, OpenUnit>>

/** What a unit means, in words. */
export const openUnitTexts: Readonly<Record<OpenUnit, string>> = {
  'kB/s': 'kB/s, as IOzone prints without -O and -N',
  'ops/s': 'operations per second (-O)',
  'us/op': 'microseconds per operation (-N)',
}

/** A drive of an import that its files do not name. */
export interface UnnamedDrive {
  /** Names it in the answer. */
  readonly key: string
  /** The name that it gets without an answer, after its folder or file; empty for none. */
  readonly name: string
  /** Names of its files. */
  readonly files: readonly string[]
  readonly runs: number
}

/** Names that the person gave to unnamed drives, by key. Drives of one name are one; an empty name changes nothing. */
export type DriveNames = Readonly<Record<string, string>>

/** More are not asked for one by one. */
const mostAsked = 200
export const driveNamesSchema = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(10_000)), v.pipe(v.string(), v.maxLength(500))),
  v.check((names) => Object.keys(names).length <= mostAsked),
)

export const fileUnitsSchema = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(10_000)), v.picklist(openUnits)),
  v.check((units) => Object.keys(units).length <= mostAsked),
)

/** A drive is a folder, a file, or what the files say about machine, volume and path. */
export type DriveRule = 'folder' | 'file' | 'facts'

/** What names the drives instead of the contents of the files: their folders, or the files' own names. */
export const deviceSources = ['folder', 'file'] as const
export type DeviceSource = (typeof deviceSources)[number]

/** What the import says about drives that the files do not name; empty if they do. */
export function driveRuleText(rules: readonly DriveRule[] = []): string {
  const as = rules.map((rule) => ruleTexts[rule])
  return as.length === 0
    ? ''
    : `Not every file names its drive, and numbers of different drives are never averaged: ${as.join('; ')}.`
}

const ruleTexts: Readonly<Record<DriveRule, string>> = {
  facts: 'files that state another volume, path, machine or system became a drive of their own',
  file: 'each file became a drive of its own, named after it',
  folder: 'each folder became a drive of its own, named after it',
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
  /** Of a table: each heading, and what its column was taken for, in words. */
  readonly columns?: readonly { readonly column: string; readonly holds: string }[]
}

/**
 * Why something was not taken. All but `unknown`, `known-already`, `left-log` and `left-columns` are results that are
 * now missing.
 */
type SkipKind =
  /** No result of a known engine and no known table; files such as job files, logs, notes. */
  | 'unknown'
  /** The same content is already in the results file, or came earlier in this import. */
  | 'known-already'
  /** A result that cannot be read completely. */
  | 'damaged'
  /** A run that failed, was stopped, or did nothing. */
  | 'failed'
  /** A log of values over time that belongs to none of the results read, or to no known result. */
  | 'left-log'
  /** Columns of a table whose headings do not say what they hold, named in `part`; the rest of the table was taken. */
  | 'left-columns'
  /** A table of numbers of which nothing says what test they are of; the user has to name it. */
  | 'no-test'
  /** A table with a column of ambiguous numbers: `part` names the column, and the user has to choose. */
  | 'ambiguous'
  /** Numbers whose unit the file does not state: ask. */
  | 'open-unit'
  /** A table with a column whose heading speaks of a measurement and is not understood: `part` names it; ask. */
  | 'open-column'

/** True for something that should have been a result. */
export function isMissingResult({ kind }: SkippedSource): boolean {
  return !['unknown', 'known-already', 'left-log', 'left-columns'].includes(kind)
}

export interface SkippedSource {
  readonly path: string
  /** Job, row or column within the file; empty for the whole file. */
  readonly part: string
  /** Position of the column in `part`, from 1. */
  readonly column?: number
  readonly kind: SkipKind
  /** The cause, and what to do. */
  readonly reason: string
}

/** Larger tables must be imported as files. */
export const longestPastedTable = 2_000_000

/** Requests that import external results into the review; files come through a native dialog (shell-requests.ts). */
export const importRequests = {
  /** A printed table as typed or pasted, with the roles of its columns. */
  'import.table': request<ImportReport>()({
    text: v.pipe(v.string(), v.maxLength(longestPastedTable)),
    mapping: tableMappingSchema,
    facts: tableFactsSchema,
  }),
  /**
   * Output of a program as pasted. Asks for the names of its drives, and for the unit of its numbers, first. A text of no known program is skipped as
   * `unknown`, and may be a table.
   */
  'import.text': request<ImportReport>()({
    text: v.pipe(v.string(), v.maxLength(longestPastedTable)),
    configuration: v.pipe(v.string(), v.maxLength(500)),
    drives: v.optional(driveNamesSchema),
    units: v.optional(fileUnitsSchema),
  }),
  /** Cancels the import of files in progress; its request is answered with the error `cancelled`. */
  'import.cancel': command({}),
}
