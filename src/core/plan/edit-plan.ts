import { freeName } from '../text/names'
import { thisMachine } from './destination'
import { levelText, readCaseKey } from './cases'
import type { LevelValue, Plan, Axis } from './plan'
import { withDefaultRecording } from './recording'

/** Where a plan measures: the target, its machines, this one if unset, and what the drive there is rated for. */
export type Place = Pick<Plan, 'target'> & Partial<Pick<Plan, 'hosts' | 'ratedEndurance'>>

/** What a new plan needs from outside: core generates neither ids nor seeds. */
export interface PlanIdentity extends Place {
  readonly id: string
  /** Unsigned 32-bit integer, stored in the plan. */
  readonly seed: number
}

/**
 * The workload a new fio plan starts from: 4 KiB random reads and writes bypassing the page cache, 64 outstanding, on
 * incompressible data (0 % is explicit on purpose: small requests of fio's own default fill repeat each other).
 */
export const startingWorkload: Readonly<Record<string, LevelValue>> = {
  pattern: 'random-mix',
  read_percent: 70,
  block_size: 4096,
  queue_depth: 64,
  jobs: 1,
  io_engine: 'libaio',
  direct: true,
  file_size: 8 * 1024 ** 3,
  runtime: 30,
  ramp_time: 5,
  compress_percent: 0,
}

/**
 * A plan with one case, ten repetitions and interleaved order, so that slow drift of a drive is spread over all cases.
 * `parts` replace the rest of it; unless they say what is recorded, it is the usual.
 */
export function newPlan(
  { id, seed, ...place }: PlanIdentity,
  parts: Partial<Omit<Plan, 'schema' | 'id' | 'target' | 'order'>> = {},
): Plan {
  const plan: Plan = {
    schema: 1,
    name: 'New plan',
    notes: '',
    engine: 'fio',
    base: startingWorkload,
    axes: [],
    excluded: [],
    repetitions: 10,
    pauseSeconds: 0,
    onFailure: 'continue',
    hosts: [thisMachine],
    ...parts,
    id,
    order: { kind: 'interleaved', seed },
    ...place,
  }
  return 'series' in parts || 'observe' in parts ? plan : withDefaultRecording(plan)
}

/** The plan; if another one of these has its name, with a number appended: "Mix (2)". */
export function withFreeName(plan: Plan, others: readonly Pick<Plan, 'id' | 'name'>[]): Plan {
  if (plan.name.trim() === '') return plan
  const name = freeName(
    plan.name,
    others.filter(({ id }) => id !== plan.id),
  )
  return name === plan.name ? plan : { ...plan, name }
}

/** Pure edits: each takes a plan and returns a new one. Exclusions follow the axes as long as they make sense. */

/** Adds an axis, last by default, and removes its key from the base. An excluded case stays excluded at every new level. */
export function addAxis(plan: Plan, axis: Axis, place = plan.axes.length): Plan {
  if (plan.axes.some((one) => one.key === axis.key)) return plan
  const axes = [...plan.axes.slice(0, place), axis, ...plan.axes.slice(place)]
  const spread = exclusions(plan).flatMap((levels) =>
    axis.levels.map((level) => new Map(levels).set(axis.key, levelText(level))),
  )
  return { ...plan, axes, base: without(plan.base, axis.key), excluded: keysOf(axes, spread) }
}

/**
 * Removes an axis and keeps its first level as a fixed parameter (or `keep`). A case stays excluded if it was
 * excluded at every level of the axis.
 */
export function removeAxis(plan: Plan, axisKey: string, keep?: LevelValue): Plan {
  const removed = plan.axes.find((axis) => axis.key === axisKey)
  if (!removed) return plan
  const axes = plan.axes.filter((axis) => axis !== removed)
  const fixed = keep ?? removed.levels[0]
  const base = fixed === undefined ? plan.base : { ...plan.base, [axisKey]: fixed }
  const counts = new Map<string, number>()
  for (const levels of exclusions(plan)) {
    const [key = ''] = keysOf(axes, [levels])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const excluded =
    axes.length === 0
      ? []
      : [...counts].filter(([, count]) => count === removed.levels.length).map(([key]) => key)
  return { ...plan, axes, base, excluded }
}

/** Moves an axis to another position; the first axis varies slowest. */
export function moveAxis(plan: Plan, axisKey: string, place: number): Plan {
  const moved = plan.axes.find((axis) => axis.key === axisKey)
  if (!moved) return plan
  const rest = plan.axes.filter((axis) => axis !== moved)
  const axes = [...rest.slice(0, place), moved, ...rest.slice(place)]
  return { ...plan, axes, excluded: keysOf(axes, exclusions(plan)) }
}

/** Replaces the levels of an axis, in this order. Exclusions of removed levels are dropped. */
export function setLevels(plan: Plan, axisKey: string, levels: readonly LevelValue[]): Plan {
  const axes = plan.axes.map((axis) => (axis.key === axisKey ? { ...axis, levels } : axis))
  const kept = new Set(levels.map(levelText))
  const excluded = plan.excluded.filter((key) => {
    const level = readCaseKey(key)?.find(([entryKey]) => entryKey === axisKey)
    return level !== undefined && kept.has(level[1])
  })
  return { ...plan, axes, excluded }
}

/** Fixes a parameter for every case; `undefined` leaves it to the engine. */
export function setBase(plan: Plan, key: string, value: LevelValue | undefined): Plan {
  return { ...plan, base: value === undefined ? without(plan.base, key) : { ...plan.base, [key]: value } }
}

function without(base: Plan['base'], key: string): Plan['base'] {
  return Object.fromEntries(Object.entries(base).filter(([one]) => one !== key))
}

function exclusions(plan: Plan): readonly ReadonlyMap<string, string>[] {
  return plan.excluded.flatMap((key) => {
    const entries = readCaseKey(key)
    return entries ? [new Map(entries)] : []
  })
}

/** Keys in the order of `axes`; an exclusion that lacks one of them is dropped. */
function keysOf(
  axes: readonly Axis[],
  exclusionList: readonly ReadonlyMap<string, string>[],
): readonly string[] {
  return exclusionList
    .filter((levels) => axes.every((axis) => levels.has(axis.key)))
    .map((levels) => axes.map((axis) => `${axis.key}=${levels.get(axis.key) ?? ''}`).join(','))
}

/** Two lists of axes joined; an axis in both has the levels of both. */
export function joinAxes(axes: readonly Axis[], more: readonly Axis[]): readonly Axis[] {
  const levelsOf = (key: string) => more.find((one) => one.key === key)?.levels ?? []
  return [
    ...axes.map(({ key, levels }) => ({ key, levels: [...new Set([...levels, ...levelsOf(key)])] })),
    ...more.filter((one) => axes.every(({ key }) => key !== one.key)),
  ]
}
