import { groupBy, largestOf } from '../../../iterables'
import { numberAt, objectAt } from '../output/json-members'
import {
  countedEntries,
  longestJobName,
  readJob,
  togetherName,
  type JobEntry,
  type JobResult,
} from '../output/read-job'
import { echoedLevels } from './echoed-levels'

/** One job as its file describes it, with all entries that fio wrote for it. */
export interface GroupedJob {
  readonly job: JobResult
  readonly entries: readonly JobEntry[]
  /** Servers that ran it for a client, if there were several. */
  readonly hosts?: number
  /** It was run by servers of a client, and nothing says how many there were. */
  readonly lacksHosts?: boolean
}

/** The jobs of a document of fio, in its order: clones are one job, and so is what several servers did for a client. */
export function groupJobs(entries: readonly JobEntry[]): readonly GroupedJob[] {
  return groupClients(entries) ?? groupClones(entries)
}

/**
 * Without `group_reporting` fio writes one entry per clone (`numjobs`), one after the other under one name. They are
 * one job: a single clone's IOPS are not a result of the case.
 */
function groupClones(entries: readonly JobEntry[]): readonly GroupedJob[] {
  const groups: GroupedJob[] = []
  for (let at = 0; at < entries.length;) {
    const clones = entries.slice(at, at + countClones(entries, at))
    const job = readJob(clones)
    if (!job) break
    groups.push({ job, entries: clones })
    at += clones.length
  }
  return groups
}

/**
 * A client reports on each of its servers' jobs, then on all of them together: the latter is the result if the servers
 * did the same. Different jobs are added up over the servers, each on its own. Undefined if there is no such entry.
 */
function groupClients(entries: readonly JobEntry[]): readonly GroupedJob[] | undefined {
  const together = countedEntries(entries)
  const reported = entries.filter((entry) => !together.includes(entry))
  if (reported.length === 0) return undefined
  const own = withKnownOptions(reported)
  const server = ({ hostName, section }: JobEntry) => `${hostName} ${numberAt(section, 'port')}`
  const kinds = [
    ...groupBy(own, (entry) =>
      entry.options.size === 0
        ? `unknown ${entry.name} ${entry.name.length === longestJobName ? requestBytes(entry) : ''}`
        : JSON.stringify(echoedLevels(entry.options)),
    ).values(),
  ].flatMap((kind) => {
    const servers = new Set(kind.map(server))
    const names = new Set(kind.map((entry) => `${server(entry)} ${entry.name}`))
    if (!kind.some(isNamedHost)) return [...groupBy(kind, ({ name }) => name).values()]
    // Servers may have names of their own for the same job, but names of one server are of several.
    return names.size === servers.size ? [kind] : [...groupBy(kind, ({ name }) => name).values()]
  })
  return kinds.flatMap((kind): readonly GroupedJob[] => {
    const job = readJob(kinds.length > 1 ? kind : together)
    if (!job) return []
    const [{ name, options }] = kind
    const isOneName = kind.every((entry) => entry.name === name)
    const servers = kind.some(isNamedHost) ? new Set(kind.map(server)).size : countServers(kind)
    return [
      {
        job: { ...job, options, name: isOneName ? name : togetherName },
        entries: kind,
        ...(servers === undefined ? { lacksHosts: true } : servers > 1 && { hosts: servers }),
      },
    ]
  })
}

function isNamedHost({ hostName, section }: JobEntry): boolean {
  return hostName !== '' || numberAt(section, 'port') !== undefined
}

/**
 * Servers without names of their own, by the processes of their entries of one job: with `group_reporting` an entry adds
 * up the run times of its clones. Undefined if they are no multiple of the clones that each server was to start.
 */
function countServers(entries: readonly JobEntry[]): number | undefined {
  const clones = Number(entries[0]?.options.get('numjobs') ?? 1)
  if (entries[0]?.options.size === 0 || !Number.isInteger(clones) || clones < 1) return undefined
  const processes = entries.map(({ section }) => {
    const runtimes = ['read', 'write', 'trim'].map(
      (side) => numberAt(objectAt(section, side) ?? {}, 'runtime') ?? 0,
    )
    const longest = largestOf(runtimes, 0)
    const total = numberAt(section, 'job_runtime')
    return total === undefined || longest === 0 ? undefined : Math.max(1, Math.round(total / longest))
  })
  // Before 3.8 there is no sum: entries are clones then, unless they are added up.
  const counted = processes.reduce<number>((sum, one) => sum + (one ?? 1), 0)
  const isWhole = counted % clones === 0 && processes.every((one) => one !== undefined || clones === 1)
  return isWhole ? counted / clones : undefined
}

/**
 * Some versions echo the options of a client's jobs for the first server only. The others ran what an entry of their
 * name says, if the bytes of their requests are the same and no other job has that name; otherwise their options are
 * unknown.
 */
function withKnownOptions(entries: readonly JobEntry[]): readonly JobEntry[] {
  const hasOwn = ({ section }: JobEntry) => objectAt(section, 'job options') !== undefined
  if (!entries.some(hasOwn)) return entries
  return entries.map((entry) => {
    if (hasOwn(entry)) return entry
    const named = entries.filter(
      (other) => hasOwn(other) && other.name === entry.name && requestBytes(other) === requestBytes(entry),
    )
    const [first] = named
    const isOne = new Set(named.map(({ options }) => JSON.stringify(echoedLevels(options)))).size === 1
    return { ...entry, options: first && isOne ? first.options : new Map<string, string>() }
  })
}

function requestBytes({ section }: JobEntry): number {
  const sides = ['read', 'write', 'trim'].map((side) => objectAt(section, side) ?? {})
  const sum = (key: string) => sides.reduce((total, side) => total + (numberAt(side, key) ?? 0), 0)
  return Math.round(sum('io_bytes') / Math.max(1, sum('total_ios')))
}

function countClones(entries: readonly JobEntry[], start: number): number {
  const first = entries[start]
  const asked = Number(first?.options.get('numjobs') ?? 1)
  if (!first || !Number.isInteger(asked) || asked < 2) return 1
  let count = 1
  while (count < asked && isSame(entries[start + count], first)) count += 1
  return count
}

/** Whether two entries are of the same job, or of clones of it. */
export function isSame(other: JobEntry | undefined, first: JobEntry): boolean {
  return (
    other?.name === first.name &&
    other.options.size === first.options.size &&
    [...first.options].every(([name, value]) => other.options.get(name) === value)
  )
}
