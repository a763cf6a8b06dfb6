import { rm } from 'node:fs/promises'
import { inRoot, localCache } from '../setup/paths.mjs'
import { say } from '../setup/say.mjs'
import { runTool } from './run-tool.mjs'
import { failure, readTally, sum } from './tally.mjs'
import { openTemporaryFolder } from './temporary-folder.mjs'

/**
 * Runs one vitest project (see vitest.config.ts), and others `with` it, and counts their tests. A run that fails without a
 * failed test (a crash) counts as one failure.
 *
 * With `tries` a test that fails is retried: tests with real servers, engines and windows must not fail because the
 * machine was busy with something else. The tally names each test that needed it. Without `show` the output is
 * printed at the end, for tests that run in parallel with others. `files` are paths in the project. With `aside`, other
 * programs have priority. The tests have their own temporary folder, `inMemory` if they need no real drive; what they leave in it is reported
 * and removed.
 *
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runTests(
  project,
  { tries = 1, env = process.env, files = [], with: others = [], aside = false, inMemory = false, show } = {},
) {
  const report = `${localCache}/reports/${project}.json`
  await rm(report, { force: true })
  const reporters = ['--reporter=default', `--reporter=${inRoot('scripts', 'check', 'tally-reporter.mjs')}`]
  const projects = [project, ...others].map((name) => `--project=${name}`)
  const args = ['run', ...projects, ...files, ...reporters, `--retry=${tries - 1}`]
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs')
  const temporary = await openTemporaryFolder(inMemory)
  const { code, stdout, stderr } = await runTool([vitest, ...args], {
    aside,
    cwd: inRoot(),
    env: { ...env, BENCHWRIGHT_TALLY: report, TMPDIR: temporary.path },
    show,
  })
  const left = await temporary.close()
  if (left.length > 0) say(`${project} tests left behind: ${left.join(', ')}`)
  if (!show) process.stdout.write(`${stdout}${stderr}`)
  const counted = await readTally(report)
  if (code === 0 || counted.failed > 0) return counted
  return sum([counted, failure(`${project} tests: ended with ${code}, though no test failed`)])
}
