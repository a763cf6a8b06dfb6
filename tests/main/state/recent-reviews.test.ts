import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RecentReviews } from '../../../src/main/state/recent-reviews'

let folder = ''
let clock = 1000
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-recent-'))
  clock = 1000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const recent = () => new RecentReviews(join(folder, 'recent.json'), () => clock++)
const paths = (of: RecentReviews) => of.known().map(({ path }) => path)
function made(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  return path
}

describe('RecentReviews', () => {
  it('lists the newest first, each once, and reports whether it still exists', async () => {
    const one = made('one.benchwright')
    recent().opened(one)
    recent().opened('/nowhere/two.benchwright')
    recent().opened(one)
    expect(await recent().list()).toEqual([
      { path: one, name: 'one.benchwright', openedAtMs: 1002, exists: true, unfinished: false },
      {
        path: '/nowhere/two.benchwright',
        name: 'two.benchwright',
        openedAtMs: 1001,
        exists: false,
        unfinished: false,
      },
    ])
  })

  it('keeps twenty, plus unfinished ones', async () => {
    const old = made('old.benchwright')
    recent().opened(old)
    recent().setUnfinished(old, true)
    for (let index = 0; index < 25; index++) recent().opened(`/r/${index}.benchwright`)
    const kept = paths(recent())
    expect(kept).toHaveLength(21)
    expect(kept.at(-1)).toBe(old)
    expect(await recent().unfinished()).toEqual([old])
  })

  it('does not offer to restore what no longer exists', async () => {
    recent().opened('/nowhere/one.benchwright')
    recent().setUnfinished('/nowhere/one.benchwright', true)
    expect(await recent().unfinished()).toEqual([])
  })

  it('keeps the mark across reopening and removes it once the campaign has ended', async () => {
    const one = made('one.benchwright')
    recent().opened(one)
    recent().setUnfinished(one, true)
    recent().opened(one)
    expect(await recent().unfinished()).toEqual([one])
    recent().setUnfinished(one, false)
    expect(await recent().unfinished()).toEqual([])
  })

  it('forgets one or all, and knows what it lists', async () => {
    recent().opened('/a.benchwright')
    recent().opened('/b.benchwright')
    recent().forget('/a.benchwright')
    expect([recent().has('/a.benchwright'), recent().has('/b.benchwright')]).toEqual([false, true])
    recent().clear()
    expect(await recent().list()).toEqual([])
  })

  it('starts over if its file is damaged', async () => {
    writeFileSync(join(folder, 'recent.json'), '[{"path": 5}]')
    expect(await recent().list()).toEqual([])
  })
})
