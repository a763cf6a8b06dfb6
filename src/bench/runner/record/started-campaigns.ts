import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { CampaignState } from '../../../core/results/measurement'
import type { ReviewWriter } from '../../store/review-store'
import { digestOf } from './canonical'
import { Notes } from './notes'
import { ownStateFolder } from './own-state-folder'

const shape = v.object({
  /** Marks the campaign's processes, run directories and data file on its hosts. */
  tag: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  /** Where the results file was. */
  path: v.string(),
  /** Whether the campaign was being executed when its state was last set here. */
  executes: v.boolean(),
})

/** States of a campaign that a process is at work on, or has in its queue. */
export const executing: ReadonlySet<CampaignState> = new Set(['running', 'pausing', 'stopping', 'waiting'])

/**
 * Remembers outside of any results file which campaigns this user began, or went on with, on this machine. A results file
 * can come from anywhere and may say of any campaign that it is running; nothing is done on that word.
 */
export class StartedCampaigns {
  readonly #notes: Notes<v.InferOutput<typeof shape>>
  /** By id of the campaign; its plan never changes. */
  readonly #keys = new Map<number, string>()

  /** `folder`: in the state folder of the user if not given. */
  constructor(
    private readonly store: ReviewWriter,
    folder: string = join(ownStateFolder(), 'started'),
  ) {
    this.#notes = new Notes(folder, shape)
  }

  /** Puts a campaign on record before anything of it is started. Throws when that cannot be written. */
  begin(campaignId: number, tag: string): void {
    this.#notes.put(this.#key(campaignId), { tag, path: this.#path(), executes: true })
  }

  /** The tag under which this user began the campaign here; undefined where nobody of here did. */
  tagOf(campaignId: number): string | undefined {
    return this.#notes.get(this.#key(campaignId))?.tag
  }

  /** Whether a process of this user was executing the campaign from this very file when it ended. */
  isLeft(campaignId: number): boolean {
    const note = this.#notes.get(this.#key(campaignId))
    return note?.executes === true && note.path === this.#path()
  }

  /** Keeps up with the state of a campaign that was begun here. */
  keepUp(campaignId: number, state: CampaignState): void {
    const key = this.#key(campaignId)
    const note = this.#notes.get(key)
    if (!note) return
    try {
      this.#notes.put(key, { tag: note.tag, path: this.#path(), executes: executing.has(state) })
    } catch (error) {
      // A disk that is full just now ends no campaign; at worst this one is not gone on with by itself.
      process.emitWarning(`The record of what was started here could not be kept up: ${String(error)}`)
    }
  }

  forget(campaignId: number): void {
    this.#notes.remove(this.#key(campaignId))
    this.#keys.delete(campaignId)
  }

  #path(): string {
    return realpathSync(this.store.path)
  }

  /** An edited plan is another campaign, and so is one of the same number that was begun in a copy of the file. */
  #key(campaignId: number): string {
    const known = this.#keys.get(campaignId)
    if (known !== undefined) return known
    const facts = this.store.campaignFacts(campaignId)
    const key = digestOf([this.store.uuid, campaignId, facts?.createdAtMs, facts?.plan])
    if (facts) this.#keys.set(campaignId, key)
    return key
  }
}
