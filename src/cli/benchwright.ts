import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { sweepUnfinished } from '../bench/files/unfinished'
import { systemErrorText } from '../core/errors/system-error'
import { exitStatus, type CommandContext } from './command'
import { commands } from './commands'
import { namedCommand, runCommand } from './run-command'

/** Version of the app this command belongs to: app/package.json is one folder above the bundle. */
function readVersion(): string {
  let facts: unknown
  try {
    facts = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'))
  } catch {
    // What the command itself cannot do, such as opening a file, is reported by the command.
  }
  return typeof facts === 'object' && facts !== null && 'version' in facts ? String(facts.version) : 'unknown'
}

/** Asks the person at the terminal a question; undefined if input or output is not a terminal. */
function askAtTerminal(): CommandContext['ask'] {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return (question, { hidden = false } = {}) =>
    new Promise((resolve) => {
      if (hidden) process.stderr.write(question)
      const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
      const line = createInterface({
        input: process.stdin,
        output: hidden ? nowhere : process.stderr,
        terminal: true,
      })
      interrupted.signal.addEventListener('abort', () => line.close())
      line.on('close', () => {
        if (hidden) process.stderr.write('\n')
        resolve(undefined)
      })
      line.question(hidden ? '' : question, (answer) => {
        resolve(answer)
        line.close()
      })
    })
}

const args = process.argv.slice(2)
const interrupted = new AbortController()
let asked = 0
const heard = namedCommand(commands, args)?.endsAtOnce === true ? [] : (['SIGINT', 'SIGTERM'] as const)
for (const signal of heard) {
  process.on(signal, () => {
    asked += 1
    // The second Ctrl-C ends the command at once; its run continues detached and 'benchwright resume' finds it.
    if (asked > 1) process.exit(130)
    interrupted.abort()
  })
}
// A reader that closes early (`benchwright table | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitStatus.done)
  // Written at once, because the process ends.
  const text = `benchwright: standard output cannot be written: ${systemErrorText(error)}.\n  Free space there, or write elsewhere.\n`
  writeSync(process.stderr.fd, text)
  process.exit(exitStatus.badInput)
})

sweepUnfinished()

void runCommand(
  commands,
  args,
  { stdout: process.stdout, stderr: process.stderr, signal: interrupted.signal, ask: askAtTerminal() },
  readVersion(),
).then((status) => {
  process.exitCode = status
})
