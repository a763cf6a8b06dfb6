import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startDetached } from '../../bench/hosts/local/start-program'
import { CommandError, exitStatus, printJson, type Command } from '../command'

export const open: Command = {
  words: ['open'],
  positionals: ['FILE.benchwright'],
  summary: 'Open a results file in the window.',
  options: {},
  async run(parsed, context) {
    const file = resolve(parsed.positionals[0] ?? '')
    if (!existsSync(file)) throw new CommandError(`${file}: there is no such file.`)
    // Set by the launcher of a package; a checkout sets it together with the folder of the app.
    const program = process.env.BENCHWRIGHT_WINDOW
    if (program === undefined || program === '') {
      throw new CommandError(
        'this command does not know where the window program is.',
        `Start the window yourself: npm start -- ${file}`,
      )
    }
    if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
      throw new CommandError(
        'there is no display here, so the window cannot open.',
        `See what the file holds with 'benchwright show ${file}'.`,
      )
    }
    const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
    const asRoot = process.platform === 'linux' && process.getuid?.() === 0
    const app = process.env.BENCHWRIGHT_WINDOW_APP
    const args = [...(asRoot ? ['--no-sandbox'] : []), ...(app ? [app] : []), file]
    const pid = await startDetached(program, args, environment)
    if (parsed.json) printJson(context, { opened: file, pid })
    return exitStatus.done
  },
}
