import { flagOf, type KnownTable } from '../../../core/results/published/known-tables'
import type { TableFacts } from '../../../core/results/published/column-role'
import type { PublishedGroup } from '../../../core/results/published/read-table'
import type { ImportedCampaign } from '../../store/imported-campaign'
import { casesOf, logOf, recordOf } from './imported-campaign'
import type { Source } from './read-source'

/** Axes of printed tables, the slowest first. */
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

/** One campaign of the results of one drive under one condition. */
export function publishedCampaign(
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
    // A printed campaign is as old as its print; where that is not known it has no end.
    startedAtMs: known?.printedAtMs ?? importedAtMs,
    finishedAtMs: known?.printedAtMs,
    importedAtMs,
    runs: [],
    published: group.results.map((result, at) => {
      const note = result.note ?? flagOf(known?.flags ?? [], result)
      return { caseIndex: indexes[at] ?? 0, result: { ...result, ...(note !== undefined && { note }) } }
    }),
    publication: { source: facts.source, note: facts.note },
    files: [source],
    log: logOf(
      [`Imported ${group.results.length} published results from ${source.path}`],
      left,
      importedAtMs,
    ),
  }
}
