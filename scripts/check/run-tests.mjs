import { rm } from 'node:fs/promises'
import { run } from '../setup/command.mjs'
import { inRoot, localCache, toolNode } from '../setup/paths.mjs'
import { failure, sum, tallyReport } from './tally.mjs'

/**
 * Runs one vitest project (see vitest.config.ts) and counts its tests. A run that ended badly without a failed test
 * (an unhandled error, a crash) counts as one failure.
 *
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runTests(project, env = process.env) {
  const report = `${localCache}/reports/${project}.json`
  await rm(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs')
  const { code } = await run(toolNode(), [vitest, ...args], { cwd: inRoot(), env, show: 'inherit' })
  const counted = await tallyReport(report)
  if (code === 0 || counted.failed > 0) return counted
  return sum([counted, failure(`${project} tests: ended with ${code}, though no test failed`)])
}
