import { expect, it } from 'vitest'
import { checkReview } from '../../../src/bench/store/integrity/check-review'
import { Connection } from '../../../src/bench/store/file/connection'
import { fillWithEverything } from './everything'
import { newReview } from './sample-review'

type Value = null | string | number | Uint8Array

/**
 * Columns that no check covers, each with the reason. Everything else that the schema has is sealed: a changed value
 * anywhere is found.
 */
const unsealed: Readonly<Record<string, string>> = {
  'sqlite_sequence.name': 'the next ids, of SQLite',
  'sqlite_sequence.seq': 'the next ids, of SQLite',
  'histogram.ordinal': 'only the order is read, and the seal of the run has its histograms in order',
}

/** Columns whose constraints leave no other value for the rows of this test. */
const onlyValue = [
  ...[
    'article_preset.picture_type',
    'article_preset.picture',
    'device_card.picture_type',
    'device_card.picture',
  ],
  ...['chosen_preset.id', 'review.id'],
]

class Undone extends Error {}

/** Values of the same type, so that only a checksum can tell them from the stored one. */
function othersOf(value: Value): readonly Value[] {
  if (value === null) return [7, 'seven', Buffer.alloc(16)]
  if (typeof value === 'number')
    return Number.isInteger(value) ? [value + 1, value + 1000, value / 2] : [value * 2]
  if (typeof value !== 'string') return [Buffer.from(value.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))]
  return [...wordsLike(value), `${value}x`, value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))]
}

/** Other words of the same set, which every reader accepts. */
function wordsLike(value: string): readonly string[] {
  const sets = [
    ['engine', 'block-layer', 'host', 'drive'],
    ['read', 'write', 'total'],
    ['iops', 'bandwidth'],
    ['ns', 's', '1/s', 'B/s'],
    ['summary', 'difference'],
    ['info', 'warning', 'error'],
    ['layout', 'measure', 'prepare'],
    ['waiting', 'skipped', 'done', 'failed', 'interrupted'],
    ['image/png', 'image/jpeg'],
  ]
  return sets.flatMap((set) => (set.includes(value) ? set.filter((word) => word !== value) : []))
}

it('no value of any column of any row can be changed without the check noticing it', () => {
  const review = newReview()
  fillWithEverything(review)
  expect(review.check()).toEqual([])
  review.close()
  const connection = new Connection(review.path, 'write')
  connection.execute('PRAGMA foreign_keys = OFF')
  const names = (sql: string) => connection.all(sql).map(({ name }) => String(name))
  const unnoticed = new Set<string>()
  const untried: string[] = []
  for (const table of names("SELECT name FROM file.sqlite_schema WHERE type = 'table' ORDER BY name")) {
    const columns = names(`SELECT name FROM pragma_table_info('${table}', 'file')`)
    const keys = names(`SELECT name FROM pragma_table_info('${table}', 'file') WHERE pk > 0`)
    const key = keys.length > 0 ? keys : ['rowid']
    const rows = connection.all(
      `SELECT ${[...key, ...columns].map((one) => `"${one}"`).join(', ')} FROM file."${table}"`,
    )
    for (const column of columns) {
      let tried = 0
      for (const row of table === 'quantity'
        ? rows.filter(isRead(connection, column))
        : [true, false].flatMap((isSealed) => firstOfEach(rows.filter(sealedAs(isSealed)), column))) {
        const value = row[column] as Value
        for (const other of othersOf(value)) {
          if (other === value) continue
          const notices = noticesOf(connection, table, column, key, row, other)
          if (notices === undefined) continue
          tried += 1
          if (notices === 0) unnoticed.add(`${table}.${column}`)
        }
      }
      if (tried === 0 && rows.length > 0) untried.push(`${table}.${column}`)
    }
  }
  connection.close()
  expect([...unnoticed].filter((column) => unsealed[column] === undefined)).toEqual([])
  expect(untried.sort()).toEqual(onlyValue.sort())
})

/**
 * A quantity is sealed by what refers to it, so each is tried. Of one that only published results have, the names are read
 * and nothing else.
 */
function isRead(connection: Connection, column: string): (row: Readonly<Record<string, unknown>>) => boolean {
  if (!['source', 'device', 'levels'].includes(column)) return () => true
  const used = connection.all(
    'SELECT quantity_id FROM scalar UNION SELECT quantity_id FROM series UNION SELECT quantity_id FROM histogram',
  )
  const ids = new Set(used.map((row) => row.quantity_id))
  return ({ id }) => ids.has(id)
}

/** Rows of their own checksum, and those that something else covers: in a table with both they are checked differently. */
const sealedAs = (isSealed: boolean) => (row: Readonly<Record<string, unknown>>) =>
  (row.checksum !== null) === isSealed

/** One row for each value of a column, at most four: the check treats equal values alike. */
function firstOfEach(rows: readonly Readonly<Record<string, unknown>>[], column: string) {
  return [...new Map(rows.map((row) => [String(row[column]), row])).values()].slice(0, 4)
}

/** How many findings a changed value causes; undefined if SQLite refuses it. */
function noticesOf(
  connection: Connection,
  table: string,
  column: string,
  keys: readonly string[],
  row: Readonly<Record<string, unknown>>,
  other: Value,
): number | undefined {
  let findings: number | undefined
  try {
    connection.write(() => {
      const where = keys.map((key) => `"${key}" IS ?`).join(' AND ')
      const bind = [other, ...keys.map((key) => row[key])] as never[]
      connection.change(`UPDATE file."${table}" SET "${column}" = ? WHERE ${where}`, ...bind)
      findings = checkReview(connection).length
      throw new Undone()
    })
  } catch (error) {
    if (findings === undefined && !(error instanceof Undone)) return undefined
  }
  return findings
}
