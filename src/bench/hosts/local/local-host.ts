import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { thisMachine } from '../../../core/plan/destination'
import { endSpareShell, executeLocally, type LocalShell } from './execute-locally'
import { HostError } from '../host-error'
import type { Host, Terminal, TerminalOptions } from '../host'
import { waitForLocalRun } from './wait-for-local-run'
import { openPty, terminalOf } from './pty-terminal'

export interface LocalHostOptions {
  /** A POSIX shell; `/bin/sh` if not given. */
  readonly shell?: string
  /** Variables of the shell; those of this process if not given. */
  readonly environment?: NodeJS.ProcessEnv
}

/**
 * This machine as a host. Linux and macOS; on Windows every request fails, because engines cannot be run
 * there yet.
 */
export function createLocalHost(options: LocalHostOptions = {}): Host {
  const shell: LocalShell = {
    path: options.shell ?? '/bin/sh',
    environment: options.environment ?? process.env,
  }
  return {
    id: thisMachine,
    name: hostname(),
    execute: async (script, settings) => {
      refuseWindows()
      return executeLocally(script, settings, shell)
    },
    openTerminal: (script, settings) => {
      refuseWindows()
      return openLocalTerminal(script, settings, shell)
    },
    readFile: readLocalFile,
    waitForRun: waitForLocalRun,
    dispose: () => {
      endSpareShell(shell)
      return Promise.resolve()
    },
  }
}

/**
 * Files up to this size are read in one go: handing every step to another thread takes several times as long.
 */
const smallBytes = 256 * 1024
const readLater = promisify(read)

async function readLocalFile(path: string, limitBytes: number): Promise<Uint8Array | undefined> {
  const file = openForReading(path)
  if (file === undefined) return undefined
  try {
    const facts = fstatSync(file)
    if (!facts.isFile()) throw notAFile(path)
    if (facts.size > limitBytes) throw tooLarge(path, facts.size, limitBytes)
    // A file that grows is read up to the size it had.
    const bytes = Buffer.alloc(facts.size)
    let length = 0
    while (length < bytes.length) {
      const left = bytes.length - length
      const count =
        bytes.length <= smallBytes
          ? readSync(file, bytes, length, left, null)
          : (await readLater(file, bytes, length, left, null)).bytesRead
      if (count === 0) break
      length += count
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

/** Undefined if there is no such file. */
function openForReading(path: string): number | undefined {
  try {
    // An engine may have put anything into a run directory: do not follow links or wait for pipes.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP' || code === 'ENXIO') throw notAFile(path)
    throw error
  }
}

function tooLarge(path: string, size: number, limitBytes: number): HostError {
  return new HostError(
    `${path} is ${String(size)} bytes long, more than the ${String(limitBytes)} bytes that are read.`,
    undefined,
    'too-large',
  )
}

function notAFile(path: string): HostError {
  return new HostError(
    `${path} is not an ordinary file, so it is not read.`,
    'Find out what put it there.',
    'not-a-file',
  )
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return
  throw new HostError(
    'Engines cannot be run on Windows by this version.',
    'Open the results file here to look at it, and run the plan on Linux or macOS.',
  )
}

/**
 * A pseudo-terminal on this machine. The script is passed as an argument, because a terminal has no other
 * input: keep it short and free of secrets. node-pty may drop the last lines a program prints before it exits
 * (microsoft/node-pty#72), so no results are read from it.
 */
function openLocalTerminal(script: string, options: TerminalOptions, shell: LocalShell): Terminal {
  const terminal = openPty(shell, ['-c', script, 'sh', ...(options.arguments ?? [])], options)
  return terminalOf(terminal, 'SIGHUP')
}
