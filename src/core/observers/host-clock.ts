import { formatDuration } from '../units/durations'

/** What a host's clocks showed at one moment, in seconds: the one that can be set, and the time since its start. */
export interface ClockReading {
  readonly timeOfDay: number
  readonly uptime: number
}

/** NTP shifts a clock by at most 0.5 ms a second without setting it (adjtime(3)). */
const mostDrift = 0.001

/**
 * By how many seconds a clock was set between two readings since the same start of its host, back if negative; 0 if it
 * was not. Steps below `leastSeconds` are corrections; times of files may be whole seconds.
 */
export function clockStep(before: ClockReading, after: ClockReading, leastSeconds = 2): number {
  const passed = after.uptime - before.uptime
  const step = after.timeOfDay - before.timeOfDay - passed
  return Math.abs(step) > leastSeconds + mostDrift * passed ? step : 0
}

/** What happened to `clock`, as "The clock of the host", without when. `step`: seconds, not 0. */
export function clockWords(clock: string, step: number): string {
  return `${clock} was set ${step < 0 ? 'back' : 'forward'} by ${formatDuration(Math.abs(step))}`
}
