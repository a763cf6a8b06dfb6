import { realpathSync } from 'node:fs'
import type { CampaignState, CampaignSummary } from '../../../core/results/campaign/campaign'
import { thisProcess } from '../../files/process-identity'
import type { ReviewWriter } from '../../store/review-store'
import { digestOf, recordedPlan } from '../../files/canonical'
import { campaignNotes, executedFrom, type CampaignNote, type SuiteNote } from './campaign-notes'
import type { Notes } from '../../files/notes'

/** States of a campaign that a process is executing or has in its queue. */
const executing: ReadonlySet<CampaignState> = new Set(['running', 'pausing', 'stopping', 'waiting'])

/**
 * Remembers, outside of any results file, which campaigns this user started or continued on this machine. A
 * results file can come from anywhere and may claim that any campaign is running; that alone has no effect.
 */
export class StartedCampaigns {
  readonly #notes: Notes<CampaignNote>
  /** By id of the campaign; its plan never changes. */
  readonly #keys = new Map<number, string>()

  /** `folder`: in the state folder of the user if not given. */
  constructor(
    private readonly store: ReviewWriter,
    folder?: string,
  ) {
    this.#notes = campaignNotes(folder)
  }

  /** Records a campaign before anything of it is started. Throws if the record cannot be written. */
  begin(campaignId: number, tag: string): void {
    this.#note(campaignId, tag, true)
  }

  /** The tag under which this user started the campaign on this machine; undefined if not started here. */
  tagOf(campaignId: number): string | undefined {
    return this.#notes.get(this.#key(campaignId))?.tag
  }

  /**
   * Adds to a campaign whether this user started it on this machine, and with which others; a part of a synchronised
   * campaign has the origin of the whole.
   */
  withOrigin<C extends CampaignSummary>(campaign: C): C {
    const note = this.#notes.get(this.#key(campaign.leaderId ?? campaign.id))
    const { campaignIds, refused } = note?.suite ?? {}
    return {
      ...{ ...campaign, begunHere: note !== undefined },
      ...(campaignIds && refused && { suite: { campaignIds, refused } }),
    }
  }

  /** Records that campaigns were started together; a campaign that was in another suite leaves it. */
  joinSuite(suite: SuiteNote): void {
    for (const id of suite.campaignIds) {
      const key = this.#key(id)
      const note = this.#notes.get(key)
      if (note) keeping(() => this.#notes.put(key, { ...note, suite }))
    }
  }

  suiteOf(campaignId: number): SuiteNote | undefined {
    return this.#notes.get(this.#key(campaignId))?.suite
  }

  /** Whether a process of this user was executing the campaign from this very file when it ended. */
  isLeft(campaignId: number): boolean {
    const note = this.#notes.get(this.#key(campaignId))
    return note?.executes === true && note.path === this.#path()
  }

  /** Records the new state of a campaign that was started on this machine. */
  keepUp(campaignId: number, state: CampaignState): void {
    const tag = this.tagOf(campaignId)
    if (tag === undefined) return
    keeping(() => this.#note(campaignId, tag, executing.has(state)))
  }

  /** This process ends and leaves the campaign as it is; it is resumed when the file is opened next. */
  letGo(campaignId: number): void {
    const key = this.#key(campaignId)
    const note = this.#notes.get(key)
    if (!note) return
    const { owner: _self, ...rest } = note
    keeping(() => this.#notes.put(key, rest))
  }

  /** The results file from which another living process of this user executes the campaign with this tag, if one is known. */
  executedFrom(tag: string): string | undefined {
    return executedFrom(tag, this.#notes)
  }

  forget(campaignId: number): void {
    this.#notes.remove(this.#key(campaignId))
    this.#keys.delete(campaignId)
  }

  #note(campaignId: number, tag: string, executes: boolean): void {
    const key = this.#key(campaignId)
    const suite = this.#notes.get(key)?.suite
    const note = { tag, path: this.#path(), executes, owner: thisProcess() }
    this.#notes.put(key, { ...note, ...(suite && { suite }) })
  }

  #path(): string {
    return realpathSync(this.store.path)
  }

  /**
   * A campaign with an edited plan is another one, and so is one with the same number started in a copy of
   * the file.
   */
  #key(campaignId: number): string {
    const known = this.#keys.get(campaignId)
    if (known !== undefined) return known
    const facts = this.store.campaignFacts(campaignId)
    const plan = facts && recordedPlan(facts.plan)
    const key = digestOf([this.store.uuid, campaignId, facts?.createdAtMs, plan])
    if (facts) this.#keys.set(campaignId, key)
    return key
  }
}

/** A full disk does not end a campaign; at worst it is not resumed automatically. */
function keeping(work: () => void): void {
  try {
    work()
  } catch (error) {
    process.emitWarning(`The record of what was started here could not be updated: ${String(error)}`)
  }
}

/**
 * Campaigns that some process was executing, or had in its queue, when it ended; the queued ones last, after
 * those they wait for. The parts of a synchronised campaign move with it.
 */
export function leftCampaigns(campaigns: readonly CampaignSummary[]): readonly CampaignSummary[] {
  const left = campaigns.filter(
    ({ leaderId, source, state }) => leaderId === undefined && source === 'measured' && executing.has(state),
  )
  return [
    ...left.filter(({ state }) => state !== 'waiting'),
    ...left.filter(({ state }) => state === 'waiting'),
  ]
}
