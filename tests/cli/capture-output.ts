import { Writable } from 'node:stream'
import type { Command, CommandContext, ExitStatus } from '../../src/cli/command'
import { runCommand, type CommandSurroundings } from '../../src/cli/run-command'

/** The outcome of a command: its exit status and all it wrote. */
export interface CommandOutcome {
  readonly status: ExitStatus
  readonly stdout: string
  readonly stderr: string
}

/** Runs one command as the command line would, and keeps its output. */
export function runCaptured(command: Command, ...args: readonly string[]): Promise<CommandOutcome> {
  return runAnswered(command, undefined, ...args)
}

/** The same with a person at the terminal who answers every question with `ask`; without it, there is nobody. */
export function runAnswered(
  command: Command,
  ask: CommandContext['ask'],
  ...args: readonly string[]
): Promise<CommandOutcome> {
  return runSurrounded(command, { ask, signal: new AbortController().signal }, ...args)
}

/** The same with a signal that acts as Ctrl-C. */
export async function runSurrounded(
  command: Command,
  { ask, signal }: Pick<CommandContext, 'ask' | 'signal'>,
  ...args: readonly string[]
): Promise<CommandOutcome> {
  const stdout = new Capture()
  const stderr = new Capture()
  const surroundings: CommandSurroundings = { stdout, stderr, signal, ask }
  const status = await runCommand([command], [...command.words, ...args], surroundings, '0.0.0')
  return { status, stdout: stdout.text, stderr: stderr.text }
}

class Capture extends Writable {
  text = ''

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
