import { existsSync, statSync, watch, type FSWatcher } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HostError } from '../host-error'
import { runProgram } from './run-program'

export interface WaitTimes {
  /** How often the supervisor is checked. The commit itself is noticed at once through the file system. */
  readonly livenessMs: number
  /** How long a started supervisor may take to write its identity. */
  readonly birthMs: number
  /** How often `rc` is looked for if folders cannot be watched. */
  readonly fallbackMs: number
}

const usualTimes: WaitTimes = { livenessMs: 2000, birthMs: 10_000, fallbackMs: 250 }

/**
 * Resolves with `committed` when `rc` in the run directory is not empty, or with `lost` when its supervisor
 * ended without writing it. Rejects when `signal` fires.
 */
export function waitForLocalRun(
  runDirectory: string,
  signal: AbortSignal,
  times: WaitTimes = usualTimes,
): Promise<'committed' | 'lost'> {
  return new Promise((resolve, reject) => {
    const startedAt = Date.now()
    let watcher: FSWatcher | undefined
    let timer: NodeJS.Timeout | undefined
    let settled = false
    // It is written right after it appears.
    const commit = join(runDirectory, 'rc')
    const isCommitted = () => existsSync(commit) && statSync(commit, { throwIfNoEntry: false })?.size !== 0

    const leave = () => {
      settled = true
      clearTimeout(timer)
      watcher?.close()
      signal.removeEventListener('abort', cancel)
    }
    const settle = (outcome: 'committed' | 'lost') => {
      if (settled) return
      leave()
      resolve(outcome)
    }
    const cancel = () => {
      if (settled) return
      leave()
      reject(new HostError('Waiting for the run was cancelled.'))
    }
    const look = async () => {
      const state = await supervisorState(runDirectory)
      if (settled) return
      if (isCommitted()) settle('committed')
      else if (state === 'gone') settle('lost')
      else if (state === 'unborn' && Date.now() - startedAt > times.birthMs) settle('lost')
      else lookAgain()
    }
    const lookAgain = () => {
      timer = setTimeout(() => void look(), watcher ? times.livenessMs : times.fallbackMs)
    }

    if (signal.aborted) {
      cancel()
      return
    }
    signal.addEventListener('abort', cancel)
    try {
      watcher = watch(runDirectory, (_event, name) => {
        if ((name === 'rc' || name === null) && isCommitted()) settle('committed')
      })
      watcher.on('error', () => {
        watcher?.close()
        watcher = undefined
      })
    } catch {
      // Out of watches, or no such folder: the check below finds out.
    }
    if (isCommitted()) settle('committed')
    else lookAgain()
  })
}

async function supervisorState(runDirectory: string): Promise<'alive' | 'gone' | 'unborn'> {
  try {
    const identity = parseProcessIdentity(await readFile(join(runDirectory, 'supervisor'), 'utf8'))
    if (!identity) return 'unborn'
    return (await isLocalProcessAlive(identity)) ? 'alive' : 'gone'
  } catch {
    return existsSync(runDirectory) ? 'unborn' : 'gone'
  }
}

/** Identifies a process uniquely, as the supervisor writes it: pid, start time and boot id. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: string
  readonly bootId: string
}

/** Reads `pid start boot …` as left by the supervisor; undefined while the line is incomplete. */
export function parseProcessIdentity(text: string): ProcessIdentity | undefined {
  const [pid, startTime, bootId] = text.trim().split(' ')
  if (pid === undefined || !/^[1-9]\d*$/.test(pid) || !startTime || !bootId) return undefined
  return { pid: Number(pid), startTime, bootId }
}

/**
 * Start time of a line of /proc/PID/stat (proc(5), field 22), undefined for a zombie. The command name may
 * contain anything.
 */
export function startTimeOfStat(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

/** True while exactly this process is alive, on this machine and in this boot. */
export async function isLocalProcessAlive(identity: ProcessIdentity): Promise<boolean> {
  if (process.platform !== 'linux') return isAliveByPs(identity)
  try {
    const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    if (bootId !== identity.bootId) return false
    return (
      startTimeOfStat(await readFile(`/proc/${String(identity.pid)}/stat`, 'utf8')) === identity.startTime
    )
  } catch {
    return false
  }
}

/**
 * macOS has no /proc; `ps` prints the start as words, which the supervisor joins with `_`. Without an answer the process
 * counts as alive: it is asked about again.
 */
async function isAliveByPs({ pid, startTime }: ProcessIdentity): Promise<boolean> {
  const args = ['-o', 'lstart=', '-p', String(pid)]
  const ps = { path: 'ps', environment: process.env }
  const answer = await runProgram(ps, { args, timeoutMs: 10_000 }).catch(() => undefined)
  if (answer?.exitCode === undefined) return true
  return answer.exitCode === 0 && answer.stdout.toString('utf8').trim().split(/\s+/).join('_') === startTime
}
