import { basename } from 'node:path'
import type { SkippedSource, TakenFile } from '../../core/contract/import-requests'
import { findKnownTable, flagOf, type KnownTable } from '../../core/results/published/known-tables'
import { type TableFacts, type TableMapping, unknownTable } from '../../core/results/published/column-role'
import { applyMappings, applyNumbers, roleWords } from '../../core/results/published/parse-mapping'
import { readTextTable, type TextTable } from '../../core/results/published/read-csv'
import { type PublishedGroup, namesTests, readPublishedTable } from '../../core/results/published/read-table'
import { suggestMapping } from '../../core/results/published/suggest-mapping'
import { counted } from '../../core/units/number-format'
import type { ImportedCampaign } from '../store/tables/campaigns/imported-campaign'
import type { ImportOptions } from './import-options'
import type { Source } from './read-source'
import { casesOf, logOf, recordOf } from './imported-campaign'

export interface TableImport {
  readonly campaigns: readonly ImportedCampaign[]
  readonly skipped: readonly SkippedSource[]
  readonly columns?: TakenFile['columns']
}

/** Reads a published table: a known one by its headings, any other by the given or suggested mapping. */
export function readTableSource(source: Source, options: ImportOptions, importedAtMs: number): TableImport {
  const { path } = source
  const none = (kind: SkippedSource['kind'], reason: string): TableImport => ({
    campaigns: [],
    skipped: [{ path, part: '', kind, reason }],
  })
  const table = readTextTable(source.text)
  if ('text' in table) return none('damaged', table.text)
  const known = findKnownTable(table.columns)
  const asked = options.table ?? {}
  const mapping =
    asked.mapping ?? mappingOf(table, known?.mapping ?? suggestMapping(table.columns), asked.mappings)
  if (typeof mapping === 'string') return none('unknown', mapping)
  if (!mapping.some((role) => ['mean', 'difference', 'open'].includes(role.kind)))
    return none('unknown', `None of its columns is known to hold results: ${table.columns.join(', ')}.`)
  const numbers = applyNumbers(table.columns, asked.numbers ?? [])
  if (!numbers.ok) return none('unknown', numbers.error)
  const facts = { ...factsOf(known?.facts ?? unknownTable, options, path), numbers: numbers.value }
  if (!namesTests(mapping, facts))
    return none('no-test', 'It does not say which test it is of: no column does.')
  const { campaigns, skipped } = tableCampaigns(source, table, mapping, facts, known, importedAtMs)
  const isSuggested = asked.mapping === undefined && known === undefined
  const left = isSuggested && campaigns.length > 0 ? leftColumns(table, mapping, asked.mappings ?? []) : []
  const columns = table.columns.map((column, at) => ({ column, holds: roleWords(mapping[at]) }))
  if (left.length === 0) return { campaigns, skipped, columns }
  const [part, reason] =
    left.length === 1
      ? ['column', 'Its heading does not say what it holds, so it was left out.']
      : ['columns', 'Their headings do not say what they hold, so they were left out.']
  const leftOut: SkippedSource = { path, part: `${part} ${left.join(', ')}`, kind: 'left-columns', reason }
  return { campaigns, skipped: [...skipped, leftOut], columns }
}

/** Headings of columns with numbers or words that have no role, except those ignored by request. */
function leftColumns(
  { columns, lines }: TextTable,
  mapping: TableMapping,
  texts: readonly string[],
): readonly string[] {
  const named = applyMappings(columns, [], texts)
  return columns.filter(
    (_, at) =>
      mapping[at]?.kind === 'ignore' &&
      !(named.ok && named.value[at]?.kind === 'ignore') &&
      lines.some(({ cells }) => (cells[at] ?? '').trim() !== ''),
  )
}

/** The campaigns of a table whose columns are known, one per drive and condition. */
export function tableCampaigns(
  source: Source,
  table: TextTable,
  mapping: TableMapping,
  facts: TableFacts,
  known: KnownTable | undefined,
  importedAtMs: number,
): TableImport {
  const { groups, skipped, questions } = readPublishedTable(table, mapping, facts)
  if (questions.length > 0) {
    const open = questions.map(({ at, column, text, isOpen }): SkippedSource => ({
      path: source.path,
      part: column === '' ? `#${at + 1}` : column,
      column: at + 1,
      kind: isOpen === true ? 'open-column' : 'ambiguous',
      reason: text,
    }))
    return { campaigns: [], skipped: open }
  }
  const left = skipped.map((one): SkippedSource => ({
    path: source.path,
    part: one.column === '' ? `line ${one.line}` : `line ${one.line}, ${one.column}`,
    kind: 'damaged',
    reason: one.reason,
  }))
  const notes = left.map((one) => `${one.part}: ${one.reason}`)
  const campaigns = groups.map((group) => publishedCampaign(group, facts, known, source, notes, importedAtMs))
  if (campaigns.length > 0 || left.length > 0) return { campaigns, skipped: left }
  return {
    campaigns,
    skipped: [
      {
        path: source.path,
        part: '',
        kind: 'failed',
        reason: 'It holds no results. Check that its rows hold numbers below a line of headings.',
      },
    ],
  }
}

function mappingOf(
  table: TextTable,
  suggested: TableMapping,
  texts: readonly string[] | undefined,
): TableMapping | string {
  const mapping = applyMappings(table.columns, suggested, texts ?? [])
  return mapping.ok ? mapping.value : mapping.error
}

function factsOf(known: TableFacts, options: ImportOptions, path: string): TableFacts {
  const { table = {} } = options
  const file = basename(path)
  const name = options.name ?? (known.name || file.replace(/\.\w+$/, ''))
  return {
    ...known,
    name,
    source: table.source ?? (known.source || file),
    note: table.note ?? known.note,
    engine: table.engine ?? known.engine,
    device: options.device ?? known.device,
    configuration: options.configuration ?? known.configuration,
    baseline: table.baseline ?? (known.baseline || 'baseline'),
    test: table.test ?? known.test,
    runs: table.runs ?? known.runs,
    levels: { ...known.levels, ...table.levels },
  }
}

/** Axes of published tables, the slowest first. */
const keyOrder = [
  'pattern',
  'block_size',
  'file_size',
  'queue_depth',
  'jobs',
  'read_percent',
  'compress_percent',
  'dedupe_percent',
  'fill_percent',
  'fill_bytes',
]

/** What the reader of the numbers should know of those that are missing. */
function leftOut(count: number): string {
  return count === 0
    ? ''
    : `${counted(count, 'cell')} of the table could not be read and ${count === 1 ? 'is' : 'are'} missing.`
}

/** One campaign from the results of one drive under one condition. */
function publishedCampaign(
  group: PublishedGroup,
  facts: TableFacts,
  known: KnownTable | undefined,
  source: Source,
  left: readonly string[],
  importedAtMs: number,
): ImportedCampaign {
  const { device, configuration } = group
  const labels = { name: facts.name, configuration, device, engine: facts.engine }
  const sets = group.results.map((result) => result.levels)
  const { plan, cases, indexes } = casesOf(sets, keyOrder, labels, [source])
  return {
    plan,
    configuration,
    source: 'published',
    cases,
    hostRecord: recordOf(device, known?.machine),
    engineVersion: undefined,
    // A published campaign has the date of its publication; if that is unknown, it has no end.
    startedAtMs: known?.printedAtMs ?? importedAtMs,
    finishedAtMs: known?.printedAtMs,
    importedAtMs,
    runs: [],
    published: group.results.map((result, at) => {
      const note = result.note ?? flagOf(known?.flags ?? [], result)
      return { caseIndex: indexes[at] ?? 0, result: { ...result, ...(note !== undefined && { note }) } }
    }),
    publication: { source: facts.source, note: [facts.note, leftOut(left.length)].filter(Boolean).join(' ') },
    files: [source],
    log: logOf(
      [`Imported ${group.results.length} published results from ${source.path}`],
      left,
      importedAtMs,
    ),
  }
}
