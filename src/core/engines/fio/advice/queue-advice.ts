import type { Advice } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { formatCount } from '../../../units/number-format'
import { isAsynchronous } from '../options/io-engines'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../fields'
import { largestOf, present } from '../../../units/iterables'

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
    (engine) => typeof engine === 'string' && !isAsynchronous(engine),
  )
  if (synchronous.length === 0 || !(deepest > 1)) return undefined
  return {
    id: 'sync-engine-depth',
    severity: 'warning',
    text: `${synchronous.join(', ')} keeps one request in flight, whatever the queue depth.`,
    reason: `A queue depth of ${deepest} would be printed beside numbers measured at 1.`,
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
    text: 'rate holds reads and writes to the same bytes a second, so the share of reads is not kept.',
    about: 'rate',
  }
}
