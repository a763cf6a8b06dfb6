import { join, resolve } from 'node:path'
import * as v from 'valibot'
import type { CreatedFile } from '../../hosts/created-file'
import type { ReviewWriter } from '../../store/review-store'
import { digestOf } from '../../files/canonical'
import { Notes } from '../../files/notes'
import { ownStateFolder } from '../../files/own-state-folder'

const shape: v.GenericSchema<unknown, CreatedFile> = v.object({
  machine: v.string(),
  path: v.string(),
  identity: v.string(),
  createdAtMs: v.number(),
  resultsFile: v.optional(v.string()),
})

/** Where the records of all reviews are, a folder for each. */
export function createdFolder(): string {
  return join(ownStateFolder(), 'created')
}

/** The records of one review, in its folder. */
export function createdNotes(folder: string): Notes<CreatedFile> {
  return new Notes(folder, shape)
}

/**
 * The files that campaigns of one review created on their machines, by path and identity: only these may be
 * overwritten and removed. Kept outside of the results file, which could claim any file.
 */
export class CreatedFiles {
  readonly #notes: Notes<CreatedFile>

  readonly #resultsFile: string

  constructor(
    store: Pick<ReviewWriter, 'uuid' | 'path'>,
    readonly folder: string = createdFolder(),
  ) {
    this.#resultsFile = resolve(store.path)
    this.#notes = createdNotes(join(folder, digestOf(store.uuid)))
  }

  /** Records where the results file is now: it may have been moved since its files were created. */
  keepUp(): void {
    for (const file of this.#notes.all()) if (file.resultsFile !== this.#resultsFile) this.record(file)
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
    const { machine, path } = file
    this.#notes.put(digestOf([machine, path]), { ...file, resultsFile: this.#resultsFile })
  }

  forget(machine: string, path: string): void {
    this.#notes.remove(digestOf([machine, path]))
  }
}
