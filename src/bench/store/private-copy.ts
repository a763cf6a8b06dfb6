import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileSystemError } from './file-system-error'
import { journalPathOf } from './journal'
import { noteUnfinished } from './unfinished'

/** A copy of a results file, with its journal, in a folder only this user can enter. */
export interface PrivateCopy {
  readonly path: string
  readonly remove: () => void
}

/** Copies the file so that SQLite can repair or update the copy and the original stays as it is. */
export function copyPrivately(path: string): PrivateCopy {
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
