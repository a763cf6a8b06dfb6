import type { Migration } from './migration'

/** Tables whose rows have a checksum, which represents the row. */
const sealed = [
  'review',
  'plan',
  'campaign',
  'run',
  'earlier_attempt',
  'figure',
  'publication',
  'published_result',
  'imported_file',
  'calibration',
  'excluded_run',
  'article_preset',
  'member_campaign',
]

/** Other tables, with the columns that represent the row. */
const plain: readonly (readonly [table: string, columns: string])[] = [
  ['log', 'id, campaign_id, run_id, at_ms, level, text'],
  ['campaign_file', 'campaign_id, file_id'],
  ['figure_place', 'figure_id, place'],
  ['chosen_preset', 'id, preset_id'],
]

const elements = [
  ...sealed.map((table) => [table, 'checksum'] as const),
  ...plain.map(([table, columns]) => [table, `row_checksum(${columns})`] as const),
]

/**
 * A digest over the rows of each table, so that vanished rows are noticed. The content of the file at this
 * step is taken as correct; from then on every change of a row changes the digest (see row-digests.ts).
 */
export const rowDigests: Migration = {
  version: 7,
  title: 'digests over the rows of each table',
  sql: `
CREATE TABLE file.row_digest (
  table_name TEXT NOT NULL PRIMARY KEY,
  rows INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

${elements
  .map(
    ([table, element]) => `INSERT INTO row_digest (table_name, rows, digest)
  SELECT '${table}', count(${element}), coalesce(row_digest_sum(${element}), zeroblob(16)) FROM file.${table};`,
  )
  .join('\n')}
`,
}
