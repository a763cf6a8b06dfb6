import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../setup/paths.mjs'

/**
 * Rooms of unit tests that leave their process as it was: not `bench/runner`, which starts, kills and looks for processes,
 * nor `bench/words`, whose audits take long.
 */
const benchRooms = ['articles', 'calibration', 'figures', 'files', 'hosts', 'import', 'observers']
  .concat(['serve', 'shelf', 'store'])
  .map((room) => join('bench', room))
const lightRooms = [
  ...['architecture', 'charts', 'cli', 'core', 'main', 'preload', 'renderer'],
  ...benchRooms,
]

/**
 * Changes a test file can make to its whole process: another clock, changed variables. Vitest itself takes back spies,
 * tests/fresh-start.ts what stands in for a global.
 */
const marks =
  /\bvi\.setSystemTime|\bprocess\.(chdir|umask|on)\b|\bprocess\.env(\.\w+|\[[^\]]+\])? = |\bdelete process\.env|\bglobalThis\b/

/** What it may do, because it reverts it. */
const undone = [
  [/\bvi\.useFakeTimers/, /\bvi\.useRealTimers/],
  [/\bvi\.stubEnv/, /\bvi\.unstubAllEnvs/],
]

/**
 * Whether a test file with this text cannot share the program's modules (tests/fresh-start.ts): it mounts parts, which
 * need a document, or replaces some modules.
 */
const needsFreshModules = (text) =>
  /@vitest-environment happy-dom|\bvi\.(mock|doMock|resetModules)\b/.test(text)

/** Whether the tests of a file with this text leave their process unchanged. */
export const isLight = (text) =>
  !marks.test(text) && undone.every(([does, undoes]) => !does.test(text) || undoes.test(text))

/**
 * Unit test files that can share a process, as paths in the project: those that can share the program's modules too,
 * and those that need them afresh. Starting a process and reloading the program
 * for each file takes most of their time: a third of a second of processor time instead of 0.1 s, and a whole second
 * instead of 0.3 s with a document.
 */
export function lightTests() {
  // The Node that starts the checks may be 20, which has no globSync.
  const files = lightRooms.flatMap((room) =>
    readdirSync(inRoot('tests', room), { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join('tests', room, name)),
  )
  files.sort()
  const texts = new Map(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')]))
  const light = files.filter((file) => isLight(texts.get(file)))
  return {
    plain: light.filter((file) => !needsFreshModules(texts.get(file))),
    fresh: light.filter((file) => needsFreshModules(texts.get(file))),
  }
}
