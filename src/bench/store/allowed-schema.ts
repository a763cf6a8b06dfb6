import { Connection } from './connection'
import { textOf, type Row } from './columns'
import type { Migration } from './migrations/migration'
import { ReviewFileError } from './review-file-error'

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
export function checkSchema(connection: Connection, version: number, series: readonly Migration[]): void {
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
