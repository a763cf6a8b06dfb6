import { caseCount, caseIndexAt, isExcluded } from './cases'
import { purgeKinds, type Plan } from './plan'

/** Rounds of a window; fewer repetitions can never be steady. */
const windowRounds = 5

/**
 * Index of the case that is judged for all cases; undefined if every case is judged by its own rounds or
 * `untilSteadyProblem` reports a problem.
 */
export function trackedCase(plan: Plan): number | undefined {
  const track = plan.untilSteady?.track
  if (track === undefined || caseCount(plan) === 0) return undefined
  const positions = plan.axes.map(({ key, levels }) => levels.findIndex((level) => level === track[key]))
  return positions.includes(-1) ? undefined : caseIndexAt(plan.axes, positions)
}

/** The plan after its levels were changed: if the tracked case has lost its level of an axis, it takes the first one left. */
export function withTrackedLevels(plan: Plan): Plan {
  const { untilSteady } = plan
  const track = untilSteady?.track
  if (untilSteady === undefined || track === undefined) return plan
  const levels = plan.axes.flatMap(({ key, levels: all }) => {
    const level = all.find((one) => one === track[key]) ?? all[0]
    return level === undefined ? [] : [[key, level] as const]
  })
  return { ...plan, untilSteady: { ...untilSteady, track: Object.fromEntries(levels) } }
}

/**
 * What the rounds of a plan until a drive is steady are called: SNIA-style only on a raw device that was purged and then
 * preconditioned. Undefined for other plans.
 */
export function roundsText({ untilSteady, target, preparation = [] }: Plan): string | undefined {
  if (untilSteady === undefined) return undefined
  if (target.kind === 'folder' || target.kind === 'file') return `steady-state rounds in a ${target.kind}`
  const purged = preparation.findIndex(({ kind }) => purgeKinds.some((one) => one === kind))
  const filled = preparation.map(({ kind }) => kind.endsWith('-fill')).lastIndexOf(true)
  return target.kind === 'device' && purged >= 0 && filled > purged
    ? 'SNIA-style steady-state rounds'
    : 'steady-state rounds'
}

/** Why this plan cannot run rounds until it is steady, in one sentence with the remedy; undefined if it can. */
export function untilSteadyProblem(plan: Plan): string | undefined {
  const { untilSteady, repetitions, order } = plan
  if (untilSteady === undefined) return undefined
  if (repetitions < windowRounds)
    return `A steady window has ${String(windowRounds)} rounds and the plan only ${String(repetitions)}: set the repetitions to ${String(windowRounds)} or more.`
  if (order.kind === 'shuffled')
    return 'Shuffled runs make no rounds: choose the interleaved order, or turn off "until steady".'
  const { track } = untilSteady
  if (track === undefined) return undefined
  if (order.kind !== 'interleaved')
    return 'One case is judged for all of them, so every round must run all cases: choose the interleaved order.'
  const foreign = Object.keys(track).find((key) => plan.axes.every((axis) => axis.key !== key))
  if (foreign !== undefined) return `The tracked case names ${foreign}, which is not an axis of the plan.`
  const missing = plan.axes.find(
    ({ key, levels }) => track[key] === undefined || !levels.includes(track[key]),
  )
  if (missing !== undefined)
    return `The tracked case has no level of ${missing.key} that the plan runs: choose one of its levels.`
  const index = trackedCase(plan)
  if (index !== undefined && isExcluded(plan, index))
    return 'The tracked case is excluded from the plan: include it, or track another one.'
  return undefined
}
