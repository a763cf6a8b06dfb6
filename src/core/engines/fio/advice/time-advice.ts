import type { Advice } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { formatDuration } from '../../../units/durations'
import { fixing, numbersIn, valuesIn } from '../plan-values'
import { smallestOf } from '../../../units/iterables'

/** Whether runs are long enough to mean something. */
export function timeAdvice(plan: Plan): readonly Advice[] {
  const shortest = smallestOf(numbersIn(plan, 'runtime'))
  if (shortest === Infinity) return openRunTime(plan)
  return [...shortRuns(plan, shortest), ...noWarmUp(plan, shortest)]
}

function shortRuns(plan: Plan, shortest: number): readonly Advice[] {
  if (shortest >= 10) return []
  const isTiny = shortest < 1
  return [
    {
      id: 'short-runtime',
      severity: 'warning',
      text: `A run of ${formatDuration(shortest)} is too short for numbers in print.`,
      reason: isTiny
        ? 'Below a second, starting and stopping weigh as much as the load, and one pause of the drive decides the result.'
        : "In a few seconds a drive's cache answers, not the drive, and tail latencies rest on few requests.",
      about: 'runtime',
      remedy: fixing(plan, `Use ${formatDuration(30)}`, 'runtime', 30),
    },
  ]
}

function noWarmUp(plan: Plan, shortest: number): readonly Advice[] {
  if (shortest < 10 || !numbersIn(plan, 'ramp_time').includes(0)) return []
  return [
    {
      id: 'no-warm-up',
      severity: 'note',
      text: 'Runs measure from the first second, without a warm-up.',
      about: 'ramp_time',
      remedy: fixing(plan, `Warm up ${formatDuration(5)}`, 'ramp_time', 5),
    },
  ]
}

function openRunTime(plan: Plan): readonly Advice[] {
  const isLimited = ['io_size', 'number_ios'].some((key) => valuesIn(plan, key).length > 0)
  return [
    {
      id: 'open-run-time',
      severity: 'note',
      text: isLimited
        ? 'Runs end when their amount of I/O is done.'
        : 'Runs end when the file has been gone over once.',
      reason: 'How long that takes depends on the drive, so the time cannot be estimated.',
      about: 'runtime',
      remedy: fixing(plan, `Run for ${formatDuration(30)}`, 'runtime', 30),
    },
  ]
}
