import { messageOf } from '../core/errors/system-error'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { AppError } from '../core/errors/app-error'
import type { Output } from './output'
import { largestOf } from '../core/iterables'

/** Exit statuses of every command; documented in docs/command-line.md. */
export const exitStatus = {
  done: 0,
  /** Some runs failed, or a check found something. */
  failed: 1,
  /** Wrong use or bad input. */
  badInput: 2,
  /** Refused because data could be destroyed. */
  refused: 3,
} as const

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

export interface OptionSpec {
  /** Name of its value in the help text, e.g. `FILE`; unset: a flag without a value. */
  readonly value?: string
  readonly multiple?: boolean
  /** An empty path means to remove what was set; elsewhere it is refused. */
  readonly emptyRemoves?: true
  readonly help: string
}

/** The environment of a command; replaced in tests. */
export interface CommandContext {
  readonly stdout: Output
  readonly stderr: Output
  /**
   * Asks the person at the terminal for a line, without echo if `hidden`; absent without a terminal. Undefined: they
   * ended the input.
   */
  readonly ask?:
    ((question: string, options?: { readonly hidden?: boolean }) => Promise<string | undefined>) | undefined
  /** Aborted on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal
}

export interface ParsedCommand {
  readonly positionals: readonly string[]
  readonly json: boolean
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  flag(option: string): boolean
}

export interface Command {
  /** Words that name it: `['plan', 'new']`. */
  readonly words: readonly string[]
  /** Positional arguments as shown in the usage line: `FILE`, `PLAN.json`. */
  readonly positionals: readonly string[]
  /** How many of them may be omitted, counted from the end. */
  readonly optionalPositionals?: number
  readonly summary: string
  readonly options: Readonly<Record<string, OptionSpec>>
  /** Ctrl-C and SIGTERM may kill it at any moment, even in long computations: it changes nothing before its end. */
  readonly endsAtOnce?: boolean
  run(parsed: ParsedCommand, context: CommandContext): Promise<ExitStatus>
}

/**
 * A mistake of the caller or in a file: what, where and the remedy; printed to stderr. Exit status 2 unless another
 * is given.
 */
export class CommandError extends AppError {
  override readonly name = 'CommandError'
  readonly status: ExitStatus

  constructor(message: string, remedy?: string, status: ExitStatus = exitStatus.badInput) {
    super(message, remedy)
    this.status = status
  }
}

const everyCommand: Readonly<Record<string, OptionSpec>> = {
  json: { help: 'Print JSON to standard output.' },
  help: { help: 'Show this help.' },
}

/** Parses the arguments after the command's words. Throws CommandError naming the wrong argument. */
export function parseCommand(
  command: Command,
  args: readonly string[],
): ParsedCommand & { readonly help: boolean } {
  const specs = { ...command.options, ...everyCommand }
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const [name, spec] of Object.entries(specs)) {
    options[name] = {
      type: spec.value === undefined ? 'boolean' : 'string',
      multiple: spec.multiple === true,
    }
  }
  const name = command.words.join(' ')
  const see = `See 'benchwright ${name} --help'.`
  let result
  try {
    result = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandError(`${name}: ${firstSentence(error)}`, see)
  }
  const values = result.values
  const help = values.help === true
  const least = command.positionals.length - (command.optionalPositionals ?? 0)
  const unlimited = command.positionals.at(-1)?.endsWith('…') === true
  if (!help && result.positionals.length < least) {
    const missing = command.positionals[result.positionals.length] ?? ''
    throw new CommandError(`${name}: ${missing} is missing.`, see)
  }
  if (!help && !unlimited && result.positionals.length > command.positionals.length) {
    const extra = result.positionals[command.positionals.length] ?? ''
    throw new CommandError(`${name}: unexpected argument '${extra}'.`, see)
  }
  if (!help) refuseEmptyPaths(command, result.positionals, values)
  return {
    positionals: result.positionals,
    json: values.json === true,
    help,
    text: (option) => {
      const value = values[option]
      return typeof value === 'string' ? value : undefined
    },
    texts: (option) => {
      const value = values[option]
      return Array.isArray(value) ? value.filter((part): part is string => typeof part === 'string') : []
    },
    flag: (option) => values[option] === true,
  }
}

/** An empty word, e.g. from an unset variable, would mean the current folder. */
function refuseEmptyPaths(
  command: Command,
  positionals: readonly string[],
  values: Readonly<Record<string, unknown>>,
): void {
  const name = command.words.join(' ')
  const given: readonly (readonly [name: string, text: unknown])[] = [
    ...positionals.map((text, place): [string, unknown] => [
      command.positionals[Math.min(place, command.positionals.length - 1)] ?? name,
      text,
    ]),
    ...Object.entries(command.options)
      .filter(([, spec]) => /FILE|FOLDER|PATH|DIR/.test(spec.value ?? '') && spec.emptyRemoves !== true)
      .flatMap(([option]) => [values[option]].flat().map((text): [string, unknown] => [`--${option}`, text])),
  ]
  const [empty] = given.find(([, text]) => typeof text === 'string' && text.trim() === '') ?? []
  if (empty !== undefined)
    throw new CommandError(`${name}: ${empty} is empty.`, `See 'benchwright ${name} --help'.`)
}

function firstSentence(error: unknown): string {
  const message = messageOf(error)
  const [first = message] = message.split(/\. (?=[A-Z])/)
  return `${first.replace(/\.$/, '')}.`
}

/** The value of an option that accepts one of a few words. Throws CommandError with `problem` and the accepted words. */
export function choiceOf<T extends string>(
  parsed: ParsedCommand,
  option: string,
  choices: readonly T[],
  problem = 'that is not known',
): T | undefined {
  const text = parsed.text(option)
  if (text === undefined) return undefined
  const choice = choices.find((candidate) => candidate === text)
  if (choice !== undefined) return choice
  throw new CommandError(`--${option} ${text}: ${problem}.`, `Choose one of ${choices.join(', ')}.`)
}

/**
 * The number given by an option, which may end in `unit`; undefined without the option. Throws CommandError if it is not
 * `what`: the name of those that `accepts` allows.
 */
export function numberOption(
  parsed: ParsedCommand,
  option: string,
  what: string,
  accepts: (value: number) => boolean,
  unit = '',
): number | undefined {
  const text = parsed.text(option)
  if (text === undefined) return undefined
  const trimmed = text.trim()
  const number = trimmed.endsWith(unit) ? trimmed.slice(0, trimmed.length - unit.length) : trimmed
  const value = number.trim() === '' ? Number.NaN : Number(number)
  if (accepts(value)) return value
  throw new CommandError(`--${option} ${text}: that is not ${what}.`)
}

/** The whole number given by an option; undefined without it. Throws CommandError outside of the limits. */
export function wholeOption(
  parsed: ParsedCommand,
  option: string,
  least: number,
  most: number,
): number | undefined {
  const isWithin = (value: number) => Number.isInteger(value) && value >= least && value <= most
  return numberOption(parsed, option, `a whole number from ${least} to ${most}`, isWithin)
}

/** Help text of one command, by lines. */
export function commandHelp(command: Command): readonly string[] {
  const positionals = command.positionals.map((positional, index) =>
    index >= command.positionals.length - (command.optionalPositionals ?? 0) ? `[${positional}]` : positional,
  )
  const rows = Object.entries({ ...command.options, ...everyCommand }).map(
    ([name, spec]): [string, string] => [
      `--${name}${spec.value === undefined ? '' : ` ${spec.value}`}`,
      spec.help + (spec.multiple === true ? ' May be given more than once.' : ''),
    ],
  )
  const width = largestOf(rows.map(([left]) => left.length))
  return [
    `Usage: benchwright ${[...command.words, ...positionals].join(' ')} [options]`,
    '',
    command.summary,
    '',
    'Options:',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ]
}

/** Prints a value as JSON, followed by a newline. */
export function printJson(context: CommandContext, value: unknown): void {
  context.stdout.json(`${JSON.stringify(value, undefined, 2)}\n`)
}
