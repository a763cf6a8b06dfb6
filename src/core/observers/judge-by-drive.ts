import type { MovedBytes } from '../results/moved-bytes'
import { invalidates, note, type Reservation } from '../results/reservation'
import { formatBytes } from '../units/bytes'
import { formatPercent } from '../units/number-format'
import { largestOf, present } from '../iterables'
import type { CountedDevice, DriveCounters, Moved } from './drive-counters'

/** A measured run, and what the drives under its target did meanwhile. */
export interface DriveEvidence {
  /** The engine as printed. */
  readonly engine: string
  readonly moved: MovedBytes
  /** Undefined if the host left none. */
  readonly counters: DriveCounters | undefined
  /** That of the target; undefined for a raw device. */
  readonly fileSystem:
    { readonly type?: string | undefined; readonly options?: string | undefined } | undefined
  readonly isDevice: boolean
  /** Bytes at the front of the data file that the run may use; 0 if it has no data file of the app. */
  readonly fileBytes: number
  /** Bytes that the engine and its observers wrote into the run directory, perhaps on the same drive. */
  readonly outputBytes: number
  /** The plan says that other load on the drive is part of what is measured. */
  readonly isOtherLoadExpected: boolean
}

/** Ids of what is known against a run from its drive; it is measured again once. */
const verdicts = {
  holes: 'holes-in-the-data-file',
  notDone: 'not-done-by-the-drive',
  other: 'other-load-on-the-drive',
} as const

export function isDriveVerdict({ id }: Pick<Reservation, 'id'>): boolean {
  return Object.values<string>(verdicts).includes(id)
}

/** The data file lost blocks, so it has to be written again before the run is. */
export function isOfHoles({ id }: Pick<Reservation, 'id'>): boolean {
  return id === verdicts.holes
}

/** Id of the note on a run that could not be judged. */
export const notJudgedId = 'not-judged-against-the-drive'

/** The drive did less than this share of the engine's bytes: something else answered. */
const leastShare = 0.8
/** It did more than this share of them in a direction. */
const mostShare = 1.2
/** Other load below this share of all bytes of a run is of no account, whatever its direction. */
const smallShare = 0.05

/**
 * What the drive may do besides and nobody has to account for. Measured over honest runs of all kinds on ext4 and XFS,
 * the journal and inodes take less than 64 KiB a run (tests/integration/guard/honest-drives.test.ts); fio and its
 * libraries are 20 MiB if they have to be read from the same drive; a system that is at rest logs less than 1 MiB/s;
 * and what the engine writes into its run directory is stored in the results file twice (file and journal), while the
 * one before may still be on its way.
 */
const restingBytes = 32 * 1024 ** 2
const restingBytesPerSecond = 1024 ** 2
const outputCopies = 4

/** Below this a run is too small to say that something else than the drive answered. */
const leastBytes = 4 * 1024 ** 2

/** What the drives' own counters and the data file's blocks say about a run. */
export function judgeByDrive(evidence: DriveEvidence): readonly Reservation[] {
  const understood = understandRun(evidence)
  return [
    ...present(holes(evidence)),
    ...(typeof understood === 'string'
      ? [note(notJudgedId, `Not judged against the drive, because ${understood}.`)]
      : [...notDone(evidence, understood), ...otherLoad(evidence, understood)]),
  ]
}

/**
 * The holes of a data file that has fewer blocks than bytes, in a clause; undefined if it has none, or not on a file
 * system where that can be told.
 */
export function holesIn(
  allocated: DriveCounters['allocated'],
  { fileSystem, fileBytes }: Pick<DriveEvidence, 'fileSystem' | 'fileBytes'>,
): string | undefined {
  if (!understoodFileSystems.has(fileSystem?.type ?? '')) return undefined
  const found = allocated.find(
    ({ allocatedBytes, sizeBytes }) => allocatedBytes < Math.min(sizeBytes, fileBytes),
  )
  if (!found) return undefined
  const { when, allocatedBytes, sizeBytes } = found
  return `${when} the run ${formatBytes(allocatedBytes)} of the ${formatBytes(sizeBytes)} of the data file had blocks on the drive; the rest were holes, which are read as zeros without it`
}

function holes(evidence: DriveEvidence): Reservation | undefined {
  const found = holesIn(evidence.counters?.allocated ?? [], evidence)
  return found === undefined
    ? undefined
    : invalidates(verdicts.holes, `${found.charAt(0).toUpperCase()}${found.slice(1)}.`)
}

interface Understood {
  /** Names of the drives whose counters are read. */
  readonly drives: readonly string[]
  /** Bytes at the drives for each byte at the target, at most; at least one. */
  readonly read: number
  readonly write: number
}

interface UnderstoodRun extends Understood {
  readonly asked: Extract<MovedBytes, { readonly read: number }>
  /** What all drives together did. */
  readonly did: Moved
  readonly names: string
  /** What may be on the drives besides. */
  readonly restingBytes: number
}

const understoodFileSystems: ReadonlySet<string> = new Set(['ext2', 'ext3', 'ext4', 'xfs'])
/** Mount options under which requests take other ways. */
const strangeOptions = [
  { pattern: /^dax(=always)?$/, why: 'memory is mapped in place of requests (dax)' },
  { pattern: /^data=journal$/, why: 'data goes through the journal (data=journal)' },
  { pattern: /^rtdev=/, why: 'data may be on another device (rtdev)' },
] as const

/** A reason, to follow "because", if the run, its file system or one of its devices is not understood. */
function understandRun(evidence: DriveEvidence): UnderstoodRun | string {
  const { moved, counters, fileSystem, isDevice, outputBytes } = evidence
  if ('unknown' in moved) return moved.unknown
  if (!counters) return 'the host has no counters of its drives'
  const type = fileSystem?.type
  const [top] = counters.devices
  if (!isDevice) {
    if (type === undefined) return 'the file system of the target is not known'
    if (!understoodFileSystems.has(type)) return `ext4 and XFS are understood, not ${type}`
    const options = fileSystem?.options?.split(',') ?? []
    const strange = strangeOptions.find(({ pattern }) => options.some((option) => pattern.test(option)))
    if (strange) return strange.why
  }
  if (!top) return 'no block device of this host is under the target'
  const understood = understand(top, new Map(counters.devices.map((device) => [device.name, device])), 0)
  if (typeof understood === 'string') return understood
  const ofDrives = counters.devices.filter(({ name }) => understood.drives.includes(name))
  const counted = ofDrives.flatMap(({ moved: did }) => did ?? [])
  if (counted.length < understood.drives.length) return 'the counters of its drive could not be read'
  if (moved.write > 0 && understood.write === Infinity)
    return 'how much a parity array writes depends on what is in its cache'
  return {
    ...understood,
    asked: moved,
    did: {
      read: counted.reduce((sum, { read }) => sum + read, 0),
      write: counted.reduce((sum, { write }) => sum + write, 0),
    },
    names: ofDrives.map(({ name }) => name).join(', '),
    restingBytes: restingBytes + restingBytesPerSecond * counters.seconds + outputCopies * outputBytes,
  }
}

type Devices = ReadonlyMap<string, CountedDevice>

/** The drives at the bottom of a device, and what a byte of it is on them; a reason if that is not known. */
function understand(device: CountedDevice, devices: Devices, depth: number): Understood | string {
  const { name, kind, facts, isCounted } = device
  if (facts.includes('dax')) return `${name} may be mapped in place of requests (dax)`
  switch (kind) {
    case 'drive':
    case 'loop':
    case 'path':
      if (!isCounted) return `${name} does not count its requests (queue/iostats)`
      return { drives: [name], read: 1, write: 1 }
    case 'partition':
    case 'head':
      return understandBelow(device, devices, depth)
    case 'dm': {
      const strange = strangeMapping(device, devices)
      return strange ?? understandBelow(device, devices, depth)
    }
    case 'md':
      return understandArray(device, devices, depth)
    default:
      return `what ${name} does is not known`
  }
}

/** No machine stacks its devices deeper. */
const deepest = 16

/** All devices below, each of which may get any share of the bytes. */
function understandBelow(
  { name, below }: CountedDevice,
  devices: Devices,
  depth: number,
): Understood | string {
  const all: Understood[] = []
  for (const lower of below) {
    const device = devices.get(lower)
    const found = device && depth < deepest ? understand(device, devices, depth + 1) : undefined
    if (typeof found === 'string') return found
    if (found) all.push(found)
  }
  if (all.length === 0 || all.length < below.length) return `what is under ${name} is not known`
  return {
    drives: [...new Set(all.flatMap(({ drives }) => drives))],
    read: largestOf(all.map(({ read }) => read)),
    write: largestOf(all.map(({ write }) => write)),
  }
}

/**
 * Why a device-mapper device may not pass on each request as it is; undefined for encryption, several paths, and linear
 * and striped LVM volumes. The kernel only gives its uuid (dmsetup(8)), whose first part names who made it. LVM gives
 * everything that is not linear or striped (thin pools, caches, snapshots, RAID) members of its own kind.
 */
function strangeMapping(
  { name, facts: [uuid = ''], below }: CountedDevice,
  devices: Devices,
): string | undefined {
  if (/^(CRYPT-(LUKS\d|PLAIN|LOOPAES|TCRYPT|BITLK)-|mpath-|part\d+-mpath-)/.test(uuid)) return undefined
  const hasOwnMembers = below.some((lower) => devices.get(lower)?.facts[0]?.startsWith('LVM-') === true)
  if (uuid.startsWith('LVM-') && !hasOwnMembers) return undefined
  return uuid.startsWith('LVM-')
    ? `${name} is a thin, cached, mirrored or snapshot volume of LVM`
    : `what the volume ${name} does is not known`
}

/** Linux's software RAID (Documentation/admin-guide/md.rst). */
function understandArray(device: CountedDevice, devices: Devices, depth: number): Understood | string {
  const { name, facts, activities } = device
  const [level, ...numbers] = facts
  const [disks = NaN, missing = NaN, layout = NaN] = numbers.map(Number)
  if (activities.some((what) => what !== 'idle' && what !== 'frozen'))
    return `${name} was being checked or rebuilt`
  const below = understandBelow(device, devices, depth)
  if (typeof below === 'string') return below
  // At most, because all but one of the disks may fail during a run.
  const copied = (copies: number) => ({ ...below, write: below.write * copies })
  switch (level) {
    case 'raid0':
    case 'linear':
      return below
    case 'raid1':
      if (disks >= 1) return copied(disks)
      break
    case 'raid10': {
      // Near and far copies, a byte each (drivers/md/raid10.c).
      const copies = (layout & 255) * ((layout >> 8) & 255)
      if (copies >= 1) return copied(copies)
      break
    }
    case 'raid4':
    case 'raid5':
    case 'raid6':
      if (missing !== 0) return `disks of ${name} are missing, and what they had is computed from the others`
      return { ...below, write: Infinity }
    default:
  }
  return `what ${name} (${level ?? 'md'}) does is not known`
}

const directions = ['read', 'write'] as const
const past = { read: 'read', write: 'wrote' } as const

/** "fio read 1.2 GB and wrote 300 MB". */
function sentenceOf(who: string, { read, write }: Moved): string {
  return `${who} read ${formatBytes(read)} and wrote ${formatBytes(write)}`
}

/** The drive did less than it must have done. */
function notDone({ engine }: DriveEvidence, { asked, did, names }: UnderstoodRun): readonly Reservation[] {
  const lacking = directions.filter(
    (direction) =>
      did[direction] < leastShare * asked[direction] && asked[direction] - did[direction] > leastBytes,
  )
  if (lacking.length === 0) return []
  const parts = lacking.map((direction) => {
    const share = formatPercent((100 * did[direction]) / asked[direction])
    return `${engine} ${past[direction]} ${formatBytes(asked[direction])}, but ${names} did ${share} of that`
  })
  return [
    invalidates(verdicts.notDone, `${parts.join('; ')}: a cache answered, or blocks that are not there.`),
  ]
}

/** The drive did more than the engine asked of it, or something that it did not ask for. */
function otherLoad(evidence: DriveEvidence, run: UnderstoodRun): readonly Reservation[] {
  const { asked, did, names } = run
  if (evidence.isOtherLoadExpected) return []
  const dueIn = (direction: 'read' | 'write') =>
    asked[direction] === 0 ? 0 : asked[direction] * run[direction]
  const small = Math.max(smallShare * (dueIn('read') + dueIn('write')), run.restingBytes)
  const isOther = directions.some((direction) => {
    const due = dueIn(direction)
    const isJournaled = direction === 'write' && asked.flushes && !evidence.isDevice
    // What the engine did besides cannot be told from what others did.
    if (due > 0 && (asked.hasUncounted || isJournaled)) return false
    return did[direction] - due > Math.max((mostShare - 1) * due, small)
  })
  if (!isOther) return []
  return [
    invalidates(
      verdicts.other,
      `While ${sentenceOf(evidence.engine, asked)}, ${sentenceOf(names, did)}: other load on the drive.`,
    ),
  ]
}
