import * as v from 'valibot'
import { finish, type Steps } from '../../../../core/iterables'
import { integerOf, jsonOf, type Row } from '../../file/columns'
import type { Connection } from '../../file/connection'
import { integer, type Encoded } from '../../file/encode'
import { fateOf, thisProcess } from '../../../files/process-identity'
import { isIntact } from '../../integrity/seal'
import { hostRecordShape } from '../../../../core/results/campaign/host-record'

/**
 * Runs work that pauses often in short transactions, with a step and a call of `onPart` after each. Other users of the
 * file and the rest of this process wait for each, at most 80 ms plus the time the disk takes.
 */
export function* writeInParts(
  connection: Connection,
  work: Steps<void>,
  onPart: () => void = () => undefined,
): Steps<void> {
  let isDone: boolean
  do {
    isDone = connection.write(() => {
      const end = performance.now() + 80
      do if (work.next().done === true) return true
      while (performance.now() < end)
      return false
    })
    onPart()
    yield
  } while (!isDone)
}

/** The host record of a hidden campaign during its import: names the importing process. */
export function importMark(): Readonly<Record<string, string>> {
  return { importer: JSON.stringify(thisProcess()) }
}

/**
 * True for the row of a campaign whose import has not ended. It is invisible (`settings` in connection.ts).
 */
export function isBeingImported(row: Row): boolean {
  return row.source !== 'measured' && row.state !== 'done'
}

/** On opening a file, removes what the import of a program that died left in it. */
export function removeAbandonedImports(connection: Connection): void {
  const hidden = connection.all("SELECT * FROM file.campaign WHERE source <> 'measured' AND state <> 'done'")
  finish(
    removeUnfinished(
      connection,
      hidden.filter(isAbandoned).map((row) => integerOf(row, 'id')),
    ),
  )
}

/** Only rows exactly as this program wrote them; a row with a damaged state is left for the check to find. */
function isAbandoned(row: Row): boolean {
  if (!isIntact('campaign', row)) return false
  const { importer } = jsonOf(row, 'host_record', hostRecordShape).raw
  if (importer === undefined) return false
  const identity = v.safeParse(identityShape, importer)
  if (!identity.success) return false
  const fate = fateOf(identity.output)
  const isOld = Date.now() - integerOf(row, 'created_ms') > longestElsewhere
  return fate === 'gone' || (fate === 'elsewhere' && isOld)
}

/**
 * An import by another machine, which cannot be asked, counts as abandoned after this long, in milliseconds.
 */
const longestElsewhere = 6 * 3_600_000

const identityShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ host: v.string(), machine: v.string(), processId: v.number(), processStart: v.string() }),
)

/**
 * Removes campaigns whose import has not ended, with the files that no other needs, in short transactions.
 */
export function* removeUnfinished(connection: Connection, campaignIds: readonly number[]): Steps<void> {
  for (const id of campaignIds)
    yield* writeInParts(connection, removal(connection, integer(id, 'A campaign id')))
}

function* removal(connection: Connection, id: Encoded): Steps<void> {
  // Children first, so that each row of a parent is checked against an empty range instead of a long one.
  for (const { table, key, rows } of children) {
    const some = `SELECT ${key} FROM ${table} WHERE campaign_id = ? LIMIT ${rows}`
    while (connection.change(`DELETE FROM ${table} WHERE (${key}) IN (${some})`, id) > 0) yield
  }
  const unused = 'SELECT id FROM imported_file WHERE id NOT IN (SELECT file_id FROM campaign_file) LIMIT 100'
  while (connection.change(`DELETE FROM imported_file WHERE id IN (${unused})`) > 0) yield
  connection.change('DELETE FROM file.campaign WHERE id = ?', id)
}

/** Tables with rows of a campaign, the key of a row, and how many are removed between two pauses. */
const children = [
  { table: 'scalar', key: 'campaign_id, quantity_id, run_id', rows: 1000 },
  { table: 'published_result', key: 'id', rows: 100 },
  { table: 'run', key: 'id', rows: 20 },
  { table: 'campaign_case', key: 'campaign_id, case_index', rows: 200 },
  { table: 'campaign_file', key: 'campaign_id, file_id', rows: 200 },
] as const
