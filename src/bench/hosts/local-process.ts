import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** A process named beyond doubt, as the supervisor writes it: pid, start time and boot id. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: string
  readonly bootId: string
}

/** Reads `pid start boot …` as left by the supervisor; undefined while the line is not whole. */
export function parseProcessIdentity(text: string): ProcessIdentity | undefined {
  const [pid, startTime, bootId] = text.trim().split(' ')
  if (pid === undefined || !/^[1-9]\d*$/.test(pid) || !startTime || !bootId) return undefined
  return { pid: Number(pid), startTime, bootId }
}

/** Start time of a line of /proc/PID/stat (proc(5), field 22), undefined for a zombie. The command name may hold anything. */
export function startTimeOfStat(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

/** True while exactly this process is alive on this machine, since this boot. */
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

/** macOS has no /proc; `ps` prints the start as words, which the supervisor joins with `_`. */
function isAliveByPs(identity: ProcessIdentity): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(identity.pid)], (error, stdout) => {
      resolve(!error && stdout.trim().split(/\s+/).join('_') === identity.startTime)
    })
  })
}
