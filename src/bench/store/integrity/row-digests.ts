import { counted } from '../../../core/units/number-format'
import { sameBytes } from './checksum'
import { blobOf, integerOf, textOf } from '../file/columns'
import type { Connection } from '../file/connection'
import type { Reads } from '../file/reads'
import { text } from '../file/encode'
import type { Findings } from './findings'

/**
 * Tables with a digest over their rows, and what represents a row: its checksum, or the columns of a table
 * whose rows have none. Other tables are covered by the checksum of one of these: measurements, histograms,
 * outputs and commands by that of their run, cases by that of their campaign.
 */
const digested: Readonly<Record<string, 'checksum' | readonly string[]>> = {
  review: 'checksum',
  plan: 'checksum',
  campaign: 'checksum',
  run: 'checksum',
  earlier_attempt: 'checksum',
  figure: 'checksum',
  publication: 'checksum',
  published_result: 'checksum',
  imported_file: 'checksum',
  calibration: 'checksum',
  excluded_run: 'checksum',
  article_preset: 'checksum',
  device_card: 'checksum',
  scorecard: 'checksum',
  member_campaign: 'checksum',
  document: 'checksum',
  picture: 'checksum',
  log: ['id', 'campaign_id', 'run_id', 'at_ms', 'level', 'text'],
  campaign_file: ['campaign_id', 'file_id'],
  figure_place: ['figure_id', 'place'],
  chosen_preset: ['id', 'preset_id'],
}

export const digestedTables = Object.keys(digested)

/**
 * From now on every row that this connection adds, changes or removes changes the digest of its table in the
 * same transaction, even rows that are removed with their campaign. Temporary triggers of the connection do
 * this, so no statement can forget it and none are in the file. Does nothing in a file of a format without
 * digests.
 */
export function watchRows(connection: Connection): void {
  if (!connection.first("SELECT 1 FROM file.sqlite_schema WHERE name = 'row_digest'")) return
  const known = connection.all('SELECT table_name FROM row_digest').map((row) => textOf(row, 'table_name'))
  connection.execute(
    digestedTables
      .filter((table) => known.includes(table))
      .map(triggersOf)
      .join('\n'),
  )
}

function triggersOf(table: string): string {
  const before = elementOf(table, 'OLD.')
  const after = elementOf(table, 'NEW.')
  const watched = digested[table] === 'checksum' ? 'OF checksum ' : ''
  const change = (counted: string, digest: string) =>
    `UPDATE row_digest SET rows = rows + ${counted}, digest = ${digest} WHERE table_name = '${table}'`
  return `
CREATE TEMP TRIGGER IF NOT EXISTS ${table}_added AFTER INSERT ON file.${table} WHEN ${after} IS NOT NULL
  BEGIN ${change('1', `row_digest_add(digest, ${after})`)}; END;
CREATE TEMP TRIGGER IF NOT EXISTS ${table}_changed AFTER UPDATE ${watched}ON file.${table}
  BEGIN ${change(`(${after} IS NOT NULL) - (${before} IS NOT NULL)`, `row_digest_add(row_digest_remove(digest, ${before}), ${after})`)}; END;
CREATE TEMP TRIGGER IF NOT EXISTS ${table}_removed AFTER DELETE ON file.${table} WHEN ${before} IS NOT NULL
  BEGIN ${change('-1', `row_digest_remove(digest, ${before})`)}; END;`
}

/** Compares each table with its digest. A run that was never touched has no checksum; its campaign's design counts it. */
export function checkRowDigests(connection: Reads, findings: Findings): void {
  for (const table of digestedTables) {
    findings.attempt(`The rows of the table "${table}" cannot be counted`, () => {
      const saved = connection.first(
        'SELECT rows, digest FROM row_digest WHERE table_name = ?',
        text(table, 'A table'),
      )
      const element = elementOf(table, '')
      const found = connection.first(
        `SELECT count(${element}) AS rows, coalesce(row_digest_sum(${element}), zeroblob(16)) AS digest FROM file.${table}`,
      )
      if (!saved || !found) {
        findings.add(`The digest over the rows of the table "${table}" is missing.`)
        return
      }
      const same = sameBytes(blobOf(saved, 'digest'), blobOf(found, 'digest'))
      const [savedRows, foundRows] = [integerOf(saved, 'rows'), integerOf(found, 'rows')]
      if (!same || savedRows !== foundRows) findings.add(difference(table, savedRows, foundRows))
    })
  }
}

function difference(table: string, saved: number, found: number): string {
  if (found === saved)
    return `The rows of the table "${table}" are not those that were saved; at least one was exchanged or changed.`
  const what =
    found < saved
      ? `lacks ${counted(saved - found, 'row')} that ${saved - found === 1 ? 'was' : 'were'} saved`
      : `holds ${counted(found - saved, 'row')} that Benchwright did not save`
  return `The table "${table}" ${what} (saved: ${saved}, found: ${found}).`
}

/** What represents a row, in SQL. */
function elementOf(table: string, prefix: string): string {
  const columns = digested[table]
  return columns === 'checksum' || columns === undefined
    ? `${prefix}checksum`
    : `row_checksum(${columns.map((column) => `${prefix}${column}`).join(', ')})`
}
