import type { ImportProgress, ImportReport, importRequests } from '../../../core/contract/import-requests'
import { importAsking, importPasted, knownIn, storeImports } from '../../import/import-files'
import type { ImportOptions } from '../../import/import-options'
import type { KnownFile, ReadImports } from '../../import/read-imports'
import type { BenchAnswers } from './answers'
import type { Session } from '../session'
import type { TableFacts, TableMapping } from '../../../core/results/published/column-role'
import { readTextTable } from '../../../core/results/published/read-csv'
import type { ReviewWriter } from '../../store/review-store'
import { sourceOf } from '../../import/read-source'
import { tableCampaigns } from '../../import/read-table-source'

/** Requests that import results of others into the review. */
export const importAnswers: BenchAnswers<keyof typeof importRequests> = {
  'import.table': (session, given) => importTable(session.writer(), given),
  'import.text': (session, { text, configuration, drives, units }) =>
    importPasted(session.writer(), text, {
      configuration,
      ...(drives && { drives }),
      ...(units && { units }),
    }),
  'import.cancel': (session) => session.importing.cancel(),
}

/**
 * Imports files into the review, reporting progress to the windows; asks first for the names of drives that no file
 * names, and for units that no file states. `import.cancel` ends it with nothing imported.
 */
export function importForWindow(
  session: Session,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return session.importing.run((signal, report) => {
    const onProgress = (progress: ImportProgress) =>
      report(() => session.tell({ type: 'import-progress', progress }))
    return importAsking(session.writer(), paths, options, { signal, onProgress })
  })
}

interface PastedTable {
  readonly text: string
  readonly mapping: TableMapping
  readonly facts: TableFacts
}

const path = 'pasted-table.csv'

/** Stores a table that was typed or pasted; the text is kept like a file. */
async function importTable(review: ReviewWriter, pasted: PastedTable): Promise<ImportReport> {
  return storeImports(review, readPasted(await knownIn(review), pasted))
}

function readPasted(knownFile: KnownFile, { text, mapping, facts }: PastedTable): ReadImports {
  const none = (kind: 'damaged' | 'known-already', reason: string): ReadImports => ({
    campaigns: [],
    taken: [],
    skipped: [{ path, part: '', kind, reason }],
    close: nothingOpen,
  })
  const source = sourceOf(path, Buffer.from(text, 'utf8'))
  if (!source) return none('damaged', 'The text holds a NUL character.')
  const known = knownFile(source.sha256)
  if (known !== undefined) return none('known-already', known)
  const table = readTextTable(text)
  if ('text' in table) return none('damaged', table.text)
  const { campaigns, skipped } = tableCampaigns(source, table, mapping, facts, undefined, Date.now())
  const publishedResults = campaigns.reduce((sum, campaign) => sum + campaign.published.length, 0)
  const taken = publishedResults > 0 ? [{ path, what: 'published table', runs: 0, publishedResults }] : []
  return { campaigns, taken, skipped, close: nothingOpen }
}

const nothingOpen = () => undefined
