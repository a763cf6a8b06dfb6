// The type checks, one per project: `npm run typecheck [-- core node web tests]`. TypeScript's native compiler does
// them in a third of the time. It reads the code generated from .vue files; vue-tsc, which reads the files themselves,
// runs only if there is an error in it.
import { writeVueTypes } from './check/vue-types.mjs'
import { run } from './setup/command.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'

const tool = (...path) => inRoot('node_modules', ...path)
const vue = tool('vue-tsc', 'bin', 'vue-tsc.js')

/** With several checkers, each resolves again what others have resolved: a quarter more processor time. */
const native = [tool('typescript-native', 'bin', 'tsc'), '--checkers', '1']
/** Collecting garbage less often takes another fifth off the native compiler, for 1 GB more of memory. */
const env = { ...process.env, GOGC: '400' }
const worlds = ['core', 'node', 'web', 'tests']

await runMain(async () => {
  const given = process.argv.slice(2)
  let failed = 0
  for (const world of given.length > 0 ? given : worlds) {
    const errors = await (world === 'web' ? checkWindow() : check(world))
    say(`${world}: ${errors === '' ? 'ok' : `errors\n${errors}`}`)
    if (errors !== '') failed += 1
  }
  return failed === 0 ? 0 : 1
})

/** The errors of a project; empty if there are none. */
async function check(world) {
  const args = [...native, '--noEmit', '-p', inRoot(`tsconfig.${world}.json`)]
  if (world === 'core') args.push('--listFiles')
  const { code, stdout, stderr } = await run(toolNode(), args, { env })
  if (code !== 0) return `${stdout}${stderr}`
  // A package whose types import Node's would bring `process` into every file of core.
  const node = stdout.split('\n').find((path) => path.includes('/node_modules/@types/node/'))
  return world === 'core' && node !== undefined ? `core sees the types of Node: ${node}` : ''
}

/** Likewise of the window. */
async function checkWindow() {
  const { tsconfig, isReal } = await writeVueTypes()
  const quick = await run(toolNode(), [...native, '--noEmit', '-p', tsconfig], { cwd: inRoot(), env })
  const said = `${quick.stdout}${quick.stderr}`.split('\n').filter(Boolean)
  if (quick.code === 0 || (said.length > 0 && !said.some(isReal))) return ''
  const { code, stdout, stderr } = await run(toolNode(), [vue, '--noEmit', '-p', inRoot('tsconfig.web.json')])
  return code === 0 ? '' : `${stdout}${stderr}`
}
