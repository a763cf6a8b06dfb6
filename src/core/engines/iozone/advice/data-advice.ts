import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { cachedRandomText, cachedText } from '../../../plan/estimate-text'
import type { Plan } from '../../../plan/plan'
import { formatBytes, formatExactBytes } from '../../../units/bytes'
import { fixing } from '../../field-values'
import { diagnosticData, isOn, numbersIn, plainData, valuesIn } from '../fields'
import { mentionsTest } from '../selected-tests'
import { present, smallestOf } from '../../../iterables'
import { fillsHalfRecords } from '../version-gates'

const gibibyte = 1024 ** 3

/** The effects of the page cache on a plan. */
export function cacheAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(smallFile(plan, environment.memoryBytes), cachedStreams(plan), shortTests(plan))
}

/** IOzone reads the file right after writing it, so cached data is read from memory. */
function smallFile(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const isAuto = valuesIn(plan, 'mode').includes('auto')
  const key = isAuto ? 'file_size_to' : 'file_size'
  const isCached = valuesIn(plan, 'direct').includes(false)
  const smallest = smallestOf(numbersIn(plan, key)) * fewestJobs(plan)
  if (!isCached || memoryBytes === undefined) return undefined
  if (smallest >= 2 * memoryBytes) return largeFile(key, smallest, memoryBytes)
  const enough = Math.ceil((2 * memoryBytes) / fewestJobs(plan) / gibibyte) * gibibyte
  return {
    id: 'file-smaller-than-memory',
    severity: 'warning',
    reservation: 'qualifies',
    text: 'Without direct I/O, the file is smaller than twice the memory.',
    reason: `${cachedText(smallest, memoryBytes)} can lie in the page cache, and IOzone reads what it has just written, so reads measure memory more than the drive.`,
    about: key,
    remedy: fixing(plan, `Use ${formatExactBytes(enough)}`, key, enough),
  }
}

/** Why a plan has such a large file, for users who wonder about its duration. */
function largeFile(key: string, fileBytes: number, memoryBytes: number): Advice | undefined {
  if (!Number.isFinite(fileBytes)) return undefined
  return {
    id: 'file-beyond-memory',
    severity: 'note',
    text: `The file is ${formatBytes(fileBytes)}, at least twice the memory.`,
    reason: `The page cache holds ${formatBytes(memoryBytes)} at most, so tests in order read from the drive; ${cachedRandomText(fileBytes, memoryBytes)} still come from memory. A smaller file is quicker and measures memory.`,
    about: key,
  }
}

/** Files that are on the drive at the same time. */
function fewestJobs(plan: Plan): number {
  if (!valuesIn(plan, 'mode').every((mode) => mode === 'threads')) return 1
  return Math.max(1, smallestOf(numbersIn(plan, 'jobs')))
}

function cachedStreams(plan: Plan): Advice | undefined {
  const hasStreams = ['fwrite', 'refwrite', 'fread', 'refread'].some((test) => mentionsTest(plan, test))
  if (!hasStreams || !valuesIn(plan, 'direct').includes(true)) return undefined
  return {
    id: 'streams-are-cached',
    severity: 'warning',
    reservation: 'note',
    text: 'Fwrite and Fread go through the page cache even with direct I/O.',
    reason: 'Their numbers are shown beside those of the other tests and mean something else.',
    about: 'tests',
  }
}

/** A file of a few MiB is processed in less time than starting takes. */
function shortTests(plan: Plan): Advice | undefined {
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  if (!(smallest < 64 * 1024 ** 2) || valuesIn(plan, 'mode').includes('auto')) return undefined
  return {
    id: 'short-tests',
    severity: 'note',
    text: `A test of ${formatBytes(smallest)} is over in a moment.`,
    reason:
      'IOzone measures until the file is done, so the size of the file is the length of the test; a few milliseconds rest on chance.',
    about: 'file_size',
  }
}

/** The effects of the written data on the numbers. Reads count too: they read what was written before. */
export function contentAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(
    plainFill(plan),
    diagnostic(plan),
    halfRecords(plan, environment.engineVersion),
    repetitionBetweenFiles(plan),
    madeData(plan),
    ...idleShares(plan),
  )
}

function plainFill(plan: Plan): Advice | undefined {
  if (!valuesIn(plan, 'dedupe_percent').includes(plainData)) return undefined
  return {
    id: 'compressible-data',
    severity: 'warning',
    reservation: 'qualifies',
    text: "IOzone's own fill repeats one block over the whole file.",
    reason:
      'It compresses to half a percent of its size, so a drive or file system that compresses looks far faster than it is.',
    about: 'dedupe_percent',
    remedy: fixing(plan, 'Write new data everywhere', 'dedupe_percent', 0),
  }
}

function diagnostic(plan: Plan): Advice | undefined {
  if (!valuesIn(plan, 'dedupe_percent').includes(diagnosticData)) return undefined
  return {
    id: 'diagnostic-data',
    severity: 'note',
    text: "random is IOzone's diagnostic mode (-+d), as in the printed reviews.",
    reason:
      'IOzone calls its numbers invalid in this mode, because it also checks what it reads. The data compresses to about half with records of 4 KiB and to a third with larger ones.',
    about: 'dedupe_percent',
  }
}

function halfRecords(plan: Plan, version: string | undefined): Advice | undefined {
  const isPercentage = numbersIn(plan, 'dedupe_percent').length > 0
  const isMade = valuesIn(plan, 'compress_percent').length > 0
  if (!isPercentage || isMade || !fillsHalfRecords(version)) return undefined
  return {
    id: 'half-filled-records',
    severity: 'warning',
    reservation: 'qualifies',
    text: `IOzone ${version ?? ''} fills only the first half of each record and leaves zeros behind it.`,
    reason:
      'Data that should not compress shrinks to half. Version 3.507 fills whole records, and so does this one with Compressible at 0 %, which repeats less exactly.',
    about: 'compress_percent',
    remedy: fixing(plan, 'Set Compressible to 0 %', 'compress_percent', 0),
  }
}

function repetitionBetweenFiles(plan: Plan): Advice | undefined {
  const isShared = numbersIn(plan, 'dedupe_percent').some((percent) => percent > 0)
  const isInside =
    isOn(plan.base, 'dedupe_alike') ||
    valuesIn(plan, 'dedupe_alike').includes(true) ||
    valuesIn(plan, 'dedupe_interior_percent').length > 0
  const hasOneFile = valuesIn(plan, 'mode').some((mode) => mode === 'single' || mode === 'auto')
  if (!isShared || isInside || !hasOneFile) return undefined
  return {
    id: 'repeats-between-files-only',
    severity: 'warning',
    reservation: 'invalidates',
    text: 'Dedupe alone repeats data between the files of several jobs, and there is one file.',
    reason: 'Every level would write the same. Printed reviews passed the percentage for all three options.',
    about: 'dedupe_percent',
    remedy: fixing(plan, 'Repeat everywhere alike', 'dedupe_alike', true),
  }
}

function madeData(plan: Plan): Advice | undefined {
  if (valuesIn(plan, 'compress_percent').length === 0) return undefined
  return {
    id: 'data-is-made-while-measuring',
    severity: 'note',
    text: 'IOzone makes compressible data while it measures writing, and marks the option experimental.',
    reason:
      'On one core it made about 2 GB a second, so writes of faster drives show the processor. Compare with a level without it.',
    about: 'compress_percent',
  }
}

const shareKeys = ['dedupe_interior_percent', 'dedupe_within_percent', 'compress_percent'] as const

/** Fills given as words have no shares, so equal cases would run under different names. */
function idleShares(plan: Plan): readonly Advice[] {
  const isWord = valuesIn(plan, 'dedupe_percent').some((value) => typeof value === 'string')
  return shareKeys
    .filter((key) => isWord && plan.axes.some((axis) => axis.key === key))
    .map((key) => ({
      id: 'axis-without-effect',
      severity: 'warning' as const,
      text: 'Shares have no effect on random and plain data, so equal cases would run several times.',
      about: key,
    }))
}
