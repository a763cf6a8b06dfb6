import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { textOf, type Row } from './columns'
import { Connection } from './connection'
import { fileSystemError } from './file-system-error'
import { inspectFile, type FileFacts } from './inspect-file'
import { badJournal, checkJournalHeader, journalPathOf } from './journal'
import { backUpAndMigrate, migrate, userVersion } from './migrate'
import type { Migration } from '../migrations/migration'
import { latestVersion } from '../migrations/migrations'
import { hideDeleted } from '../tables/deleted-rows'
import { ReviewFileError } from './review-file-error'
import { watchRows } from '../integrity/row-digests'
import { readOnlyRollback, sqliteCode } from './storage-error'
import { noteUnfinished } from '../../files/unfinished'
import { removeForgottenPictures } from '../tables/pictures'
import { removeAbandonedImports } from '../tables/campaigns/unfinished-imports'
import { whyReadOnly } from './writable'

/** A checked, current, open file. */
export interface OpenFile {
  readonly connection: Connection
  /** Why it cannot be written; undefined if it can or was opened only for reading. */
  readonly readOnlyReason: string | undefined
  /** Copy of the file in its older format, made before it was updated. */
  readonly backupPath: string | undefined
  /** To be called after the connection is closed. */
  readonly cleanUp: () => void
}

interface RepairedCopy {
  readonly connection: Connection
  readonly remove: () => void
}

const nothing = () => undefined

/**
 * Opens a results file after all checks. The file is not touched if it is refused, and never in mode `read`.
 */
export function openFile(
  path: string,
  mode: 'read' | 'write',
  series: readonly Migration[],
  busyMs?: number,
): OpenFile {
  const facts = inspectFile(path, latestVersion(series))
  const reason = mode === 'write' ? whyReadOnly(path) : undefined
  const cutOff = facts.hasJournal && isCutOff(path, busyMs)
  if (cutOff) {
    checkJournalHeader(path, facts.journal, facts.pageBytes, Math.ceil(facts.sizeBytes / facts.pageBytes))
  }
  if (mode === 'read' || reason !== undefined)
    return openForReading(path, { facts, reason, cutOff, series, busyMs })
  // SQLite will undo the write that was cut off; verify on a copy that this leads to a sound file.
  if (cutOff) {
    const copy = openRepairedCopy(path, facts, cutOff, series)
    copy.connection.close()
    copy.remove()
  }
  return openForWriting(path, series)
}

function openForWriting(path: string, series: readonly Migration[]): OpenFile {
  const connection = new Connection(path, 'write')
  try {
    // The header on the disk may show a newer version than the file has: an update of the format may have
    // been cut off and undone.
    const version = userVersion(connection)
    checkSchema(connection, version, series)
    const backupPath = version < latestVersion(series) ? backUpAndMigrate(connection, series) : undefined
    watchRows(connection)
    hideDeleted(connection)
    removeAbandonedImports(connection)
    removeForgottenPictures(connection)
    return { connection, readOnlyReason: undefined, backupPath, cleanUp: nothing }
  } catch (error) {
    connection.close()
    throw error
  }
}

function openForReading(
  path: string,
  {
    facts,
    reason,
    cutOff,
    series,
    busyMs,
  }: {
    readonly facts: FileFacts
    readonly reason: string | undefined
    readonly cutOff: boolean
    readonly series: readonly Migration[]
    readonly busyMs: number | undefined
  },
): OpenFile {
  if (cutOff || facts.version < latestVersion(series)) {
    const copy = openRepairedCopy(path, facts, cutOff, series)
    const why = cutOff
      ? 'Its last write was cut off; a repaired copy is shown and the file is left as it is.'
      : 'Its format is older; an updated copy is shown.'
    return {
      connection: copy.connection,
      readOnlyReason: reason ?? why,
      backupPath: undefined,
      cleanUp: copy.remove,
    }
  }
  const connection = connectForReading(path, busyMs)
  try {
    checkSchema(connection, facts.version, series)
    hideDeleted(connection)
    return { connection, readOnlyReason: reason, backupPath: undefined, cleanUp: nothing }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Some read-only media and network folders have no locks; nothing can change on them, so none are needed. */
function connectForReading(path: string, busyMs: number | undefined): Connection {
  try {
    return new Connection(path, 'read', path, busyMs)
  } catch (error) {
    const unlockable =
      error instanceof ReviewFileError && (error.id === 'input-output' || error.id === 'no-permission')
    if (!unlockable || whyReadOnly(path) === undefined) throw error
    return new Connection(path, 'immutable')
  }
}

/** True if the journal is left over from a write that was cut off, not from one in progress. */
function isCutOff(path: string, busyMs: number | undefined): boolean {
  try {
    new Connection(path, 'read', path, busyMs).close()
    return false
  } catch (error) {
    if (error instanceof ReviewFileError && sqliteCode(error.cause) === readOnlyRollback) return true
    throw error
  }
}

/**
 * A private copy after SQLite has rolled back its journal, checked as a whole and updated to the current
 * format.
 */
function openRepairedCopy(
  path: string,
  facts: FileFacts,
  cutOff: boolean,
  series: readonly Migration[],
): RepairedCopy {
  const copy = copyPrivately(path)
  try {
    const connection = cutOff
      ? guardJournal(path, facts.journal, () => repair(copy.path, path, series))
      : repair(copy.path, path, series)
    return { connection, remove: copy.remove }
  } catch (error) {
    copy.remove()
    throw error
  }
}

function repair(copyPath: string, path: string, series: readonly Migration[]): Connection {
  const connection = new Connection(copyPath, 'write', path)
  try {
    // The first read rolls back the journal; the outcome must be a results file again.
    const version = userVersion(connection)
    checkSchema(connection, version, series)
    checkStructure(connection)
    if (version < latestVersion(series)) migrate(connection, series)
  } finally {
    connection.close()
  }
  const repaired = new Connection(copyPath, 'read', path)
  hideDeleted(repaired)
  return repaired
}

function checkStructure(connection: Connection): void {
  const row = connection.first('PRAGMA file.quick_check(1)')
  if (row?.quick_check !== 'ok')
    throw new ReviewFileError('damaged', connection.path, `${connection.path} is damaged.`, 'Open a backup.')
}

function guardJournal<T>(path: string, journal: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ReviewFileError) || error.id === 'disk-full' || error.id === 'bad-journal')
      throw error
    throw badJournal(path, journal, `does not lead ${path} back to a sound state`, error)
  }
}

/** A copy of a results file, with its journal, in a folder that only this user can enter. */
interface PrivateCopy {
  readonly path: string
  readonly remove: () => void
}

/** Copies the file so that SQLite can repair or update the copy and the original stays unchanged. */
function copyPrivately(path: string): PrivateCopy {
  const folder = join(tmpdir(), `benchwright-copy-${randomBytes(8).toString('hex')}`)
  const forget = noteUnfinished('copy', folder)
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    forget()
  }
  try {
    mkdirSync(folder, { mode: 0o700 })
    const copy = join(folder, basename(path))
    copyFileSync(path, copy)
    const journal = journalPathOf(path)
    if (existsSync(journal)) copyFileSync(journal, `${copy}-journal`)
    return { path: copy, remove }
  } catch (error) {
    remove()
    throw fileSystemError(error, path)
  }
}

/** Statistics tables that `ANALYZE` or `PRAGMA optimize` of another tool may leave; they contain no code. */
const tolerated = new Set([
  'table sqlite_stat1 sqlite_stat1 CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'table sqlite_stat4 sqlite_stat4 CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
])

const known = new Map<string, ReadonlySet<string>>()

/**
 * Refuses a file with any table, view, trigger or index that the migrations up to its version did not create,
 * or without one that they did. A view can loop forever and a trigger can delete rows behind an insert, so
 * this comes before any query.
 */
function checkSchema(connection: Connection, version: number, series: readonly Migration[]): void {
  const allowed = allowedObjects(version, series)
  const found = objectsOf(connection)
  for (const [object, name] of found) {
    if (!allowed.has(object) && !tolerated.has(object)) {
      throw foreignSchema(connection.path, `holds "${name}", which Benchwright did not make in this form`)
    }
  }
  for (const object of allowed) {
    if (!found.has(object))
      throw foreignSchema(connection.path, `lacks the ${object.split(' ', 2).join(' ')}`)
  }
}

function allowedObjects(version: number, series: readonly Migration[]): ReadonlySet<string> {
  const steps = series.filter((step) => step.version <= version)
  const key = steps.map((step) => step.sql).join('\n')
  let allowed = known.get(key)
  if (!allowed) {
    const model = new Connection(':memory:', 'create')
    try {
      for (const step of steps) model.execute(step.sql)
      allowed = new Set(objectsOf(model).keys())
    } finally {
      model.close()
    }
    known.set(key, allowed)
  }
  return allowed
}

/** Each object of the schema as one text, with its name. */
function objectsOf(connection: Connection): ReadonlyMap<string, string> {
  const rows = connection.all('SELECT type, name, tbl_name, sql FROM file.sqlite_schema')
  return new Map(rows.map((row) => [describeObject(row), textOf(row, 'name')]))
}

function describeObject(row: Row): string {
  const sql = row.sql === null ? '' : textOf(row, 'sql')
  return `${textOf(row, 'type')} ${textOf(row, 'name')} ${textOf(row, 'tbl_name')} ${sql}`
}

function foreignSchema(path: string, what: string): ReviewFileError {
  return new ReviewFileError(
    'foreign-schema',
    path,
    `${path} ${what}, so it is not opened.`,
    'If another program added something to the file, remove it there; otherwise open a backup.',
  )
}
