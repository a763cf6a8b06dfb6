import { DatabaseSync } from '@photostructure/sqlite'
import { pathToFileURL } from 'node:url'
import { type Row, type Table, toRow } from './columns'
import { defineDigestFunctions } from '../integrity/digest'
import type { Encoded } from './encode'
import { busyTimeoutMs, limits } from './format'
import { journalPathOf, refuseForeignJournal } from './journal'
import { storageError } from './storage-error'

type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>

interface ArrayStatement {
  readonly statement: Statement
  readonly columns: readonly string[]
}

/**
 * How a file is opened. `immutable`: without locks or a check for a journal, for media on which nothing can
 * change.
 */
export type Access = 'read' | 'write' | 'create' | 'immutable'

/**
 * Settings of the connection, then of the attached file. Reading the schema makes every refusal come at once.
 * A row that INSERT OR REPLACE removes counts as removed only with recursive triggers.
 *
 * An import is stored in parts (import-campaigns.ts), and its campaigns are invisible before the last one:
 * `campaign` is a view without them. Statements that write use `file.campaign`.
 */
const settings = `
PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA fullfsync = ON; PRAGMA recursive_triggers = ON;
PRAGMA file.mmap_size = 0; PRAGMA file.synchronous = EXTRA; PRAGMA file.cache_size = -32000;
CREATE TEMP VIEW campaign AS SELECT * FROM file.campaign WHERE source = 'measured' OR state = 'done';
SELECT 1 FROM file.sqlite_schema`

/**
 * An open SQLite database with this program's settings; the only place that knows the driver. The file is
 * attached as the schema `file` to an empty database in memory: the driver frees statements only when they
 * are collected, and a main database stays open as long, while a detached one is closed at once. So a
 * statement that creates a table, view or index names the schema, as in `CREATE TABLE file.plan`; all others
 * need not.
 */
export class Connection {
  /** Path to show in messages. */
  readonly path: string
  readonly access: Access
  readonly #database: InstanceType<typeof DatabaseSync>
  /** Path of the file's journal; undefined if SQLite would never play one back. */
  readonly #journal: string | undefined
  readonly #statements = new Map<string, Statement>()
  readonly #arrayStatements = new Map<string, ArrayStatement>()
  #beforeCommit: (() => () => void) | undefined
  #transactions = 0
  #writes = 0

  /**
   * Opens the file and reads its schema; with `write` access this undoes a write that was cut off.
   * `shownPath` is the path in messages, if not the opened one, as with a private copy. `:memory:` with
   * `create` is a separate database. `busyMs`: how long to wait for another program that is writing.
   */
  constructor(location: string, access: Access, shownPath = location, busyMs = busyTimeoutMs) {
    this.path = shownPath
    this.access = access
    const playsBack = location !== ':memory:' && (access === 'write' || access === 'create')
    this.#journal = playsBack ? journalPathOf(location) : undefined
    try {
      if (this.#journal !== undefined) refuseForeignJournal(shownPath, this.#journal)
      this.#database = openDatabase(location, access, busyMs)
    } catch (error) {
      throw storageError(error, shownPath)
    }
  }

  /** Runs statements that are part of the program, such as a migration. */
  execute(sql: string): void {
    this.#writes += 1
    this.guard(() => this.#database.exec(sql))
  }

  all(sql: string, ...values: readonly Encoded[]): readonly Row[] {
    const { columns, rows } = this.table(sql, ...values)
    return rows.map((row) => toRow(columns, row))
  }

  /** The same as names of columns and rows of values, which cross to another thread in less time. */
  table(sql: string, ...values: readonly Encoded[]): Table {
    return this.guard(() => {
      const { statement, columns } = this.#arrayStatement(sql)
      return { columns, rows: statement.all(...values) as readonly (readonly unknown[])[] }
    })
  }

  first(sql: string, ...values: readonly Encoded[]): Row | undefined {
    return this.guard(() => this.#statement(sql).get(...values) as Row | undefined)
  }

  /** Rows as arrays, for large answers. */
  arrays(sql: string, ...values: readonly Encoded[]): readonly (readonly unknown[])[] {
    return this.guard(
      () => this.#arrayStatement(sql).statement.all(...values) as readonly (readonly unknown[])[],
    )
  }

  /** Visits the rows one by one, for answers that must not be in memory as a whole. */
  forEach(sql: string, values: readonly Encoded[], visit: (row: Row) => void): void {
    this.guard(() => {
      for (const row of this.#statement(sql).iterate(...values)) visit(row as Row)
    })
  }

  /** Number of rows changed. */
  change(sql: string, ...values: readonly Encoded[]): number {
    this.#writes += 1
    return this.guard(() => this.#statement(sql).run(...values).changes)
  }

  /** Row id of the new row. */
  insert(sql: string, ...values: readonly Encoded[]): number {
    this.#writes += 1
    return this.guard(() => Number(this.#statement(sql).run(...values).lastInsertRowid))
  }

  /** All reads inside see one state of the file, whatever other processes write in the meantime. */
  read<T>(work: () => T): T {
    return this.guard(() => (this.#database.isTransaction ? work() : this.#transaction('BEGIN', work)))
  }

  /** One transaction: everything inside is stored, or nothing. A call inside another one joins it. */
  write<T>(work: () => T): T {
    return this.guard(() => {
      if (this.#database.isTransaction) return work()
      let committed: (() => void) | undefined
      const answer = this.#transaction('BEGIN IMMEDIATE', () => {
        const given = work()
        committed = this.#beforeCommit?.()
        return given
      })
      committed?.()
      return answer
    })
  }

  /** `work` on this connection, each call in its own `read`. */
  reading<A extends unknown[], T>(work: (connection: Connection, ...given: A) => T): (...given: A) => T {
    return (...given) => this.read(() => work(this, ...given))
  }

  /** `work` on this connection, each call in its own `write`. */
  writing<A extends unknown[], T>(work: (connection: Connection, ...given: A) => T): (...given: A) => T {
    return (...given) => this.write(() => work(this, ...given))
  }

  /** A number that changes with every transaction: lookups stay valid as long as it is the same. */
  get transaction(): number {
    if (!this.#database.isTransaction) this.#transactions += 1
    return this.#transactions
  }

  /** Changes with every write to the file, by this connection or by another one. */
  get version(): string {
    const [row] = this.arrays('PRAGMA file.data_version')
    return `${String(row?.[0])} ${this.#writes}`
  }

  /**
   * Sets what every writing transaction does last; an error thrown there undoes the transaction, and what it returns is
   * called once the transaction is committed. Returns what was set before.
   */
  beforeCommit(action: (() => () => void) | undefined): typeof action {
    const before = this.#beforeCommit
    this.#beforeCommit = action
    return before
  }

  /** Closes the file at once. */
  close(): void {
    if (!this.#database.isOpen) return
    this.#statements.clear()
    this.#arrayStatements.clear()
    detach(this.#database)
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.#transactions += 1
    this.#database.exec(begin)
    try {
      const answer = work()
      this.#database.exec('COMMIT')
      return answer
    } catch (error) {
      // A full disk or an I/O error has already rolled back.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** Runs work and turns every error into one that names the file. */
  guard<T>(work: () => T): T {
    try {
      // SQLite looks for a journal whenever it starts to read.
      if (this.#journal !== undefined && !this.#database.isTransaction)
        refuseForeignJournal(this.path, this.#journal)
      return work()
    } catch (error) {
      throw storageError(error, this.path, () => this.#largestValue())
    }
  }

  /** Where the largest value of the file is. SQLite knows the length of a value without reading it. */
  #largestValue(): string | undefined {
    let largest = { bytes: 0, place: '' }
    for (const { name: table } of this.#rows("SELECT name FROM file.sqlite_schema WHERE type = 'table'")) {
      const columns = this.#rows(`SELECT name, pk FROM pragma_table_info('${String(table)}', 'file')`)
      const keys = columns.filter(({ pk }) => pk !== 0).map(({ name }) => String(name))
      const names = keys.length > 0 ? keys : ['rowid']
      for (const { name: column } of columns.filter(({ pk }) => pk === 0)) {
        const [row] = this.#rows(
          `SELECT ${names.join(', ')}, octet_length("${String(column)}") AS bytes
           FROM file."${String(table)}" ORDER BY bytes DESC LIMIT 1`,
        )
        const bytes = Number(row?.bytes ?? 0)
        if (row === undefined || bytes <= largest.bytes) continue
        const place = names.map((name) => `${name} ${String(row[name])}`).join(', ')
        largest = {
          bytes,
          place: `"${String(column)}" of table "${String(table)}" (${place}), ${bytes} bytes`,
        }
      }
    }
    return largest.bytes === 0 ? undefined : largest.place
  }

  #rows(sql: string): readonly Row[] {
    return this.#database.prepare(sql).all() as readonly Row[]
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)))
    return statement
  }

  #arrayStatement(sql: string): ArrayStatement {
    let known = this.#arrayStatements.get(sql)
    if (!known) {
      const statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      known = { statement, columns: statement.columns().map(({ name }) => name) }
      this.#arrayStatements.set(sql, known)
    }
    return known
  }
}

function openDatabase(location: string, access: Access, busyMs: number): InstanceType<typeof DatabaseSync> {
  const database = new DatabaseSync(':memory:', {
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
    allowExtension: false,
    timeout: busyMs,
    defensive: true,
    limits: { length: limits.valueBytes },
  })
  try {
    defineDigestFunctions(database)
    database.prepare('ATTACH ? AS file').run(location === ':memory:' ? location : address(location, access))
    database.exec(settings)
  } catch (error) {
    detach(database)
    throw error
  }
  return database
}

/** The file as SQLite's URI (sqlite.org/uri.html); only `create` may create one. */
function address(path: string, access: Access): string {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', { read: 'ro', write: 'rw', create: 'rwc', immutable: 'ro' }[access])
  if (access === 'immutable') url.searchParams.set('immutable', '1')
  return url.href
}

function detach(database: InstanceType<typeof DatabaseSync>): void {
  try {
    database.exec('DETACH file')
  } catch {
    // It was never attached, or a statement still reads it; then it is closed with that statement.
  }
  database.close()
}
