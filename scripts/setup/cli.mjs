import { run } from './command.mjs'
import { inRoot, toolNode, typedIn } from './paths.mjs'

/**
 * Runs the `benchwright` command as plain Node, where the person typed it. Resolves with its exit code.
 *
 * BENCHWRIGHT_WINDOW is the program that opens the window (`benchwright open FILE`) and BENCHWRIGHT_WINDOW_APP the
 * app it loads; a package's own command sets the first to the application. `electron` is the result of
 * resolveElectron().
 */
export async function runCli(args, electron) {
  const window = electron && {
    BENCHWRIGHT_WINDOW: electron.executable,
    BENCHWRIGHT_WINDOW_APP: inRoot('app'),
  }
  const { code } = await run(toolNode(), [inRoot('app', 'dist', 'cli.js'), ...args], {
    cwd: typedIn,
    show: 'inherit',
    env: { ...process.env, ...window },
  })
  return code
}
