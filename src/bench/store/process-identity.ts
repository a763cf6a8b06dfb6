import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** Enough to tell later whether the process that wrote it is still there. */
export interface ProcessIdentity {
  readonly host: string
  /** Boot id and process namespace on Linux; elsewhere the boot time to the minute. Equal texts: process ids may be compared. */
  readonly machine: string
  readonly processId: number
  /** Start time in the kernel's ticks on Linux, empty elsewhere; tells a process from a later one with the same id. */
  readonly processStart: string
}

export function thisProcess(): ProcessIdentity {
  return {
    host: hostname(),
    machine: machineNow(),
    processId: process.pid,
    processStart: processFacts(process.pid)[1] ?? '',
  }
}

/** `alive` and `gone` are certain; `elsewhere` means that it runs, or ran, where this process cannot look. */
export function fateOf(identity: ProcessIdentity): 'alive' | 'gone' | 'elsewhere' {
  const here = thisProcess()
  if (identity.host !== here.host) return 'elsewhere'
  if (identity.machine !== here.machine)
    return bootPart(identity.machine) === bootPart(here.machine) ? 'elsewhere' : 'gone'
  if (!processExists(identity.processId)) return 'gone'
  const [state, start] = processFacts(identity.processId)
  // A zombie has ended; only nobody has asked it how yet.
  if (state === 'Z' || state === 'X') return 'gone'
  return start !== undefined && identity.processStart !== '' && start !== identity.processStart
    ? 'gone'
    : 'alive'
}

/** True also for a process of somebody else, and for a zombie. */
export function processExists(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** State and start time, fields 3 and 22 of /proc/PID/stat (proc(5)); the name before them may hold spaces and parentheses. */
function processFacts(processId: number): readonly [state?: string | undefined, start?: string | undefined] {
  const stat = readText(`/proc/${processId}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [fields?.[0], fields?.[19]]
}

function machineNow(): string {
  const bootId = readText('/proc/sys/kernel/random/boot_id')?.trim()
  if (bootId === undefined) return `${Math.round((Date.now() / 1000 - uptime()) / 60)}`
  let namespace = ''
  try {
    namespace = readlinkSync('/proc/self/ns/pid')
  } catch {
    // Without it, containers of one machine cannot be told apart; the host name usually does.
  }
  return `${bootId} ${namespace}`
}

function bootPart(machine: string): string {
  return machine.split(' ')[0] ?? ''
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
