import { existsSync } from 'node:fs'
import { integerOf } from './columns'
import type { Connection } from './connection'
import { copyInto } from './copy-review'
import type { Migration } from '../migrations/migration'
import { latestVersion } from '../migrations/migrations'
import { hideDeleted } from '../tables/deleted-rows'
import { watchRows } from '../integrity/row-digests'

/**
 * Runs the missing steps in one transaction; on any error the file is unchanged. From then on its rows are
 * watched.
 */
export function migrate(connection: Connection, series: readonly Migration[]): void {
  connection.write(() => {
    const version = userVersion(connection)
    for (const step of series) {
      if (step.version <= version) continue
      // A new file has no rows yet, and steps take several times as long under triggers.
      if (version > 0) watchRows(connection)
      connection.execute(step.sql)
    }
    watchRows(connection)
    hideDeleted(connection)
    connection.execute(`PRAGMA file.user_version = ${latestVersion(series)}`)
  })
}

/** Makes a copy next to the file, then migrates the file. Returns the path of the copy. */
export function backUpAndMigrate(connection: Connection, series: readonly Migration[]): string {
  for (;;) {
    const before = dataVersion(connection)
    const backup = backupPath(connection.path, userVersion(connection))
    copyInto(connection, backup)
    const unchanged = connection.write(() => {
      // Another process may have written between the copy and this transaction; then the copy is repeated.
      if (dataVersion(connection) !== before) return false
      migrate(connection, series)
      return true
    })
    if (unchanged) return backup
  }
}

export function userVersion(connection: Connection): number {
  return integerOf(connection.first('PRAGMA file.user_version') ?? {}, 'user_version')
}

/** Changes whenever another connection commits. */
function dataVersion(connection: Connection): number {
  return integerOf(connection.first('PRAGMA file.data_version') ?? {}, 'data_version')
}

/** `review.benchwright` → `review.version-1.benchwright`, numbered if that exists. */
function backupPath(path: string, version: number): string {
  const stem = path.replace(/\.benchwright$/, '')
  for (let number = 1; ; number += 1) {
    const candidate = `${stem}.version-${version}${number === 1 ? '' : `-${number}`}.benchwright`
    if (!existsSync(candidate)) return candidate
  }
}
