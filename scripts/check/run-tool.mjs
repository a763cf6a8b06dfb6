import { run } from '../setup/command.mjs'
import { toolNode } from '../setup/paths.mjs'

/**
 * Runs a tool of the project on the packaged Node; options as for `run`. With `aside` everything else on the machine
 * has priority, so that parallel tests that wait for engines and windows are not disturbed.
 */
export const runTool = (args, { aside = false, ...options } = {}) =>
  aside && process.platform !== 'win32'
    ? run('nice', ['-n', '10', toolNode(), ...args], options)
    : run(toolNode(), args, options)
