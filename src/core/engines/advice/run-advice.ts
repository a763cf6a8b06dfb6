import type { Advice } from '../../plan/advice'
import { runCount } from '../../plan/order'
import type { Plan } from '../../plan/plan'
import { untilSteadyProblem } from '../../plan/until-steady'
import { formatCount } from '../../units/number-format'
import type { Engine } from '../engine'
import { layoutCount } from '../case-groups'
import { present } from '../../iterables'

const manyRuns = 10_000
const mostRuns = 1_000_000

/** How many runs there are, and in what order. */
export function runAdvice(plan: Plan, engine: Engine): readonly Advice[] {
  return present(rounds(plan), repetitions(plan, engine), amount(plan), layouts(plan, engine))
}

function rounds(plan: Plan): Advice | undefined {
  const problem = untilSteadyProblem(plan)
  if (problem === undefined) return undefined
  return { id: 'no-rounds', severity: 'error', text: problem, about: 'repetitions' }
}

function repetitions(plan: Plan, engine: Engine): Advice | undefined {
  if (plan.repetitions >= 3) return undefined
  if (isWatchedOverTime(plan, engine)) {
    return {
      id: 'one-long-run',
      severity: 'note',
      text: 'One long run shows how the drive changes over time; it gives no interval.',
      about: 'repetitions',
    }
  }
  const times = plan.repetitions === 1 ? 'once' : 'twice'
  return {
    id: 'few-repetitions',
    severity: 'warning',
    text: `Each case runs ${times}, which gives no usable interval.`,
    reason: 'Three runs are the least for a 95 % interval; trusted reviews make ten.',
    about: 'repetitions',
    remedy: { label: 'Make ten runs', change: { repetitions: 10 } },
  }
}

/** From this duration on, a single run is read as a curve over time: half an hour, or this amount written in order. */
const longRun = { seconds: 1800, bytes: 32 * 1024 ** 3 }

/** Axes whose cases are overlaid as curves: a server with different options. */
const curveAxes = ['configuration', 'buffer_pool_size']

/**
 * A single run, or one per server configuration, that is about what happens during it: a warm-up, a write saturation,
 * a drive written from end to end, hours of transactions.
 */
function isWatchedOverTime({ axes, repetitions, base }: Plan, { description }: Engine): boolean {
  if (repetitions > 1 || axes.some(({ key }) => !curveAxes.includes(key))) return false
  const { runtime, file_size: bytes } = base
  if (typeof runtime === 'number') return runtime >= longRun.seconds
  const canEndByTime = description.fields.some(({ id }) => id === 'runtime')
  return canEndByTime && runtime === undefined && typeof bytes === 'number' && bytes >= longRun.bytes
}

function amount(plan: Plan): Advice | undefined {
  const runs = runCount(plan)
  if (runs <= manyRuns) return undefined
  return {
    id: runs > mostRuns ? 'too-many-runs' : 'many-runs',
    severity: runs > mostRuns ? 'error' : 'warning',
    text: `The plan has ${formatCount(runs)} runs.`,
    reason:
      runs > mostRuns
        ? `At most ${formatCount(mostRuns)} can run in one campaign. Remove levels or exclude cases.`
        : 'See the estimated duration before starting.',
    about: 'repetitions',
  }
}

/** An order that changes the data content with every run spends its time rewriting the file. */
function layouts(plan: Plan, engine: Engine): Advice | undefined {
  const designed = { ...plan, order: { ...plan.order, kind: 'designed' as const } }
  const count = layoutCount(plan, engine)
  const fewest = layoutCount(designed, engine)
  if (count <= 1 || count <= 2 * fewest) return undefined
  return {
    id: 'many-layouts',
    severity: 'warning',
    text: `In this order the data file is written about ${formatCount(count)} times.`,
    reason: `The content of the data is an axis, and each change needs a new file. In designed order it is written ${formatCount(fewest)} times.`,
    about: 'order',
    remedy: { label: 'Run in designed order', change: { order: designed.order } },
  }
}
