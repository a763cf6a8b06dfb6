import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import * as v from 'valibot'
import type { RecentReview } from '../../core/contract/shell-requests'
import { JsonFile } from './json-file'

const keptEntries = 20

const entry = v.object({
  path: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  openedAtMs: v.number(),
  unfinished: v.fallback(v.boolean(), false),
})
const list = v.array(entry)
type Entry = v.InferOutput<typeof entry>

/** The recently opened results files, newest first, stored in the app's own folder. */
export class RecentReviews {
  readonly #file: JsonFile<Entry[]>
  readonly #now: () => number

  constructor(path: string, now: () => number = Date.now) {
    this.#file = new JsonFile(path, list, [])
    this.#now = now
  }

  list(): readonly RecentReview[] {
    return this.#file.read().map(({ path, openedAtMs, unfinished }) => ({
      path,
      name: basename(path),
      openedAtMs,
      exists: existsSync(path),
      unfinished,
    }))
  }

  /**
   * Files whose campaign was running when the app or their window was closed; they are reopened at the next start.
   */
  unfinished(): readonly string[] {
    return this.list()
      .filter(({ unfinished, exists }) => unfinished && exists)
      .map(({ path }) => path)
  }

  has(path: string): boolean {
    return this.#file.read().some((known) => known.path === path)
  }

  opened(path: string): void {
    const entries = this.#file.read()
    const before = entries.find((known) => known.path === path)
    const others = entries.filter((known) => known.path !== path)
    const opened = { path, openedAtMs: this.#now(), unfinished: before?.unfinished ?? false }
    // Unfinished ones stay listed however old they are, because the next start must find them.
    this.#file.write([opened, ...others].filter((known, index) => index < keptEntries || known.unfinished))
  }

  setUnfinished(path: string, unfinished: boolean): void {
    const entries = this.#file.read()
    const known = entries.find((other) => other.path === path)
    if (!known || known.unfinished === unfinished) return
    this.#file.write(entries.map((other) => (other.path === path ? { ...other, unfinished } : other)))
  }

  forget(path: string): void {
    this.#file.write(this.#file.read().filter((known) => known.path !== path))
  }

  clear(): void {
    this.#file.write([])
  }
}
