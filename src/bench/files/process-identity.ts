import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** Enough to find out later whether the process that wrote it still exists. */
export interface ProcessIdentity {
  readonly host: string
  /** Boot id and process namespace on Linux; elsewhere the boot time to the minute. Equal texts: process ids may be compared. */
  readonly machine: string
  readonly processId: number
  /**
   * Start time in the kernel's ticks on Linux, empty elsewhere; distinguishes a process from a later one with
   * the same id.
   */
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

/**
 * `alive` and `gone` are certain; `elsewhere` means that it runs, or ran, where this process cannot check.
 */
export function fateOf(identity: ProcessIdentity): 'alive' | 'gone' | 'elsewhere' {
  const here = thisProcess()
  if (identity.host !== here.host) return 'elsewhere'
  if (identity.machine !== here.machine)
    return bootPart(identity.machine) === bootPart(here.machine) ? 'elsewhere' : 'gone'
  if (!processExists(identity.processId)) return 'gone'
  const [state, start] = processFacts(identity.processId)
  // A zombie has ended; its parent has just not collected its status yet.
  if (state === 'Z' || state === 'X') return 'gone'
  return start !== undefined && identity.processStart !== '' && start !== identity.processStart
    ? 'gone'
    : 'alive'
}

/** Also true for another user's process, and for a zombie. */
export function processExists(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * State and start time, fields 3 and 22 of /proc/PID/stat (proc(5)); the name before them may contain spaces
 * and parentheses.
 */
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
    // Without it, containers on one machine cannot be distinguished by this; their host names usually differ.
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
