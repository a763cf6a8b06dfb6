import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContentStage } from '../../../src/bench/import/content-stage'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-stage-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** 40 MB in all, each part of its own bytes. */
function holdMany(stage: ContentStage) {
  return Array.from({ length: 40 }, (_, at) => stage.hold(new Uint8Array(1_000_000 + at).fill(at + 1)))
}

function expectWhole(held: readonly (() => Uint8Array)[]): void {
  for (const [at, read] of [...held.entries()].reverse()) {
    const bytes = read()
    expect(bytes).toHaveLength(1_000_000 + at)
    expect(bytes.every((byte) => byte === at + 1)).toBe(true)
  }
}

it('returns what it holds, and leaves no file in the folder', () => {
  const stage = new ContentStage()
  const held = holdMany(stage)
  expect(readdirSync(folder)).toEqual([])
  expectWhole(held)
  stage.close()
  // What had gone to the disk is gone now; what never did stays in memory as long as it is referenced.
  expect(() => held[0]?.()).toThrow('temporary file')
})

it('returns each of many small contents, in any order, also those held after others were read', () => {
  const stage = new ContentStage()
  const sizes = Array.from({ length: 4000 }, (_, at) => 1 + ((at * 7919) % 15_013))
  const hold = (at: number) => stage.hold(new Uint8Array(sizes[at] ?? 0).fill(at))
  const held = sizes.map((_, at) => (at < 3000 ? hold(at) : undefined))
  const expectOf = (at: number) => {
    const bytes = held[at]?.()
    if (bytes?.length !== sizes[at] || bytes?.[0] !== at % 256 || bytes.at(-1) !== at % 256)
      expect.fail(`content ${at} is not what was held`)
  }
  for (let at = 0; at < 3000; at += 1) expectOf(at)
  for (let at = 3000; at < 4000; at += 1) held[at] = hold(at)
  for (let at = 0; at < 4000; at += 1) expectOf((at * 1009) % 4000)
  stage.close()
})

it('holds everything in memory if no file can be written', () => {
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'))
  const stage = new ContentStage()
  const held = holdMany(stage)
  expectWhole(held)
  stage.close()
  expect(held[0]?.()).toHaveLength(1_000_000)
})
