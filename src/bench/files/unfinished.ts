import { createHash } from 'node:crypto'
import { lstatSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import * as v from 'valibot'
import { Notes } from './notes'
import { ownStateFolder } from './own-state-folder'
import { fateOf, thisProcess, type ProcessIdentity } from './process-identity'

/** What this program creates temporarily, and removes again unless it is killed. */
const unfinishedKinds = [
  /** A file next to its destination, before it gets its name. */
  'file',
  /** A private copy of a results file, in its own folder. */
  'copy',
  /** A folder for sockets; its contents may belong to a program that is still running. */
  'folder',
] as const
type Unfinished = (typeof unfinishedKinds)[number]

const owner: v.GenericSchema<unknown, ProcessIdentity> = v.object({
  host: v.string(),
  machine: v.string(),
  processId: v.number(),
  processStart: v.string(),
})

const shape = v.object({ kind: v.picklist(unfinishedKinds), path: v.string(), owner })

/** Names that only this program uses, so that a note can never be about anything else. */
const names: Readonly<Record<Unfinished, RegExp>> = {
  file: /\.(unfinished-\d+-[0-9a-z]+|\d+\.part)$/,
  copy: /^benchwright-copy-[0-9a-f]{16}$/,
  folder: /^benchwright-[0-9A-Za-z]{6}$/,
}

const notesIn = (folder: string) => new Notes(folder, shape)
const noteFolder = () => join(ownStateFolder(), 'unfinished')
const keyOf = (path: string) => createHash('sha256').update(path).digest('hex')

/**
 * Notes what is about to be created, so that the next start can remove it if this process is killed. Call the
 * returned function once it is gone or has its own name. If nothing can be noted, leftovers of a kill stay.
 */
export function noteUnfinished(kind: Unfinished, path: string, folder = noteFolder()): () => void {
  const full = resolve(path)
  const notes = notesIn(folder)
  try {
    notes.put(keyOf(full), { kind, path: full, owner: thisProcess() })
  } catch {
    return () => undefined
  }
  return () => notes.remove(keyOf(full))
}

/**
 * Removes what processes of this user that have certainly ended left unfinished on this machine. Files of
 * other users, living processes and other machines stay. Returns what was removed; never throws.
 */
export function sweepUnfinished(folder = noteFolder()): readonly string[] {
  const removed: string[] = []
  try {
    const notes = notesIn(folder)
    for (const { kind, path, owner } of notes.all()) {
      if (fateOf(owner) !== 'gone') continue
      for (const left of names[kind].test(basename(path)) ? leftOf(kind, path) : [])
        if (remove(kind, left)) removed.push(left)
      if (!lstatSync(path, { throwIfNoEntry: false })) notes.remove(keyOf(path))
    }
  } catch {
    // A folder that cannot be read or written now may be accessible another time.
  }
  return removed
}

/** What exists of it. A file that was being written may have a journal, even if the file itself is gone. */
function leftOf(kind: Unfinished, path: string): readonly string[] {
  return (kind === 'file' ? [path, `${path}-journal`] : [path]).filter(isOwn)
}

function isOwn(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status !== undefined && (process.getuid === undefined || status.uid === process.getuid())
}

/** False if something is left, such as a folder that is still in use. */
function remove(kind: Unfinished, path: string): boolean {
  try {
    if (kind === 'folder') rmdirSync(path)
    else rmSync(path, { recursive: kind === 'copy', force: true })
    return true
  } catch {
    return false
  }
}
