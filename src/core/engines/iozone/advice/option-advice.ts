import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { wordLabel } from '../../../plan/levels/level-words'
import type { Plan } from '../../../plan/plan'
import { newerOptionAdvice, targetNameAdvice } from '../../advice/option-advice'
import { findField, numbersIn, valuesIn } from '../fields'
import { pathProblem } from '../command'
import { mentionsTest, testWorkloads, usesChildren, type Mode } from '../selected-tests'
import { gates } from '../version-gates'
import { present, smallestOf } from '../../../iterables'

/** Options that the version lacks, that do nothing in a mode, or that IOzone does not accept. */
export function optionAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(
    targetNameAdvice(plan, 'IOzone', pathProblem),
    ...newerOptionAdvice(plan, 'IOzone', environment.engineVersion, gates),
    ...idleAxes(plan),
    unalignedRecords(plan),
    coarseLatency(plan),
    oneJobMix(plan),
    writtenFirst(plan),
  )
}

/** Parameters that only some modes use, with these modes. */
const modesOf: Readonly<Record<string, readonly Mode[]>> = {
  jobs: ['threads'],
  jobs_from: ['thread-range'],
  jobs_to: ['thread-range'],
  file_size: ['single', 'threads', 'thread-range'],
  block_size: ['single', 'threads', 'thread-range'],
  file_size_from: ['auto'],
  file_size_to: ['auto'],
  block_size_from: ['auto'],
  block_size_to: ['auto'],
  thread: ['threads', 'thread-range'],
  read_percent: ['threads', 'thread-range'],
}

/** An axis that a mode ignores would run equal cases under different names. */
function idleAxes(plan: Plan): readonly Advice[] {
  const modes = valuesIn(plan, 'mode')
  return plan.axes.flatMap((axis) => {
    const used = modesOf[axis.key]
    const idle = used && modes.find((mode) => !used.some((one) => one === mode))
    if (idle === undefined || axis.levels.length < 2) return []
    const label = findField(axis.key)?.label ?? axis.key
    return [
      {
        id: 'axis-without-effect',
        severity: 'warning' as const,
        text: `${label} has no effect in the mode ${wordLabel('mode', String(idle))}, so equal cases would run several times.`,
        about: axis.key,
      },
    ]
  })
}

function unalignedRecords(plan: Plan): Advice | undefined {
  const odd = numbersIn(plan, 'block_size').find((size) => size % 4096 !== 0)
  if (odd === undefined || !valuesIn(plan, 'direct').includes(true)) return undefined
  return {
    id: 'unaligned-records',
    severity: 'warning',
    reservation: 'note',
    text: 'With direct I/O, records should be multiples of 4 KiB.',
    reason: 'Drives with blocks of 4 KiB refuse others, or turn a write into a read and a write.',
    about: 'block_size',
  }
}

function coarseLatency(plan: Plan): Advice | undefined {
  if (!valuesIn(plan, 'report').includes('latency')) return undefined
  return {
    id: 'whole-microseconds',
    severity: 'note',
    text: 'IOzone gives whole microseconds, so a fast operation has few digits, and one below 1 µs has no result.',
    reason: 'Report throughput or IOPS where operations are fast.',
    about: 'report',
  }
}

/** The mix is made of jobs that read and jobs that write. */
function oneJobMix(plan: Plan): Advice | undefined {
  const fewest = smallestOf(numbersIn(plan, 'jobs'))
  if (!mentionsTest(plan, 'random-mix') || !(fewest < 2)) return undefined
  return {
    id: 'mix-of-one-job',
    severity: 'warning',
    reservation: 'qualifies',
    text: 'Random mix needs several jobs: each of them either reads or writes.',
    about: 'jobs',
  }
}

function writtenFirst(plan: Plan): Advice | undefined {
  const isReadOnly = testWorkloads(plan).some(
    (workload) =>
      !usesChildren(workload) &&
      String(workload.tests ?? 'all')
        .split(/[ ,+]+/)
        .every(isReadTest),
  )
  if (!isReadOnly) return undefined
  return {
    id: 'writes-first',
    severity: 'note',
    text: 'IOzone writes the whole file before it reads, in every run.',
    reason:
      'What is written counts towards the wear of the drive and the time of the run, not to the result.',
    about: 'tests',
  }
}

function isReadTest(test: string): boolean {
  return test.includes('read')
}
