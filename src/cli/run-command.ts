import {
  CommandError,
  commandHelp,
  exitStatus,
  parseCommand,
  type Command,
  type CommandContext,
  type ExitStatus,
} from './command'
import { outputTo, type OutputStream } from './output'
import { untilAnswered } from '../bench/hosts/local/until-answered'
import { largestOf } from '../core/iterables'
import { fileErrorRemedy, messageOf } from '../core/errors/system-error'

/** The streams that a command writes to, and the person at the terminal. */
export interface CommandSurroundings extends Pick<CommandContext, 'ask' | 'signal'> {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

/**
 * Finds the command named by the arguments, runs it and turns every error into a message with its remedy and an exit
 * status.
 */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  surroundings: CommandSurroundings,
  version: string,
): Promise<ExitStatus> {
  const { signal, ask } = surroundings
  const stderr = outputTo(surroundings.stderr, signal)
  const context = { stdout: outputTo(surroundings.stdout, signal), stderr, signal, ask }
  try {
    return await dispatch(commands, args, context, version)
  } catch (error) {
    const remedy = fileErrorRemedy(error) ?? readText(error, 'remedy')
    const message = messageOf(error)
    // Lines after the first are indented, so that none of them can pass for a separate message.
    const [first = '', ...others] = message.split('\n')
    stderr.line(`benchwright: ${first}`)
    for (const line of remedy === undefined ? others : [...others, remedy]) stderr.line(`  ${line.trim()}`)
    return statusOf(error)
  }
}

/** The command that the first arguments name; undefined if there is none. */
export function namedCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands.find((candidate) => candidate.words.every((word, index) => args[index] === word))
}

async function dispatch(
  commands: readonly Command[],
  args: readonly string[],
  context: CommandContext,
  version: string,
): Promise<ExitStatus> {
  const first = args[0]
  if (first === '--version') {
    context.stdout.line(`benchwright ${version}`)
    return exitStatus.done
  }
  if (first === undefined || first === '--help' || first === 'help') {
    const out = first === undefined ? context.stderr : context.stdout
    for (const line of overview(commands)) out.line(line)
    return first === undefined ? exitStatus.badInput : exitStatus.done
  }
  const command = namedCommand(commands, args)
  if (command === undefined) {
    const group = commands.filter((candidate) => candidate.words.length > 1 && candidate.words[0] === first)
    if (group.length > 0 && (args[1] === '--help' || args[1] === undefined)) {
      const out = args[1] === undefined ? context.stderr : context.stdout
      for (const line of overview(group)) out.line(line)
      return args[1] === undefined ? exitStatus.badInput : exitStatus.done
    }
    throw new CommandError(
      `there is no command '${args.slice(0, group.length > 0 ? 2 : 1).join(' ')}'.`,
      "See 'benchwright --help'.",
    )
  }
  const given = args.slice(command.words.length)
  const parsed = parseCommand(command, given)
  if (parsed.help) {
    for (const line of commandHelp(command)) context.stdout.line(line)
    return exitStatus.done
  }
  await placesAnswer(given, context.signal)
  return command.run(parsed, context)
}

/** Resolves when whatever the arguments may name answers, so that the command can be cancelled until then. */
async function placesAnswer(given: readonly string[], signal: AbortSignal): Promise<void> {
  const written = given.flatMap((argument, at) => {
    const option = /^--(?:out|into|to)(?:=(.*))?$/s.exec(argument)
    return option ? [option[1] ?? given[at + 1] ?? ''] : []
  })
  await untilAnswered(written, { signal, writes: true })
  const others = given.map(pathIn).filter((path) => !written.includes(path))
  await untilAnswered(others, { signal })
}

/** The path that an argument may be, alone or as the value of an option; whether it is one, only the command knows. */
function pathIn(argument: string): string {
  return argument.startsWith('--') ? argument.slice(argument.indexOf('=') + 1) : argument
}

function overview(commands: readonly Command[]): readonly string[] {
  const names = commands.map((command) => [...command.words, ...command.positionals].join(' '))
  const width = largestOf(names.map((name) => name.length))
  return [
    'Usage: benchwright COMMAND [options]',
    '',
    'Design, run and print storage benchmarks without a window.',
    '',
    ...commands.map(
      (command, index) =>
        `  ${(names[index] ?? '').padEnd(width)}  ${command.summary.split('. ')[0]?.replace(/\.$/, '')}.`,
    ),
    '',
    "'benchwright COMMAND --help' shows a command's options. 'benchwright --version' prints the version.",
    'Exit status: 0 done, 1 some runs failed or a check failed, 2 wrong use or bad input, 3 refused for safety.',
  ]
}

function statusOf(error: unknown): ExitStatus {
  if (error instanceof CommandError) return error.status
  if (readText(error, 'id') === 'would-destroy') return exitStatus.refused
  // Errors of the bench that have a remedy are about the input (a file, a plan); anything else is a failure.
  const isOfInput = readText(error, 'remedy') !== undefined || fileErrorRemedy(error) !== undefined
  return isOfInput ? exitStatus.badInput : exitStatus.failed
}

function readText(error: unknown, key: string): string | undefined {
  if (typeof error !== 'object' || error === null || !(key in error)) return undefined
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : undefined
}
