import { run } from '../setup/command.mjs'
import { toolNode } from '../setup/paths.mjs'

/**
 * Runs a tool of the project on the packaged Node; options as of `run`. With `aside` it gives way to everything else on
 * the machine: tests that wait for engines and windows beside it see a quiet processor.
 */
export const runTool = (args, { aside = false, ...options } = {}) =>
  aside && process.platform !== 'win32'
    ? run('nice', ['-n', '10', toolNode(), ...args], options)
    : run(toolNode(), args, options)
