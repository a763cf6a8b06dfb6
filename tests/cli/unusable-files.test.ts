import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { commands } from '../../src/cli/commands'
import { sampleCampaign } from '../bench/store/sample-results'
import { runCaptured } from './capture-output'
import { readingArguments } from './reading-arguments'

const folder = mkdtempSync(join(tmpdir(), 'benchwright-unusable-'))
const there = join(folder, 'there.benchwright')
const missing = join(folder, 'missing')
const nowhere = join(missing, 'a.file')

const useOwnFolder = () => void vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
beforeEach(useOwnFolder)
beforeAll(() => {
  useOwnFolder()
  mkdirSync(join(folder, 'folder'))
  const review = createReview(there)
  review.createCampaign(sampleCampaign())
  review.cards.saveScorecard({
    name: 'Ease',
    card: { candidates: ['A'], categories: [{ name: 'Noise', entries: [] }] },
  })
  review.close()
  vi.unstubAllEnvs()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const reads = readingArguments(folder, there)
/** Arguments with which each command writes what cannot be written. */
const writes: Readonly<Record<string, readonly string[]>> = {
  'plan new': ['--template', 'mix-sweep', '--target', folder, '--out', nowhere],
  'suite new': [`${nowhere}.benchwright`, '--suite', 'quick-look', '--target', folder],
  copy: [there, '--to', `${nowhere}.benchwright`],
  report: [there, '--format', 'md', '--out', nowhere],
  export: [there, '--figure', 'scorecard', '--format', 'csv', '--out', nowhere],
}
/** Read folders, no file, or use a machine. */
const others = [
  ...['suite list', 'hosts add', 'hosts list', 'hosts probe', 'shelf index', 'shelf list', 'shelf search'],
  ...['guard', 'open', 'demo', 'plan new', 'suite new'],
]

const commandOf = (name: string) => {
  const found = commands.find(({ words }) => words.join(' ') === name)
  if (found) return found
  throw new Error(`There is no command ${name}.`)
}

/** A code of the operating system, or the name of one of its calls, in a message. */
const raw = /\bE[A-Z]{3,}\b|\bopen '|syscall| at .+:\d+:\d+/

it('every command is listed here', () => {
  expect([...Object.keys(reads), ...others].sort()).toEqual(
    commands.map(({ words }) => words.join(' ')).sort(),
  )
})

const bad = [
  ['a missing file', join(folder, 'missing.file')],
  ['a folder', join(folder, 'folder')],
] as const

it.each(bad.flatMap(([what, path]) => Object.keys(reads).map((name) => [name, what, path] as const)))(
  '%s names %s and what to do about it',
  async (name, _, path) => {
    for (const given of reads[name]?.(path) ?? []) {
      const { status, stdout, stderr } = await runCaptured(commandOf(name), ...given)
      const said = `${stdout}${stderr}`
      expect(status).not.toBe(0)
      expect(said).toContain(path)
      expect(said).not.toMatch(raw)
      expect(said.trim().split(/\n|\. /).length).toBeGreaterThan(1)
    }
  },
)

it.each(Object.entries(writes))('%s names a folder that does not exist', async (name, given) => {
  const { status, stderr } = await runCaptured(commandOf(name), ...given)
  expect(status).not.toBe(0)
  expect(stderr).toContain(missing)
  expect(stderr).not.toMatch(raw)
})
