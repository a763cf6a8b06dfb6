import type { Advice } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { formatCount } from '../../../units/number-format'
import { usedLevels } from '../workload/used-levels'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../workload/fields'
import { largestOf, present, smallestOf } from '../../../iterables'
import { formatDuration } from '../../../units/durations'

/** Linux's usual limit of asynchronous requests on a machine (`/proc/sys/fs/aio-max-nr`). */
const usualRequestLimit = 65_536

/** Whether the requested number of requests will be in flight. */
export function queueAdvice(plan: Plan): readonly Advice[] {
  const deepest = largestOf(numbersIn(plan, 'queue_depth'))
  return present(
    synchronousEngine(plan, deepest),
    cachedLibaio(plan, deepest),
    tooMany(plan, deepest),
    limitedMix(plan),
  )
}

function synchronousEngine(plan: Plan, deepest: number): Advice | undefined {
  const synchronous = valuesIn(plan, 'io_engine').filter(
    (engine) => usedLevels({ io_engine: engine, queue_depth: deepest }).queue_depth === undefined,
  )
  if (synchronous.length === 0 || !(deepest > 1)) return undefined
  return {
    id: 'sync-engine-depth',
    severity: 'warning',
    text: `${synchronous.join(', ')} keeps one request in flight, whatever the queue depth.`,
    reason: `A queue depth of ${deepest} has no effect there and is not printed with the results.`,
    about: 'io_engine',
    remedy:
      fixing(plan, 'Use libaio', 'io_engine', 'libaio') ??
      fixing(plan, 'Use queue depth 1', 'queue_depth', 1),
  }
}

function cachedLibaio(plan: Plan, deepest: number): Advice | undefined {
  const isCached = valuesIn(plan, 'direct').includes(false)
  if (!valuesIn(plan, 'io_engine').includes('libaio') || !isCached || !(deepest > 1)) return undefined
  return {
    id: 'libaio-without-direct',
    severity: 'warning',
    reservation: 'qualifies',
    text: 'libaio waits for each request when it goes through the page cache.',
    reason: `Without direct I/O the queue depth of ${deepest} is not reached.`,
    about: 'direct',
    remedy: fixing(plan, 'Turn direct I/O on', 'direct', true),
  }
}

function tooMany(plan: Plan, deepest: number): Advice | undefined {
  const inFlight = deepest * largestOf(numbersIn(plan, 'jobs'))
  if (!(inFlight > usualRequestLimit) || !valuesIn(plan, 'io_engine').includes('libaio')) return undefined
  return {
    id: 'too-many-requests',
    severity: 'warning',
    text: `Jobs times queue depth come to ${formatCount(inFlight)} requests in flight.`,
    reason: `Linux usually allows ${formatCount(usualRequestLimit)} asynchronous requests on the whole machine (fs.aio-max-nr).`,
    about: 'queue_depth',
  }
}

/** fio limits reads and writes each to the rate, so a mix drifts to even shares. `rate_iops` is split by the app. */
function limitedMix(plan: Plan): Advice | undefined {
  const isLimited = valuesIn(plan, 'rate').length > 0
  const isMix = valuesIn(plan, 'pattern').some((pattern) => String(pattern).endsWith('-mix'))
  const isUneven = numbersIn(plan, 'read_percent').some(
    (percent) => percent > 0 && percent < 100 && percent !== 50,
  )
  if (!isLimited || !isMix || !isUneven) return undefined
  return {
    id: 'limit-evens-mix',
    severity: 'warning',
    reservation: 'qualifies',
    text: 'rate holds reads and writes to the same bytes a second, so the share of reads is not kept.',
    about: 'rate',
  }
}

/** Whether runs are long enough to mean something. */
export function timeAdvice(plan: Plan): readonly Advice[] {
  const shortest = smallestOf(numbersIn(plan, 'runtime'))
  if (shortest === Infinity) return present(openRunTime(plan), neverSteady(plan, shortest))
  return present(shortRuns(plan, shortest), noWarmUp(plan, shortest), neverSteady(plan, shortest))
}

/** fio evaluates a window of `steadystate_duration`: never without one, and in vain with one as long as the run. */
function neverSteady(plan: Plan, shortest: number): Advice | undefined {
  if (valuesIn(plan, 'steadystate').length === 0) return undefined
  const windows = numbersIn(plan, 'steadystate_duration')
  const [least, most] = [windows.length === 0 ? 0 : smallestOf(windows), largestOf(windows, 0)]
  const fitting = Math.max(1, Math.floor(Math.min(60, shortest / 2)))
  if (least > 0 && most < shortest && shortest < Infinity) return undefined
  return {
    id: 'never-steady',
    severity: 'warning',
    text:
      least === 0
        ? 'fio does not check for steady state, because no duration is set for it.'
        : shortest === Infinity
          ? 'Runs that never become steady would not end, because they have no run time.'
          : `No run can be steady for ${formatDuration(most)}: the shortest ends after ${formatDuration(shortest)}.`,
    about: shortest === Infinity ? 'runtime' : 'steadystate_duration',
    remedy:
      shortest === Infinity
        ? fixing(plan, `Run for ${formatDuration(600)} at most`, 'runtime', 600)
        : fixing(plan, `Steady for ${formatDuration(fitting)}`, 'steadystate_duration', fitting),
  }
}

function shortRuns(plan: Plan, shortest: number): Advice | undefined {
  if (shortest >= 10) return undefined
  const isTiny = shortest < 1
  return {
    id: 'short-runtime',
    severity: 'warning',
    reservation: 'qualifies',
    text: `A run of ${formatDuration(shortest)} is too short for numbers in print.`,
    reason: isTiny
      ? 'Below a second, starting and stopping weigh as much as the load, and one pause of the drive decides the result.'
      : "In a few seconds a drive's cache answers, not the drive, and tail latencies rest on few requests.",
    about: 'runtime',
    remedy: fixing(plan, `Use ${formatDuration(30)}`, 'runtime', 30),
  }
}

function noWarmUp(plan: Plan, shortest: number): Advice | undefined {
  if (shortest < 10 || !numbersIn(plan, 'ramp_time').includes(0)) return undefined
  return {
    id: 'no-warm-up',
    severity: 'note',
    text: 'Runs measure from the first second, without a warm-up.',
    about: 'ramp_time',
    remedy: fixing(plan, `Warm up ${formatDuration(5)}`, 'ramp_time', 5),
  }
}

function openRunTime(plan: Plan): Advice | undefined {
  const isLimited = ['io_size', 'number_ios'].some((key) => valuesIn(plan, key).length > 0)
  return {
    id: 'open-run-time',
    severity: 'note',
    text: isLimited
      ? 'Runs end when their amount of I/O is done.'
      : 'Runs end when the file has been gone over once.',
    reason: 'How long that takes depends on the drive, so the time cannot be estimated.',
    about: 'runtime',
    remedy: fixing(plan, `Run for ${formatDuration(30)}`, 'runtime', 30),
  }
}
