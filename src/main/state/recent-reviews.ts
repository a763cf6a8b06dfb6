import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import * as v from 'valibot'
import type { RecentReview } from '../../core/contract/shell-requests'
import { silentAmong } from '../../bench/hosts/local/until-answered'
import { JsonFile } from './json-file'

const keptEntries = 20
/** How long a drive or network folder may take to answer before what is on it counts as absent. */
const lookMs = 3000

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
  /** Paths where there was nothing, or no answer, when they were last looked at. */
  #absent: ReadonlySet<string> = new Set()

  constructor(path: string, now: () => number = Date.now) {
    this.#file = new JsonFile(path, list, [])
    this.#now = now
  }

  /** All of them, as the last look found them. */
  known(): readonly RecentReview[] {
    return this.#file.read().map(({ path, openedAtMs, unfinished }) => ({
      path,
      name: basename(path),
      openedAtMs,
      exists: !this.#absent.has(path),
      unfinished,
    }))
  }

  /** The same after a look. One on a drive or network folder that does not answer counts as absent. */
  async list(): Promise<readonly RecentReview[]> {
    const paths = this.#file.read().map(({ path }) => path)
    const silent = await silentAmong(paths, { timeoutMs: lookMs })
    this.#absent = new Set(paths.filter((path) => silent.has(path) || !existsSync(path)))
    return this.known()
  }

  /**
   * Files whose campaign was running when the app or their window was closed; they are reopened at the next start.
   */
  async unfinished(): Promise<readonly string[]> {
    return (await this.list())
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
