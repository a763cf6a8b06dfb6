// The type checks, one per project: `npm run typecheck [-- core node web tests]`. TypeScript's native compiler does
// them in a third of the time; only vue-tsc reads .vue files.
import { run } from './setup/command.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'

const tool = (...path) => inRoot('node_modules', ...path)
const vue = tool('vue-tsc', 'bin', 'vue-tsc.js')

/** With several checkers, each resolves again what others have resolved: a quarter more processor time. */
const native = [tool('typescript-native', 'bin', 'tsc'), '--checkers', '1']
/** Collecting garbage less often takes another fifth off the native compiler, for 1 GB more of memory. */
const env = { ...process.env, GOGC: '400' }
const compilers = { core: native, node: native, web: [vue], tests: native }

await runMain(async () => {
  const given = process.argv.slice(2)
  let failed = 0
  for (const world of given.length > 0 ? given : Object.keys(compilers)) {
    const errors = await check(world)
    say(`${world}: ${errors === '' ? 'ok' : `errors\n${errors}`}`)
    if (errors !== '') failed += 1
  }
  return failed === 0 ? 0 : 1
})

/** The errors of a project; empty if there are none. */
async function check(world) {
  const args = [...compilers[world], '--noEmit', '-p', inRoot(`tsconfig.${world}.json`)]
  if (world === 'core') args.push('--listFiles')
  const { code, stdout, stderr } = await run(toolNode(), args, { env })
  if (code !== 0) return `${stdout}${stderr}`
  // A package whose types import Node's would bring `process` into every file of core.
  const node = stdout.split('\n').find((path) => path.includes('/node_modules/@types/node/'))
  return world === 'core' && node !== undefined ? `core sees the types of Node: ${node}` : ''
}
