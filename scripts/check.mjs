// Everything that must hold: `npm run check`. Ends with a line `N passed, N failed`.
import { run } from './setup/command.mjs'
import { closingLine, sum } from './check/tally.mjs'
import { runTests } from './check/run-tests.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'
import { setUp } from './setup/set-up.mjs'

const tool = (...path) => inRoot('node_modules', ...path)

/** Checks that either hold or do not; each that fails counts as one failure. */
const standing = [
  { name: 'format', args: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', args: [tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'] },
  { name: 'types', args: [inRoot('scripts', 'typecheck.mjs')] },
  { name: 'build', args: [inRoot('scripts', 'build.mjs')] },
]

/** The room table of the architecture is part of the unit tests. */
const projects = ['unit', 'integration', 'e2e']

await runMain(async () => {
  await setUp('test')
  await resolveElectron()
  const tallies = []
  for (const { name, args } of standing) {
    const { code } = await timed(name, () => run(toolNode(), args, { cwd: inRoot(), show: 'inherit' }))
    if (code !== 0) tallies.push({ passed: 0, failed: 1, skipped: 0 })
  }
  for (const project of projects) tallies.push(await timed(`${project} tests`, () => runTests(project)))
  const total = sum(tallies)
  console.log(closingLine(total))
  return total.failed === 0 && total.passed > 0 ? 0 : 1
})

async function timed(name, action) {
  say(`\n── ${name}`)
  const started = Date.now()
  const result = await action()
  say(`── ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}
