import { mergeJobs } from '../output/merge-results'
import type { JobResult } from '../output/read-job'

/** One job as its file describes it, with all entries that fio wrote of it. */
export interface GroupedJob {
  readonly job: JobResult
  /** Places of its entries in the document. */
  readonly entries: readonly number[]
}

/**
 * Without `group_reporting` fio writes one entry per clone (`numjobs`), one after the other under one name. They are one
 * job: a clone's IOPS alone are no result of the case.
 */
export function groupClones(jobs: readonly JobResult[]): readonly GroupedJob[] {
  const groups: GroupedJob[] = []
  for (let at = 0; at < jobs.length;) {
    const first = jobs[at]
    if (!first) break
    const clones = countClones(jobs, at, first)
    const members = jobs.slice(at, at + clones)
    const job = mergeJobs(members) ?? first
    groups.push({ job, entries: members.map((_, offset) => at + offset) })
    at += clones
  }
  return groups
}

function countClones(jobs: readonly JobResult[], start: number, first: JobResult): number {
  const asked = Number(first.options.get('numjobs') ?? 1)
  if (!Number.isInteger(asked) || asked < 2) return 1
  let count = 1
  while (count < asked && isSame(jobs[start + count], first)) count += 1
  return count
}

function isSame(other: JobResult | undefined, first: JobResult): boolean {
  return (
    other?.name === first.name &&
    other.options.size === first.options.size &&
    [...first.options].every(([name, value]) => other.options.get(name) === value)
  )
}
