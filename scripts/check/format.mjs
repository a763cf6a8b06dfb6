// Whether every file is formatted. oxfmt, which prints as Prettier does in a fraction of the time, reads all files;
// Prettier judges those that oxfmt would print differently.
import { run } from '../setup/command.mjs'
import { inRoot, toolNode } from '../setup/paths.mjs'
import { runMain, say } from '../setup/say.mjs'

const oxfmt = inRoot('node_modules', 'oxfmt', 'bin', 'oxfmt')
const prettier = inRoot('node_modules', 'prettier', 'bin', 'prettier.cjs')

/** oxfmt's exit status if it can read every file and would change some of them. */
const someDiffer = 1

await runMain(async () => {
  // One thread, because other checks use the other processor.
  const quick = await run(toolNode(), [oxfmt, '--threads', '1', '--list-different', '.'], { cwd: inRoot() })
  if (quick.code !== someDiffer) {
    say(quick.stderr)
    return quick.code
  }
  const differing = quick.stdout.split('\n').filter(Boolean)
  const args = [prettier, '--check', '--log-level', 'warn', ...differing]
  return (await run(toolNode(), args, { cwd: inRoot(), show: 'inherit' })).code
})
