import { createHash } from 'node:crypto'
import { lstatSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import * as v from 'valibot'
import { Notes } from '../runner/record/notes'
import { ownStateFolder } from '../runner/record/own-state-folder'
import { fateOf, thisProcess, type ProcessIdentity } from './process-identity'

/** What this program makes on the way to something, and takes away again unless it is killed. */
type Unfinished =
  /** A file beside its destination, before it gets its name. */
  | 'file'
  /** A private copy of a results file, in a folder of its own. */
  | 'copy'
  /** A folder for sockets; what lies in it may belong to a program that goes on. */
  | 'folder'

const owner: v.GenericSchema<unknown, ProcessIdentity> = v.object({
  host: v.string(),
  machine: v.string(),
  processId: v.number(),
  processStart: v.string(),
})

const shape = v.object({ kind: v.picklist(['file', 'copy', 'folder']), path: v.string(), owner })

/** Names that only this program gives, so that a note can never be about anything else. */
const names: Readonly<Record<Unfinished, RegExp>> = {
  file: /\.(unfinished-\d+-[0-9a-z]+|\d+\.part)$/,
  copy: /^benchwright-copy-[0-9a-f]{16}$/,
  folder: /^benchwright-[0-9A-Za-z]{6}$/,
}

const notesIn = (folder: string) => new Notes(folder, shape)
const noteFolder = () => join(ownStateFolder(), 'unfinished')
const keyOf = (path: string) => createHash('sha256').update(path).digest('hex')

/**
 * Notes what is about to be made, so that the next start can take it away where this process is killed. Call what it answers
 * once it is gone or has its own name. Where nothing can be noted, what a kill leaves stays.
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
 * Takes away what processes of this user that have ended certainly left unfinished on this machine. Files of others, of
 * processes that live and of other machines stay. Answers what was removed; never throws.
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
    // A folder that cannot be read or written now may be another time.
  }
  return removed
}

/** What is there of it; a file that was being written may have a journal, with it or without. */
function leftOf(kind: Unfinished, path: string): readonly string[] {
  return (kind === 'file' ? [path, `${path}-journal`] : [path]).filter(isOwn)
}

function isOwn(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status !== undefined && (process.getuid === undefined || status.uid === process.getuid())
}

/** False where something is left, such as a folder that is still used. */
function remove(kind: Unfinished, path: string): boolean {
  try {
    if (kind === 'folder') rmdirSync(path)
    else rmSync(path, { recursive: kind === 'copy', force: true })
    return true
  } catch {
    return false
  }
}
