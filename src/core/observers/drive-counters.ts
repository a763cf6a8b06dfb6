import { gainOf } from './observed-series'
import { readDiskCounters } from './disk-samples'
import type { ClockReading } from './host-clock'

/** What a run left about the drives under its target; parts are absent where the host does not say. */
export interface DriveCounters {
  /** `major:minor` of the file system or device that the target is on; undefined for a raw device or without a target. */
  readonly target: string | undefined
  /** The target's own device first, every device before those it is built on. */
  readonly devices: readonly CountedDevice[]
  /** How long the steps measured. */
  readonly seconds: number
  /** The data file before and after the run. */
  readonly allocated: readonly Allocation[]
  /** The host's clocks at the start and end of the run. */
  readonly clocks: readonly [ClockReading, ClockReading] | undefined
}

/** A block device, as `bench/hosts/shell/drive-functions.sh` describes it. */
export interface CountedDevice {
  readonly name: string
  /** `partition`, `dm`, `md`, `loop`, `head` (of the hidden paths of an NVMe drive), `path`, `drive`, or `other`. */
  readonly kind: string
  /** Names of the devices it is built on. */
  readonly below: readonly string[]
  /** The kernel counts its requests. */
  readonly isCounted: boolean
  /** Of md: level, disks, missing disks, layout. Of dm: its uuid. Of a drive: `dax`. */
  readonly facts: readonly string[]
  /** What md did besides at the start or end of a step, such as `resync`. */
  readonly activities: readonly string[]
  /** Bytes it read and wrote while the steps measured; undefined if they were not counted throughout. */
  readonly moved: Moved | undefined
}

export interface Moved {
  readonly read: number
  readonly write: number
}

/** What a file occupies, and its length, in bytes. */
export interface Allocation {
  readonly when: 'before' | 'after'
  readonly allocatedBytes: number
  readonly sizeBytes: number
}

const heading = 'benchwright-counters 1'
/** Unit of `st_blocks` (stat(2)) and of the kernel's counters, whatever the file system or drive has. */
const blockBytes = 512

/** Reads the file `counters` of a run directory, written by `bench/runner/supervise/supervise.sh`; undefined if it is none. */
export function readDriveCounters(text: string): DriveCounters | undefined {
  const [first, ...rest] = text.split('\n')
  if (first !== heading) return undefined
  const lines = rest.map((line) => line.trim().split(/ +/))
  const of = (kind: string) => lines.filter((words) => words[0] === kind).map((words) => words.slice(1))
  const readings = ['before', 'after'].map((kind) => of(kind))
  return {
    target: of('target')[0]?.[0],
    devices: of('device').flatMap(([name, kind, below = '-', counted, ...facts]) =>
      name === undefined || kind === undefined
        ? []
        : [
            {
              ...{
                name,
                kind,
                below: below === '-' ? [] : below.split(','),
                isCounted: counted === '1',
                facts,
              },
              activities: of('activity').flatMap(([device, what]) =>
                device === name && what !== undefined ? [what] : [],
              ),
              moved: movedBy(
                name,
                readings.map((all) => all.filter(([, device]) => device === name)),
              ),
            },
          ],
    ),
    seconds: secondsOf(readings),
    allocated: of('allocated').flatMap(([when, blocks, size]) =>
      (when === 'before' || when === 'after') && isWhole(blocks) && isWhole(size)
        ? [{ when, allocatedBytes: Number(blocks) * blockBytes, sizeBytes: Number(size) }]
        : [],
    ),
    clocks: clocksOf(of('written'), of('claimed')[0]?.[0], of('ended')[0]?.[0]),
  }
}

function isWhole(word: string | undefined): boolean {
  return word !== undefined && /^\d{1,15}$/.test(word)
}

/** The sum over all steps that measured. `readings`: those before and those after the steps, as UPTIME NAME COUNTERS. */
function movedBy(
  name: string,
  [before = [], after = []]: readonly (readonly (readonly string[])[])[],
): Moved | undefined {
  if (name === '' || before.length === 0 || before.length !== after.length) return undefined
  let [read, write] = [0, 0]
  for (const [step, words] of before.entries()) {
    const [earlier, later] = [words, after[step] ?? []].map((each) => readDiskCounters(each.slice(2)))
    const gain = (direction: 'read' | 'write') =>
      gainOf(earlier?.directions.get(direction)?.sectors, later?.directions.get(direction)?.sectors)
    const [readSectors, writtenSectors] = [gain('read'), gain('write')]
    if (readSectors === undefined || writtenSectors === undefined) return undefined
    read += readSectors * blockBytes
    write += writtenSectors * blockBytes
  }
  return { read, write }
}

function secondsOf([before = [], after = []]: readonly (readonly (readonly string[])[])[]): number {
  const times = (readings: typeof before) => [...new Set(readings.map(([uptime]) => Number(uptime)))]
  const [starts, ends] = [times(before), times(after)]
  const sum = starts.reduce((all, start, step) => all + Math.max(0, (ends[step] ?? start) - start), 0)
  return Number.isFinite(sum) ? sum : 0
}

/**
 * The times of day at which the files `supervisor` and `counters` were last changed, with the uptimes at which that
 * was. `written`: node, blocks, size, date, time and zone (UTC) of both.
 */
function clocksOf(
  written: readonly (readonly string[])[],
  claimed: string | undefined,
  ended: string | undefined,
): DriveCounters['clocks'] {
  const [first = NaN, last = NaN] = written.map(
    ([, , , day = '', time = '']) => Date.parse(`${day}T${time.slice(0, '00:00:00.000'.length)}Z`) / 1000,
  )
  const start = { timeOfDay: first, uptime: Number(claimed) }
  const end = { timeOfDay: last, uptime: Number(ended) }
  const isKnown = [start, end].every(({ timeOfDay, uptime }) => Number.isFinite(timeOfDay + uptime))
  return isKnown ? [start, end] : undefined
}
