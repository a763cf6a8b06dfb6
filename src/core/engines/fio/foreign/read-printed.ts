import type { LevelValue } from '../../../plan/plan'
import { note } from '../../../results/reservation'
import { groupBy } from '../../../iterables'
import { askAgain, type ForeignOutput, type ForeignRun, type SkippedPart } from '../../foreign/foreign-output'
import { programRun } from '../../foreign/program-run'
import { failureOfErrno } from '../failures'
import { isNameOf, longestJobName, togetherName } from '../output/read-job'
import { bannerHead, bannersOf, type Banner } from './printed-banners'
import { addedUp, jobHead, readPrintedJob, type PrintedJob } from './printed-job'
import { readTerse } from './read-terse'

/**
 * Reads fio's human-readable output, and its terse lines of version 3 to 5 (`--minimal`). Undefined if the text has
 * neither. A job's parameters are taken from the banner if there is one; terse lines alone have only its name. Of the
 * reports that `status-interval` prints during a run, the last one counts; clones are one job, and so is what several
 * servers did for a client. Formats: fio's HOWTO, "Interpreting the output" and "Terse output", and output captured
 * from fio 1.59 to 3.33.
 */
export function readPrintedFio(source: string): ForeignOutput | undefined {
  // Lines of progress end without a line feed.
  const text = source.replaceAll('\r', '\n')
  const terse = [...text.matchAll(/^ *[345];fio-\d.*$/gm)]
  const heads = [...text.matchAll(new RegExp(jobHead.source, 'gm'))].map(({ index }) => index)
  if (terse.length === 0 && heads.length === 0) return undefined
  const skipped: SkippedPart[] = []
  const reports = lastStates(joinServers(reportsOf(text, heads)))
  const printed = reports.flatMap((report) => readReport(report, skipped))
  // With `output-format=terse,normal`, fio writes every result twice.
  const isTwice = terse.length === heads.length && printed.length > 0
  const lines = isTwice
    ? []
    : readTerse(
        terse.map(({ 0: line, index: at }) => ({ line, at })),
        bannersOf(text),
        skipped,
      )
  return { engine: 'fio', runs: [...lines, ...printed], skipped }
}

/** What one run of fio prints at its end, or at an interval. */
interface Report {
  /** The text since the report before, with the banners of this one's jobs. */
  readonly before: string
  readonly jobs: readonly PrintedJob[]
  /** It has the totals of its groups, so that none of its jobs is missing. */
  readonly isWhole: boolean
  /** Servers of a client, added up. */
  readonly hosts: number
}

/** A report ends with the totals of its groups; the banners of the next one begin another, even if these were cut out. */
function reportsOf(text: string, heads: readonly number[]): readonly Report[] {
  const end = new RegExp(`^Run status group|${bannerHead.source}`, 'm')
  const reports: Report[] = []
  let jobs: PrintedJob[] = []
  let [from, start] = [0, heads[0] ?? 0]
  heads.forEach((head, at) => {
    const part = text.slice(head, heads[at + 1])
    jobs.push(readPrintedJob(part))
    if (!end.test(part) && at + 1 < heads.length) return
    reports.push({
      before: text.slice(from, start),
      jobs,
      isWhole: /^Run status group/m.test(part),
      hosts: 1,
    })
    jobs = []
    ;[from, start] = [head, heads[at + 1] ?? text.length]
  })
  return reports
}

/**
 * A client names its servers, then prints a report for each, and the sum of all, which some versions add up wrongly and
 * others leave out.
 */
function joinServers(reports: readonly Report[]): readonly Report[] {
  const joined: Report[] = []
  for (let at = 0; at < reports.length;) {
    const hosts = Math.max(1, reports[at]?.before.match(/^hostname=/gm)?.length ?? 0)
    const servers = reports.slice(at, at + hosts)
    const jobs = servers.flatMap((report) => report.jobs)
    joined.push({
      before: servers.map(({ before }) => before).join(''),
      jobs: jobs.filter(({ name, pid }) => name !== togetherName || pid > 0),
      isWhole: servers.length === hosts && servers.every(({ isWhole }) => isWhole),
      hosts,
    })
    at += hosts
  }
  return joined.filter(({ jobs }) => jobs.length > 0)
}

/** A later report on the same processes takes the place of the earlier ones, but not of their banners. */
function lastStates(reports: readonly Report[]): readonly Report[] {
  const last: Report[] = []
  for (const report of reports) {
    const earlier = last.at(-1)
    const isLater =
      earlier?.jobs.some(({ pid }) => pid > 0) === true &&
      earlier.jobs.every(
        (job) => job.pid === 0 || report.jobs.some(({ name, pid }) => name === job.name && pid === job.pid),
      )
    if (isLater) last.pop()
    last.push(isLater ? { ...report, before: earlier.before + report.before } : report)
  }
  return last
}

function readReport(report: Report, skipped: SkippedPart[]): readonly ForeignRun[] {
  const { before, jobs } = report
  const skip = (part: string, reason: string): readonly ForeignRun[] => {
    skipped.push({ part, reason })
    return []
  }
  const isEnded = /\bterminating on signal \d+/.test(before)
  const version = [...before.matchAll(/^(?:fio[- ])?(\d[\w.-]+)$|\bfio=fio-([\w.-]+)/gm)].at(-1)
  const banners = bannersOf(before)
  return jobsOfBanners(jobs, banners).flatMap(({ name, clones, banner, isAmbiguous }) => {
    if (isAmbiguous) return skip(name, sameNames)
    if (isEnded) return skip(name, 'fio was ended before the run was over.')
    const error = clones.find((job) => job.error !== 0)?.error ?? 0
    if (error !== 0) return skip(name, failureOfErrno(error).text)
    const isOneWay =
      typeof banner?.levels.pattern === 'string' && /-(?:read|write)$/.test(banner.levels.pattern)
    const isCut = clones.some((job) => job.isCut)
    // Servers may have jobs of their own.
    const hosts = clones.length % report.hosts === 0 ? report.hosts : 1
    if (clones.every((job) => job.didNothing) || (isCut && (!isOneWay || clones.length > 1)))
      return skip(name, isCut ? cutJob : 'The job did no I/O.')
    if (lacksClones(report, banner)) return skip(name, cutClones)
    return programRun({
      label: name,
      levels: {
        ...(banner?.levels ?? withoutBanner(name, clones)),
        jobs: jobsOf(clones) / hosts,
        ...(hosts > 1 && { hosts }),
      },
      numbers: addedUp(clones, 'io_count'),
      version: version?.[1] ?? version?.[2],
      finishedAtMs: clones.at(-1)?.finishedAtMs,
      warnings: [rounded, ...(isCut ? [cut] : [])],
    })
  })
}

interface NamedJob {
  readonly name: string
  readonly clones: readonly PrintedJob[]
  readonly banner: Banner | undefined
  /** It may be clones of one job, or several jobs. */
  readonly isAmbiguous?: boolean
}

/**
 * Jobs of one name are clones, the last banner of that name is theirs. Names that fio cut in the results alone may be of
 * several jobs: these are told apart by their groups, and within a group by their order if none has clones.
 */
function jobsOfBanners(jobs: readonly PrintedJob[], banners: readonly Banner[]): readonly NamedJob[] {
  const isCut = (name: string) => name.length === longestJobName
  const keys = groupBy(jobs, ({ name, group }) => (isCut(name) ? `${group} ${name}` : name))
  return [...keys.values()].flatMap((clones): readonly NamedJob[] => {
    const [{ name, group }] = clones
    const named = banners.filter((one) => isNameOf(one.name, name))
    if (!isCut(name)) return [{ name, clones, banner: named.at(-1) }]
    const own = named.filter((one) => one.group === group)
    if (new Set(own.map((one) => one.name)).size < 2)
      return [{ name: own.at(-1)?.name ?? name, clones, banner: own.at(-1) }]
    if (own.length !== clones.length || own.some(({ hasClones }) => hasClones))
      return [{ name, clones, banner: undefined, isAmbiguous: true }]
    return clones.map((job, at) => ({ name: own[at]?.name ?? name, clones: [job], banner: own[at] }))
  })
}

const sameNames =
  'fio cut the names of several jobs to the same, so their results cannot be told apart. Give them names of fewer than 127 characters.'

/** What a job says of itself if its banner was cut out, as it often is from a post: its name, and the depth of all. */
function withoutBanner(name: string, clones: readonly PrintedJob[]): Readonly<Record<string, LevelValue>> {
  const depths = new Set(clones.map(({ depth }) => depth))
  const [depth] = depths
  return { job: name, ...(depths.size === 1 && depth !== undefined && { queue_depth: depth }) }
}

/** Without its end, a report may lack clones: fio says before it how many processes or threads it starts. */
function lacksClones({ before, jobs, isWhole, hosts }: Report, banner: Banner | undefined): boolean {
  if (isWhole) return false
  const started = [...before.matchAll(/^Starting (\d+) (?:process|thread)/gm)].at(-1)?.[1]
  return hosts > 1 || (banner?.hasClones === true && jobsOf(jobs) < Number(started ?? 0))
}

function jobsOf(parts: readonly PrintedJob[]): number {
  return parts.reduce((sum, job) => sum + job.jobs, 0)
}

const rounded = note(
  'rounded-output',
  'fio prints its numbers for people with three or four digits; its JSON has all of them.',
)

const cut = note(
  'cut-output',
  'The text of this job ends before its last lines, so latencies may be missing.',
)

/** What there is could be one direction of two. */
const cutJob = `Its text ends before its last lines. ${askAgain}`

const cutClones = `Its text ends before the last of its clones or servers. ${askAgain}`
