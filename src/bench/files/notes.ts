import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { processExists } from './process-identity'
import { createFolder } from './create-folder'

/** Longest time that writing a note takes. */
const sweptAfterMs = 1000

/**
 * Small facts in this user's own folder, one file each, so that several processes can store them at once.
 * Unreadable and invalid files count as missing.
 */
export class Notes<T> {
  constructor(
    private readonly folder: string,
    private readonly shape: v.GenericSchema<unknown, T>,
  ) {}

  /** `key`: hexadecimal digits. */
  get(key: string): T | undefined {
    return this.#read(join(this.folder, key))
  }

  all(): readonly T[] {
    if (!existsSync(this.folder)) return []
    const keys = readdirSync(this.folder).filter((name) => /^[0-9a-f]+$/.test(name))
    return keys.flatMap((key) => this.get(key) ?? [])
  }

  /** Throws if it cannot be written. */
  put(key: string, note: T): void {
    createFolder(this.folder, 0o700)
    this.#sweep()
    const unfinished = join(this.folder, `${key}.${String(process.pid)}.part`)
    writeFileSync(unfinished, JSON.stringify(note), { mode: 0o600 })
    renameSync(unfinished, join(this.folder, key))
  }

  remove(key: string): void {
    rmSync(join(this.folder, key), { force: true })
    this.#sweep()
  }

  /** Removes what processes left that were killed while writing. */
  #sweep(): void {
    if (!existsSync(this.folder)) return
    for (const name of readdirSync(this.folder)) {
      const writer = /^[0-9a-f]+\.(\d+)\.part$/.exec(name)?.[1]
      if (writer === undefined || processExists(Number(writer))) continue
      const path = join(this.folder, name)
      const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
      // A process that is not visible to this one may be writing.
      if (Date.now() - written > sweptAfterMs) rmSync(path, { force: true })
    }
  }

  #read(path: string): T | undefined {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      return undefined
    }
    try {
      const parsed = v.safeParse(this.shape, JSON.parse(text))
      return parsed.success ? parsed.output : undefined
    } catch {
      return undefined
    }
  }
}
