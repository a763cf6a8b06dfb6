import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { createFolder } from '../../bench/files/create-folder'

/**
 * A small file of the app's own state (recent files, theme, window position). Reading never fails: a missing or
 * malformed file counts as absent. Writing replaces the file atomically, so that a crash leaves the old or the new
 * version.
 */
export class JsonFile<T> {
  readonly #path: string
  readonly #schema: v.GenericSchema<unknown, T>
  readonly #initial: T

  constructor(path: string, schema: v.GenericSchema<unknown, T>, initial: T) {
    this.#path = path
    this.#schema = schema
    this.#initial = initial
  }

  read(): T {
    try {
      const result = v.safeParse(this.#schema, JSON.parse(readFileSync(this.#path, 'utf8')))
      return result.success ? result.output : this.#initial
    } catch {
      return this.#initial
    }
  }

  /** Throws if the folder cannot be written. */
  write(value: T): void {
    createFolder(dirname(this.#path))
    const fresh = `${this.#path}.${process.pid}.new`
    try {
      writeDurably(fresh, `${JSON.stringify(value, null, 2)}\n`)
      renameSync(fresh, this.#path)
    } catch (error) {
      rmSync(fresh, { force: true })
      throw error
    }
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
