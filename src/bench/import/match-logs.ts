import { basename, dirname } from 'node:path'
import type { SkippedSource } from '../../core/contract/import-requests'
import type { ForeignLogs } from '../../core/engines/foreign/foreign-output'
import { parseLogName } from '../../core/engines/fio/logs/log-rows'
import type { FoundFile } from './collect-files'

/** The part of a run that is needed to find its logs. */
export interface LoggedRun {
  /** Path of the output it was found in. */
  readonly path: string
  readonly logs: ForeignLogs
}

/** The logs of one run. */
export interface MatchedLogs<T extends LoggedRun> {
  readonly run: T
  readonly files: readonly FoundFile[]
}

/**
 * Finds the run of each log by the names in the options of its output, in the same folder first. A log that
 * may belong to several runs is not matched, nor are logs of the same name from several folders.
 */
export function matchLogs<T extends LoggedRun>(
  runs: readonly T[],
  logs: readonly FoundFile[],
): { readonly matched: readonly MatchedLogs<T>[]; readonly left: readonly SkippedSource[] } {
  if (logs.length === 0) return { matched: [], left: [] }
  const byPrefix = new Map<string, T[]>()
  for (const run of runs)
    for (const prefix of run.logs.prefixes) {
      const named = byPrefix.get(prefix)
      if (named) named.push(run)
      else byPrefix.set(prefix, [run])
    }
  const matched = new Map<T, FoundFile[]>()
  const left: SkippedSource[] = []
  const leave = ({ path }: FoundFile, reason: string) =>
    left.push({ path, part: '', kind: 'left-log', reason })
  for (const file of logs) {
    const named = runsOf(file, byPrefix)
    const beside = named.filter(({ path }) => dirname(path) === dirname(file.path))
    const candidates = beside.length > 0 ? beside : named
    const [run] = candidates
    if (!run) leave(file, 'No result that was read names it (write_bw_log and the like).')
    else if (candidates.length > 1) leave(file, ambiguous(candidates))
    else matched.set(run, [...(matched.get(run) ?? []), file])
  }
  const found = [...matched].flatMap(([run, files]): readonly MatchedLogs<T>[] => {
    const beside = files.filter(({ path }) => dirname(path) === dirname(run.path))
    const folders = new Set(files.map(({ path }) => dirname(path)))
    if (folders.size === 1 || isEachOfHost(run, files)) return [{ run, files }]
    for (const file of files)
      if (!beside.includes(file))
        leave(
          file,
          `Logs of this name are in ${folders.size} folders; it is not known which are of ${basename(run.path)}.`,
        )
    return beside.length > 0 ? [{ run, files: beside }] : []
  })
  return { matched: found, left }
}

/** The server of a client that wrote a log, by the end of its name or by its folder; undefined if the run had none. */
export function hostOfLog({ path }: FoundFile, { hosts = [] }: ForeignLogs): string | undefined {
  const named = parseLogName(basename(path))?.host
  const folder = basename(dirname(path))
  return hosts.find((host) => host === named) ?? hosts.find((host) => host === folder)
}

/** Whether each file is the only one of its kind and job that its server wrote. */
function isEachOfHost({ logs }: LoggedRun, files: readonly FoundFile[]): boolean {
  const keys = files.map((file) => {
    const name = parseLogName(basename(file.path))
    const host = hostOfLog(file, logs)
    return host === undefined ? undefined : `${host} ${name?.kind ?? ''} ${name?.job ?? 0}`
  })
  return !keys.includes(undefined) && new Set(keys).size === keys.length
}

function runsOf<T extends LoggedRun>(
  { path }: FoundFile,
  byPrefix: ReadonlyMap<string, readonly T[]>,
): readonly T[] {
  const name = parseLogName(basename(path))
  if (!name) return []
  const named = byPrefix.get(name.prefix) ?? []
  return named.filter(
    ({ logs: { jobs, hosts } }) =>
      (name.host === undefined || hosts?.includes(name.host) === true) &&
      (!jobs || name.job === 0 || (name.job >= jobs.first && name.job <= jobs.last)),
  )
}

function ambiguous(runs: readonly LoggedRun[]): string {
  const names = [...new Set(runs.map(({ path }) => basename(path)))]
  const more = names.length > 2 ? ` and ${names.length - 2} more` : ''
  return names.length === 1
    ? `Several jobs of ${names[0] ?? ''} may have written it.`
    : `Several results name it (${names.slice(0, 2).join(', ')}${more}); which one it is of is not known.`
}
