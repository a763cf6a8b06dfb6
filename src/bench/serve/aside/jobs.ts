import { readJobs } from './read-jobs'
import type { JobWatch, Reader } from './reader'
import { writeJobs } from './write-jobs'

/**
 * What is done aside for windows, by name: functions of a reader and what they are given. Arguments and answers cross
 * between threads.
 */
export const jobs = { ...readJobs, ...writeJobs }

export type Job = keyof typeof jobs
export type JobGiven<J extends Job> = Parameters<(typeof jobs)[J]>[1]
export type JobAnswer<J extends Job> = Awaited<ReturnType<(typeof jobs)[J]>>

/** Does a job in this thread. */
export async function doJob<J extends Job>(
  name: J,
  reader: Reader,
  given: JobGiven<J>,
  watch: JobWatch,
): Promise<JobAnswer<J>> {
  const work = jobs[name] as (
    reader: Reader,
    given: JobGiven<J>,
    watch: JobWatch,
  ) => JobAnswer<J> | Promise<JobAnswer<J>>
  return work(reader, given, watch)
}
