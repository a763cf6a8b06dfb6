import { DatabaseSync } from '@photostructure/sqlite'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'

/** Numbers in [0, 1). */
export type Random = () => number

/** Changes a results file in one way; returns a description of the change. */
export type Mutation = (path: string, random: Random) => string

type Database = InstanceType<typeof DatabaseSync>

const whole = (random: Random, below: number) => Math.floor(random() * below)
const oneOf = <T>(random: Random, list: readonly T[]): T => {
  const one = list[whole(random, list.length)]
  if (one === undefined) throw new RangeError('Nothing to choose from.')
  return one
}

function flipBits(path: string, random: Random): string {
  const bytes = readFileSync(path)
  const done = Array.from({ length: 1 + whole(random, 8) }, () => {
    const [at, bit] = [whole(random, bytes.length), whole(random, 8)]
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at)
    return `${at}.${bit}`
  })
  writeFileSync(path, bytes)
  return `bits ${done.join(' ')}`
}

function truncate(path: string, random: Random): string {
  const { length } = readFileSync(path)
  const rest = random() < 0.5 ? whole(random, length) : whole(random, length / 4096) * 4096
  truncateSync(path, rest)
  return `truncated to ${rest}`
}

/** The 100 bytes of the header, field by field (sqlite.org/fileformat.html). */
function changeHeader(path: string, random: Random): string {
  const bytes = readFileSync(path)
  const at =
    random() < 0.5
      ? whole(random, 100)
      : oneOf(random, [16, 18, 19, 20, 24, 28, 32, 36, 40, 44, 52, 56, 60, 64, 68, 92])
  const value = oneOf(random, [0, 1, 2, 0x7f, 0x80, 0xff, whole(random, 256)])
  for (let more = 0; more < oneOf(random, [1, 1, 2, 4]) && at + more < 100; more++)
    bytes.writeUInt8(value, at + more)
  writeFileSync(path, bytes)
  return `header byte ${at} = ${value}`
}

function changePages(path: string, random: Random): string {
  const bytes = readFileSync(path)
  const size = 4096
  const pages = Math.floor(bytes.length / size)
  const [from, to] = [whole(random, pages), whole(random, pages)]
  const page = (at: number) => bytes.subarray(at * size, (at + 1) * size)
  const [first, second] = [Buffer.from(page(from)), Buffer.from(page(to))]
  const kind = oneOf(random, ['exchanged', 'repeated', 'zeroed'])
  if (kind === 'zeroed') page(from).fill(0)
  else first.copy(bytes, to * size)
  if (kind === 'exchanged') second.copy(bytes, from * size)
  writeFileSync(path, bytes)
  return `pages ${from} and ${to} ${kind}`
}

const oddValues: readonly (null | string | number | Uint8Array)[] = [
  null,
  '',
  0,
  -1,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  9e15,
  'text',
  '\u001b[2J\u202e',
  '{}',
  '[]',
  '{"a":1e999}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'x'.repeat(200_000),
  Buffer.alloc(16),
]

/** Tables with rows, as the file has them now. */
function tablesOf(database: Database): readonly string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  const names = rows.map((row) => String((row as { name: unknown }).name))
  return names.filter((name) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined)
}

interface Column {
  readonly name: string
  readonly type: string
}

function columnsOf(database: Database, table: string): readonly Column[] {
  const rows = database.prepare(`PRAGMA table_info("${table}")`).all() as Readonly<Record<string, unknown>>[]
  return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }))
}

/** A condition that matches one row of a table: all of its values. */
function anyRow(database: Database, table: string, random: Random): Readonly<Record<string, unknown>> {
  const rows = database.prepare(`SELECT * FROM "${table}"`).all() as readonly Readonly<
    Record<string, unknown>
  >[]
  return oneOf(random, rows)
}

type Bound = null | string | number | bigint | Uint8Array

function where(row: Readonly<Record<string, unknown>>): {
  readonly sql: string
  readonly values: readonly Bound[]
} {
  const names = Object.keys(row)
  return {
    sql: names.map((name) => `"${name}" IS ?`).join(' AND '),
    values: names.map((name) => row[name] as Bound),
  }
}

function editRow(database: Database, random: Random): string {
  const table = oneOf(random, tablesOf(database))
  const { name, type } = oneOf(random, columnsOf(database, table))
  const row = anyRow(database, table, random)
  const old = row[name]
  const near = typeof old === 'number' ? [old + 1, -old, old * 2, old / 3, Math.round(old)] : []
  const texts = typeof old === 'string' ? [`${old}x`, old.slice(1), old.replace(/\d/, '7')] : []
  const value =
    random() < 0.6 && near.length + texts.length > 0
      ? oneOf(random, [...near, ...texts])
      : oneOf(random, oddValues)
  const { sql, values } = where(row)
  database.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${sql}`).run(value, ...values)
  return `${table}.${name} (${type}): ${String(old).slice(0, 30)} is ${String(value).slice(0, 30)}`
}

function editBlob(database: Database, random: Random): string {
  const table = oneOf(random, tablesOf(database))
  const blobs = columnsOf(database, table).filter(({ type }) => type === 'BLOB')
  if (blobs.length === 0) return editRow(database, random)
  const { name } = oneOf(random, blobs)
  const row = anyRow(database, table, random)
  const old = row[name]
  if (!(old instanceof Uint8Array) || old.length === 0) return editRow(database, random)
  const bytes = Buffer.from(old)
  const at = whole(random, bytes.length)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << whole(random, 8)), at)
  const changed = random() < 0.7 ? bytes : bytes.subarray(0, at)
  const { sql, values } = where(row)
  database.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${sql}`).run(changed, ...values)
  return `${table}.${name}: byte ${at} of ${old.length}`
}

function moveRows(database: Database, random: Random): string {
  const table = oneOf(random, tablesOf(database))
  const row = anyRow(database, table, random)
  const { sql, values } = where(row)
  const kind = oneOf(random, ['deleted', 'repeated', 'exchanged'])
  if (kind === 'deleted') database.prepare(`DELETE FROM "${table}" WHERE ${sql}`).run(...values)
  else if (kind === 'repeated') {
    const key = columnsOf(database, table)[0]?.name ?? ''
    const copy = { ...row, [key]: typeof row[key] === 'number' ? row[key] + 1000 : `${String(row[key])}2` }
    const names = Object.keys(copy)
    database
      .prepare(
        `INSERT INTO "${table}" (${names.map((one) => `"${one}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      .run(...where(copy).values)
  } else {
    const other = anyRow(database, table, random)
    const { name } = oneOf(random, columnsOf(database, table))
    const set = database.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${sql}`)
    set.run(other[name], ...values)
    const second = where(other)
    database
      .prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${second.sql}`)
      .run(row[name], ...second.values)
  }
  return `a row of ${table} ${kind}`
}

const hostileSchemas = [
  'CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c',
  'CREATE TRIGGER gone AFTER INSERT ON log BEGIN DELETE FROM run; END',
  'CREATE TABLE more (id INTEGER)',
  'CREATE INDEX slow ON run (state)',
  'DROP VIEW results; CREATE VIEW results AS SELECT 1 AS value',
  'ALTER TABLE campaign RENAME COLUMN name TO title',
  'ALTER TABLE run ADD COLUMN computed TEXT GENERATED ALWAYS AS (hex(zeroblob(10000000)))',
  'DROP TABLE scalar',
  "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'REAL', 'TEXT') WHERE name = 'scalar'",
  "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'campaign'",
  'PRAGMA user_version = 1',
  'PRAGMA application_id = 1',
  'PRAGMA journal_mode = WAL',
  'CREATE VIRTUAL TABLE search USING fts5(text)',
]

function changeSchema(database: Database, random: Random): string {
  const sql = oneOf(random, hostileSchemas)
  database.exec(sql)
  return sql
}

/** Changes the file through SQL; what SQLite refuses leaves the file unchanged. */
function throughSql(change: (database: Database, random: Random) => string): Mutation {
  return (path, random) => {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    try {
      database.exec('PRAGMA synchronous = OFF')
      return change(database, random)
    } catch (error) {
      return `refused by SQLite: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      database.close()
    }
  }
}

/** Every way to change a file, each equally often in a long run. */
export const mutations: Readonly<Record<string, Mutation>> = {
  bits: flipBits,
  truncation: truncate,
  header: changeHeader,
  pages: changePages,
  'edited row': throughSql(editRow),
  'edited blob': throughSql(editBlob),
  'moved row': throughSql(moveRows),
  schema: throughSql(changeSchema),
}
