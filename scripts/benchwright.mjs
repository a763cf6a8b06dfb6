// The command line from a checkout: `npm run -s benchwright -- ARGS`.
import { runCli } from './setup/cli.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { runMain } from './setup/say.mjs'
import { build, setUp } from './setup/set-up.mjs'

/** Commands that start an engine; the others work on files and need none. */
const running = ['run', 'resume', 'demo', 'plan check', 'suite run']

const startsEngine = (args) => running.some((command) => `${args.join(' ')} `.startsWith(`${command} `))

await runMain(async () => {
  const args = process.argv.slice(2)
  const opens = args[0] === 'open' && !args.includes('--help')
  await setUp(opens ? 'start' : startsEngine(args) ? 'run' : 'read')
  const electron = opens ? await resolveElectron() : undefined
  await build()
  return runCli(args, electron)
})
