import { join } from 'node:path'
import * as v from 'valibot'
import { fateOf, type ProcessIdentity } from '../../files/process-identity'
import { templateNames } from '../../../core/document/stored-document'
import { Notes } from '../../files/notes'
import { ownStateFolder } from '../../files/own-state-folder'

const owner: v.GenericSchema<unknown, ProcessIdentity> = v.object({
  host: v.string(),
  machine: v.string(),
  processId: v.number(),
  processStart: v.string(),
})

const shape = v.object({
  /** Marks the campaign's processes, run directories and data file on its hosts. */
  tag: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
  /** Where the results file was. */
  path: v.string(),
  /** Whether the campaign was being executed when its state was last set on this machine. */
  executes: v.boolean(),
  /** The process that set it; absent once it stopped watching the campaign, which may continue without it. */
  owner: v.optional(owner),
  /** The plans it was started with, and the outline of the draft that is created when all of them have ended. */
  suite: v.optional(
    v.object({
      campaignIds: v.array(v.number()),
      refused: v.array(v.object({ plan: v.string(), problem: v.string() })),
      draft: v.picklist([...templateNames, 'none']),
    }),
  ),
})

/** The record of one campaign that this user started on this machine. */
export type CampaignNote = v.InferOutput<typeof shape>

export type SuiteNote = NonNullable<CampaignNote['suite']>

/** `folder`: in the state folder of the user if not given. */
export function campaignNotes(folder: string = join(ownStateFolder(), 'started')): Notes<CampaignNote> {
  return new Notes(folder, shape)
}

/**
 * The results file from which a running window or command of this user executes the campaign with this tag;
 * undefined if none is known. Those of other users and machines are never known.
 */
export function executedFrom(tag: string, notes = campaignNotes()): string | undefined {
  return notes
    .all()
    .find((note) => note.tag === tag && note.executes && note.owner && fateOf(note.owner) === 'alive')?.path
}
