import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const legacy = '/sys/fs/cgroup/blkio'
const unified = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].find((folder) =>
  existsSync(join(folder, 'cgroup.controllers')),
)

/** True if this user may limit the speed of block devices with a control group, of either version. */
export function canLimitSpeed(): boolean {
  try {
    new SpeedLimit().close()
    return true
  } catch {
    return false
  }
}

/** A control group for one test; its processes read and write one block device at the speed that the test sets. */
export class SpeedLimit {
  readonly #folder: string
  readonly #isLegacy: boolean

  /** Throws if there is no controller for it. */
  constructor() {
    this.#isLegacy = existsSync(join(legacy, 'cgroup.procs'))
    const parent = this.#isLegacy ? legacy : unified
    if (parent === undefined) throw new Error('There are no control groups.')
    if (!this.#isLegacy) writeFileSync(join(parent, 'cgroup.subtree_control'), '+io')
    this.#folder = join(parent, `benchwright-test-${String(process.pid)}`)
    mkdirSync(this.#folder)
  }

  /** Adds the process, with all its threads. */
  add(pid: number): void {
    writeFileSync(join(this.#folder, 'cgroup.procs'), String(pid))
  }

  /** Bytes per second of each direction from now on. */
  set(device: string, bytesPerSecond: number): void {
    const { rdev } = statSync(device)
    // makedev(3): twelve bits of the major number, eight and twelve of the minor one.
    const number = `${String((rdev >> 8) & 0xfff)}:${String((rdev & 0xff) | ((rdev >> 12) & 0xfff00))}`
    const limit = String(bytesPerSecond)
    if (!this.#isLegacy) writeFileSync(join(this.#folder, 'io.max'), `${number} rbps=${limit} wbps=${limit}`)
    else
      for (const direction of ['read', 'write'])
        writeFileSync(join(this.#folder, `blkio.throttle.${direction}_bps_device`), `${number} ${limit}`)
  }

  /** Releases the processes that are still in it, and removes the group. */
  close(): void {
    const pids = readFileSync(join(this.#folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)
    for (const pid of pids) writeFileSync(join(this.#folder, '..', 'cgroup.procs'), pid)
    rmdirSync(this.#folder)
  }
}

const mebibyte = 1024 * 1024

/** How long a job has to measure for `changeSpeed`. */
export const changeSeconds = 66

/** When the speed of a job was changed, by the clock of this host. */
export interface MadeChanges {
  readonly slowedAtMs: number
  readonly stalledAtMs: number
  readonly resumedAtMs: number
}

/**
 * Changes the speed of the job `pid`, which has just started: 16 MiB/s at first, 10 from the 21st second on, with a
 * stall of six seconds in it. All are far below what a loop device can do, and only the stall is below half the
 * median.
 */
export async function changeSpeed(limit: SpeedLimit, device: string, pid: number): Promise<MadeChanges> {
  limit.set(device, 16 * mebibyte)
  limit.add(pid)
  // Not waiting for an event: these are the seconds to be found again.
  const changeAfter = async (seconds: number, speed: number) => {
    await setTimeout(seconds * 1000)
    limit.set(device, speed * mebibyte)
    return Date.now()
  }
  const slowedAtMs = await changeAfter(20, 10)
  const stalledAtMs = await changeAfter(16, 1)
  return { slowedAtMs, stalledAtMs, resumedAtMs: await changeAfter(6, 10) }
}
