import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../setup/paths.mjs'

/** All rooms of unit tests but `bench/runner`, whose tests start, kill and look for processes, and `scripts`. */
const benchRooms = ['calibration', 'hosts', 'observers', 'serve', 'shelf', 'store', 'transfer']
const lightRooms = [
  ...['architecture', 'charts', 'cli', 'core', 'main', 'preload', 'renderer'],
  ...benchRooms.map((room) => join('bench', room)),
]

/** What a test file does to its whole process: other modules, another clock, a document, changed variables. */
const marks =
  /\bvi\.(mock|doMock|stubGlobal|spyOn|setSystemTime|resetModules)|\bprocess\.(chdir|umask|on)\b|\bprocess\.env(\.\w+)? = |\bprocess\.env\[|\bdelete process\.env|\bglobalThis\b|@vitest-environment/

/** What it may do, because it takes it back. */
const undone = [
  [/\bvi\.useFakeTimers/, /\bvi\.useRealTimers/],
  [/\bvi\.stubEnv/, /\bvi\.unstubAllEnvs/],
]

/** Whether the tests of a file with this text leave their process as it was. */
export const isLight = (text) =>
  !marks.test(text) && undone.every(([does, undoes]) => !does.test(text) || undoes.test(text))

/**
 * Unit test files that can share a process, as paths in the project. To begin a process and load the program anew for
 * each file takes most of their time: a third of a second of processor time where 0.1 s does.
 */
export function lightTests() {
  // The Node that starts the checks may be 20, which has no globSync.
  const files = lightRooms.flatMap((room) =>
    readdirSync(inRoot('tests', room), { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join('tests', room, name)),
  )
  files.sort()
  return files.filter((file) => isLight(readFileSync(inRoot(file), 'utf8')))
}
