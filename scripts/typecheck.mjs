// The type checks, one per world: `npm run typecheck [-- core node web tests]`.
import { run } from './setup/command.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'

const worlds = ['core', 'node', 'web', 'tests']

await runMain(async () => {
  const given = process.argv.slice(2)
  let failed = 0
  for (const world of given.length > 0 ? given : worlds) {
    const compiler = inRoot('node_modules', 'vue-tsc', 'bin', 'vue-tsc.js')
    const args = [compiler, '--noEmit', '-p', inRoot(`tsconfig.${world}.json`)]
    const { code } = await run(toolNode(), args, { show: 'inherit' })
    say(`${world}: ${code === 0 ? 'ok' : 'errors'}`)
    if (code !== 0) failed += 1
  }
  return failed === 0 ? 0 : 1
})
