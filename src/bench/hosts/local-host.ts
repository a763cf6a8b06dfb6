import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { executeLocally, type LocalShell } from './execute-locally'
import { HostError } from './host-error'
import type { Host } from './host'
import { openLocalTerminal } from './local-terminal'
import { waitForLocalRun } from './wait-for-local-run'

export interface LocalHostOptions {
  /** A POSIX shell; `/bin/sh` if not given. */
  readonly shell?: string
  /** Variables of the shell; those of this process if not given. */
  readonly environment?: NodeJS.ProcessEnv
}

/** This machine as a host. Linux and macOS; on Windows every request says that engines cannot be run there yet. */
export function createLocalHost(options: LocalHostOptions = {}): Host {
  const shell: LocalShell = {
    path: options.shell ?? '/bin/sh',
    environment: options.environment ?? process.env,
  }
  return {
    id: 'local',
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
    dispose: () => Promise.resolve(),
  }
}

async function readLocalFile(path: string, limitBytes: number): Promise<Uint8Array | undefined> {
  let file
  try {
    file = await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { size } = await file.stat()
    if (size > limitBytes) {
      throw new HostError(
        `${path} is ${String(size)} bytes long, more than the ${String(limitBytes)} bytes that are read.`,
        undefined,
        'too-large',
      )
    }
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return
  throw new HostError(
    'Engines cannot be run on Windows by this version.',
    'Open the results file here to look at it, and run the plan on Linux or macOS.',
  )
}
