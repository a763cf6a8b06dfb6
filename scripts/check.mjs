// All checks: `npm test`, or `npm test -- --long` with the packages as well. Ends with a line `N passed, N failed`.
import { run } from './setup/command.mjs'
import { runTool } from './check/run-tool.mjs'
import { closingLine, closingLines, failure, sum } from './check/tally.mjs'
import { runTests } from './check/run-tests.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'
import { setUp } from './setup/set-up.mjs'

/** Checks that either pass or fail as a whole; a failed one counts as one failure. */
const build = { name: 'build', args: [inRoot('scripts', 'build.mjs')] }
const format = { name: 'format', args: [inRoot('scripts', 'check', 'format.mjs')] }
const lint = { name: 'lint', args: [inRoot('scripts', 'lint.mjs')] }
const shell = { name: 'shell', args: [inRoot('scripts', 'check', 'shell.mjs')] }
/** The linters check the types of the other worlds. */
const types = { name: 'types', args: [inRoot('scripts', 'typecheck.mjs'), 'core', 'web'] }

/**
 * Three lanes keep two cores busy to the end. Tests with devices, engines, servers and windows mostly wait and take
 * longest: they have priority. Devices and mounts affect the whole machine, so their tests come before engines and
 * windows, which need the build. Unit tests, linters and compilers, which only compute, use the remaining time at a
 * lower priority. Tries: see run-tests.mjs.
 */
const lanes = [
  async () => {
    const electron = fetchElectron()
    return [
      ...(await Promise.all([tests('devices', { tries: 2, show: 'inherit' }), inTurn([build])])).flat(),
      ...(await Promise.all([tests('integration', { tries: 2 }), electron.then(windows)])),
    ]
  },
  async () => {
    const options = { tries: 2, aside: true, inMemory: true }
    return [await tests('unit', { ...options, with: ['renderer'] })]
  },
  () => inTurn([shell, lint, types, format], { aside: true }),
]

await runMain(async () => {
  await setUp('test')
  const tallies = (await Promise.all(lanes.map((lane) => lane()))).flat()
  if (process.argv.includes('--long')) tallies.push(...(await packages()))
  const total = sum(tallies)
  closingLines(total).forEach((line) => say(line))
  console.log(closingLine(total))
  return total.failed === 0 && total.passed > 0 ? 0 : 1
})

/**
 * The long form: builds the packages, installs the .deb in a fresh Debian, and checks the packaged program against
 * Electron's security checklist.
 */
async function packages() {
  await setUp('pack')
  const pack = async (...args) => {
    const { code } = await run(toolNode(), [inRoot('scripts', 'pack.mjs'), ...args], { show: 'inherit' })
    return code === 0 ? [] : [failure(`pack ${args.join(' ')}`)]
  }
  const failures = await pack('deb', 'appimage', 'tar')
  const tried = await tests('package', { show: 'inherit' })
  failures.push(...(await pack('--for-test')))
  const env = {
    ...process.env,
    BENCHWRIGHT_E2E_APP: inRoot('release', 'linux-unpacked', 'benchwright-desktop'),
  }
  const files = ['tests/e2e/security.test.ts']
  return [...failures, tried, await tests('e2e', { env, files, show: 'inherit' })]
}

/** Runs a sequence of checks; the output of each is printed as a whole when it ends. */
async function inTurn(checks, { aside = false } = {}) {
  const failures = []
  for (const { name, args } of checks) {
    const started = Date.now()
    const { code, stdout, stderr } = await runTool(args, { aside, cwd: inRoot() })
    say(`${stdout}${stderr}── ${name}: ${seconds(started)} s${code === 0 ? '' : ', failed'}`)
    if (code !== 0) failures.push(failure(name))
  }
  return failures
}

/** Only windows need it, so no other test waits for it. Resolves with the reason if it cannot be had. */
function fetchElectron() {
  return resolveElectron().then(
    () => undefined,
    (error) => error,
  )
}

/** The tests with windows, unless there is no Electron. */
function windows(missing) {
  if (!missing) return tests('e2e', { tries: 3, show: 'inherit' })
  say(missing.message)
  return failure('e2e tests: there is no Electron runtime')
}

async function tests(project, options) {
  say(`── ${project} tests`)
  const started = Date.now()
  const tally = await runTests(project, options)
  say(`── ${project} tests: ${seconds(started)} s`)
  return tally
}

function seconds(started) {
  return ((Date.now() - started) / 1000).toFixed(1)
}
