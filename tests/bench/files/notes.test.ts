import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as v from 'valibot'
import { Notes } from '../../../src/bench/files/notes'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-notes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('removes what a process left that was killed while it wrote, and nothing that is being written', () => {
  const ended = String(spawnSync('true').pid)
  const [left, fresh, own] = [`ab.${ended}.part`, `cd.${ended}.part`, `ef.${String(process.pid)}.part`]
  for (const name of [left, fresh, own]) writeFileSync(join(folder, name), '"cut')
  const before = new Date(Date.now() - 60_000)
  for (const name of [left, own]) utimesSync(join(folder, name), before, before)
  const notes = new Notes(folder, v.string())
  notes.put('01', 'kept')
  expect(readdirSync(folder).sort()).toEqual(['01', fresh, own].sort())
  expect(notes.all()).toEqual(['kept'])
})
