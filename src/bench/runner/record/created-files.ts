import { join } from 'node:path'
import * as v from 'valibot'
import type { CreatedFile } from '../../hosts/created-file'
import type { ReviewWriter } from '../../store/review-store'
import { digestOf } from './canonical'
import { Notes } from './notes'
import { ownStateFolder } from './own-state-folder'

const shape: v.GenericSchema<unknown, CreatedFile> = v.object({
  machine: v.string(),
  path: v.string(),
  identity: v.string(),
  createdAtMs: v.number(),
})

/**
 * The files that campaigns of one review created on their machines, by path and identity: only these may be
 * overwritten and removed. Kept outside of the results file, which could claim any file.
 */
export class CreatedFiles {
  readonly #notes: Notes<CreatedFile>

  /** `folder`: in the state folder of the user if not given. */
  constructor(store: Pick<ReviewWriter, 'uuid'>, folder: string = join(ownStateFolder(), 'created')) {
    this.#notes = new Notes(join(folder, digestOf(store.uuid)), shape)
  }

  /** `machine`: see `machineOf`. */
  of(machine: string): readonly CreatedFile[] {
    return this.#notes.all().filter((file) => file.machine === machine)
  }

  /**
   * Adds the file, or replaces the record of an earlier file at the same path. Throws if it cannot be
   * written.
   */
  record(file: CreatedFile): void {
    this.#notes.put(digestOf([file.machine, file.path]), file)
  }

  forget(machine: string, path: string): void {
    this.#notes.remove(digestOf([machine, path]))
  }
}
