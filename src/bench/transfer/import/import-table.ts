import type { ImportReport } from '../../../core/contract/import-requests'
import type { TableFacts, TableMapping } from '../../../core/results/published/column-role'
import { readTextTable } from '../../../core/results/published/read-csv'
import type { ReviewWriter } from '../../store/review-store'
import { knownIn, storeImports } from './import-files'
import type { KnownFile, ReadImports } from './read-imports'
import { sourceOf } from './read-source'
import { tableCampaigns } from './read-table-source'

export interface PastedTable {
  readonly text: string
  readonly mapping: TableMapping
  readonly facts: TableFacts
}

const path = 'pasted-table.csv'

/** Stores a table that was typed or pasted; the text is kept as a file is. */
export async function importTable(review: ReviewWriter, pasted: PastedTable): Promise<ImportReport> {
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
