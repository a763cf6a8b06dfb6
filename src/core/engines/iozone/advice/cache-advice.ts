import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { cachedText } from '../../../plan/estimate-text'
import type { Plan } from '../../../plan/plan'
import { formatBytes, formatExactBytes } from '../../../units/bytes'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../fields'
import { mentionsTest } from '../selected-tests'
import { present, smallestOf } from '../../../units/iterables'

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
    reason: `The page cache holds ${formatBytes(memoryBytes)} at most, so IOzone reads most of what it has written from the drive. A smaller file is quicker and measures memory.`,
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
    text: 'fwrite and fread go through the page cache even with direct I/O.',
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
