import { newPlan } from '../../../src/core/plan/edit-plan'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'

/** A short fio plan on a small file: 4 KiB random mix through the page cache, without ramp, so that it runs anywhere. */
export function fioPlan(
  folder: string,
  parts: Partial<Plan> = {},
  base: Record<string, LevelValue> = {},
): Plan {
  const plan = newPlan(
    { id: 'fio-plan', seed: 11, target: { kind: 'folder', path: folder } },
    {
      name: 'Short mix',
      base: {
        pattern: 'random-mix',
        read_percent: 70,
        block_size: 4096,
        io_engine: 'psync',
        queue_depth: 1,
        jobs: 1,
        direct: false,
        file_size: 4 * 1024 * 1024,
        runtime: 1,
        time_based: true,
        ...quickStart,
        ...base,
      },
      repetitions: 1,
    },
  )
  return { ...plan, order: { kind: 'designed', seed: 11 }, ...parts }
}

/** Without the calibration of the processor's own clock, fio starts in a third of the processor time. */
export const quickStart = { clocksource: 'clock_gettime' }

/**
 * A pause of half a second after every 25 requests, for runs that only have to last a while: without it each keeps a
 * processor busy that the other tests need. fio waits out the end of every pause in a loop, for as long as the machine
 * once took to wake it, so that many short pauses keep it busy just as well.
 */
export const unhurried = { thinktime: 500_000, thinktime_blocks: 25 }

/** Runs that end once fio has read a small file: about a third of a second each. */
export function quickPlan(folder: string): Plan {
  const { runtime: _1, time_based: _2, ...base } = fioPlan(folder).base
  const axes = [{ key: 'block_size', levels: [4096, 8192, 16384, 32768] }]
  return fioPlan(folder, {
    base: { ...base, pattern: 'random-read', file_size: 1024 * 1024 },
    axes,
    repetitions: 4,
  })
}
