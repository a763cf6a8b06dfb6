import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openReview } from '../../../src/bench/store/open-review'
import { thisProcess, type ProcessIdentity } from '../../../src/bench/files/process-identity'
import { noteUnfinished, sweepUnfinished } from '../../../src/bench/files/unfinished'
import { closing, temporaryFolder } from '../store/sample-review'

/** A process of this machine with an id that a later one now uses. */
const ended: ProcessIdentity = { ...thisProcess(), processStart: '1' }

function note(folder: string, kind: string, path: string, owner: ProcessIdentity): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, createHash('sha256').update(path).digest('hex')),
    JSON.stringify({ kind, path, owner }),
  )
}

function made(folder: string, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, 'half')
  return path
}

describe('what a killed process left unfinished', () => {
  it('is removed, with journals and private copies, and its records with it', () => {
    const folder = temporaryFolder()
    const notes = join(folder, 'notes')
    const file = made(folder, 'a.benchwright.unfinished-12-mwr')
    made(folder, 'a.benchwright.unfinished-12-mwr-journal')
    const onlyJournal = join(folder, 'b.benchwright.unfinished-13-mwr')
    made(folder, 'b.benchwright.unfinished-13-mwr-journal')
    const part = made(folder, 'table.csv.14.part')
    const copy = join(folder, 'benchwright-copy-0123456789abcdef')
    mkdirSync(copy)
    made(copy, 'drive.benchwright')
    const sockets = join(folder, 'benchwright-abcDEF')
    mkdirSync(sockets)
    for (const path of [file, onlyJournal, part]) note(notes, 'file', path, ended)
    note(notes, 'copy', copy, ended)
    note(notes, 'folder', sockets, ended)
    note(notes, 'file', join(folder, 'never-made.unfinished-1-a'), ended)
    expect(sweepUnfinished(notes)).toHaveLength(6)
    expect(readdirSync(folder)).toEqual(['notes'])
    expect(readdirSync(notes)).toEqual([])
  })

  it('stays if its process lives or is elsewhere, or the name is not one that this program gives', () => {
    const folder = temporaryFolder()
    const notes = join(folder, 'notes')
    const kept = [
      [made(folder, 'a.unfinished-1-a'), thisProcess()],
      [made(folder, 'b.unfinished-1-a'), { ...ended, host: 'elsewhere' }],
      [made(folder, 'thesis.txt'), ended],
      [made(folder, 'thesis.part'), ended],
    ] as const
    for (const [path, owner] of kept) note(notes, 'file', path, owner)
    const used = join(folder, 'benchwright-abcdef')
    mkdirSync(used)
    made(used, 'socket')
    note(notes, 'folder', used, ended)
    expect(sweepUnfinished(notes)).toEqual([])
    expect(kept.every(([path]) => existsSync(path))).toBe(true)
    expect(existsSync(join(used, 'socket'))).toBe(true)
  })

  it('is recorded only while a file is created, copied and read through a private copy', () => {
    const folder = temporaryFolder()
    vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
    const review = closing(createReview(join(folder, 'a.benchwright')))
    review.copyTo(join(folder, 'b.benchwright'))
    closing(openReview(join(folder, 'b.benchwright'), { mode: 'read' }))
    const notes = join(folder, 'state', 'unfinished')
    expect(readdirSync(notes)).toEqual([])
    const forget = noteUnfinished('file', join(folder, 'c.unfinished-1-a'))
    expect(readdirSync(notes)).toHaveLength(1)
    forget()
    expect(readdirSync(notes)).toEqual([])
  })

  it('has no effect if nothing can be recorded', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'state'), 'a file, no folder')
    vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
    const review = closing(createReview(join(folder, 'a.benchwright')))
    expect(review.check()).toEqual([])
    expect(sweepUnfinished()).toEqual([])
  })
})
