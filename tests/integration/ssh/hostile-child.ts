/**
 * A process that sends a request to a host as the app does, for tests with hosts that answer in bad faith:
 * `hostile-child.js QUESTION [kept] [cancelled] [program=SSH]`. Prints one line of JSON: how it ended, and the peak
 * memory used.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Host } from '../../../src/bench/hosts/host'
import { HostError } from '../../../src/bench/hosts/host-error'
import { untilAborted } from '../../../src/bench/hosts/host-limits'
import { HostPool } from '../../../src/bench/hosts/host-pool'
import { takeInventory } from '../../../src/bench/hosts/inventory/take-inventory'
import { askAttended } from '../../../src/bench/hosts/leavable-host'
import { listFolders } from '../../../src/bench/hosts/list-folders'
import { runPreflight } from '../../../src/bench/hosts/preflight/run-preflight'
import { machine } from '../../core/plan/machine'

/** A person who loses patience. */
const patienceMs = 1500

/** How a request ended; `strange`: with an error that no caller expects. */
export interface HostileAnswer {
  readonly outcome: 'answered' | 'refused' | 'cancelled' | 'strange'
  readonly text: string
  readonly remedy?: string
  readonly mostBytes: number
}

const questions: Readonly<Record<string, (host: Host, folder: string) => Promise<unknown>>> = {
  script: (host) => host.execute('printf answer', { purpose: 'a word', timeoutMs: 20_000 }).then(said),
  'short-script': (host) => host.execute('printf answer', { purpose: 'a word', timeoutMs: 1500 }).then(said),
  file: (host, folder) => host.readFile(`${folder}/ssh_config`, 1024 * 1024),
  folders: (host, folder) => listFolders(host, folder),
  look: async (host) => [await runPreflight(host), await takeInventory(host, { health: true })],
  wait: (host, folder) => host.waitForRun(`${folder}/target`, new AbortController().signal),
  view: (host) => viewed(host, 'exec yes'),
  'silent-view': (host) => viewed(host, 'exec sleep 1000'),
}

function said({ exitCode, stdout }: { exitCode: number; stdout: Uint8Array }): string {
  return `${String(exitCode)} ${Buffer.from(stdout).toString('latin1').slice(0, 100)}`
}

/** Resolves when the view reports that it shows no more. */
function viewed(host: Host, script: string): Promise<string> {
  return new Promise((resolve) => {
    const view = host.openTerminal(script, { columns: 80, rows: 24 })
    view.onData((text) => {
      if (text.includes('without the live view')) resolve('cut off')
    })
  })
}

async function ask(words: readonly string[]): Promise<Omit<HostileAnswer, 'mostBytes'>> {
  const program = words.find((word) => word.startsWith('program='))?.slice('program='.length)
  const hosts = new HostPool({
    waits: false,
    controlSockets: !words.includes('kept'),
    ...(program !== undefined && { program: { path: program, environment: process.env } }),
  })
  const host = hosts.ssh(machine('lab'))
  const cancel = new AbortController()
  const losePatience = async () => {
    await pause(patienceMs)
    cancel.abort()
  }
  const isCancelled = words.includes('cancelled')
  try {
    // Cancellable requests start on an established connection, if one is possible.
    if (isCancelled && words.includes('connected')) await host.connect()
    if (isCancelled) void losePatience()
    const question = questions[words[0] ?? '']
    if (!question) throw new Error(`There is no question ${String(words[0])}.`)
    const answered = askAttended(host, 'a word', cancel.signal, (asked) =>
      question(asked, process.env.BENCHWRIGHT_HOSTILE_FOLDER ?? ''),
    )
    const answer = await untilAborted(answered, cancel.signal, 'a word')
    return { outcome: 'answered', text: JSON.stringify(answer ?? null).slice(0, 200) }
  } catch (error) {
    if (!(error instanceof HostError)) return { outcome: 'strange', text: String(error) }
    const { message: text, remedy } = error
    return { outcome: cancel.signal.aborted ? 'cancelled' : 'refused', text, ...(remedy && { remedy }) }
  } finally {
    await hosts.dispose()
  }
}

void ask(process.argv.slice(2)).then((answer) => {
  const mostBytes = process.resourceUsage().maxRSS * 1024
  process.stdout.write(`${JSON.stringify({ ...answer, mostBytes })}\n`, () => process.exit(0))
})
