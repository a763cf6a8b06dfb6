/** Set-up prints to standard error only, so that the output of a command stays clean. */
export const say = (line) => process.stderr.write(`${line}\n`)

/** One line per step that is actually performed. */
export const step = (line) => say(`• ${line}`)

/** An error whose message is meant for a person: printed without a stack. */
export class SetupError extends Error {}

/** Runs a script's main function; a SetupError ends it with its message and exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    say(error instanceof SetupError ? `\n${error.message}` : (error?.stack ?? String(error)))
    process.exitCode = 1
  }
}
