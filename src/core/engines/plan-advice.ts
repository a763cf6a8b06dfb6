import { targetError, type Advice, type PlanEnvironment } from '../plan/advice'
import { caseCount, mostCases } from '../plan/cases'
import type { LevelValue, Plan, Workload } from '../plan/plan'
import { present, smallestOf } from '../iterables'
import { formatCount } from '../units/number-format'
import { deviceAdvice } from './advice/device-advice'
import { enduranceAdvice } from './advice/endurance-advice'
import { fillAdvice } from './advice/fill-advice'
import { levelAdvice } from './advice/level-advice'
import { machineAdvice } from './advice/machine-advice'
import { runAdvice } from './advice/run-advice'
import { targetAdvice } from './advice/target-advice'
import { fieldValues, fixing } from './field-values'
import { depthKeyOf } from './preparation/prepared-workload'
import { findEngine } from './registry'
import type { Engine } from './engine'
import { isSynchronised } from '../plan/plan-hosts'
import { setBase } from '../plan/edit-plan'
import { fillKeyOf, headroomBytes, reserveBytes } from '../plan/fill-level'
import { formatBytes, formatExactBytes } from '../units/bytes'
import { estimatePlan } from './plan-estimate'

export { estimatePlan } from './plan-estimate'

const ranks = { error: 0, warning: 1, note: 2 } as const

/**
 * Everything worth saying about a plan before it runs, errors first. Unknown parts of the environment are ignored. A
 * plan without errors may still be refused by the engine's own check of its options.
 */
export function advisePlan(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  const engine = findEngine(plan.engine)
  if (!engine) {
    return [
      {
        id: 'unknown-engine',
        severity: 'error',
        text: `This version has no engine named ${plan.engine}.`,
        about: 'engine',
      },
    ]
  }
  if (caseCount(plan) > mostCases) return [tooManyCases(plan)]
  const advice = present(
    ...machineAdvice(engine, environment),
    ...hostsAdvice(plan, engine),
    ...levelAdvice(plan),
    ...workloadAdvice(plan, engine),
    ...runAdvice(plan, engine),
    offeredAdvice(plan, engine),
    ...fillAdvice(plan, environment),
    ...targetAdvice(plan, engine, environment.target),
    ...deviceAdvice(plan, engine, environment),
    spaceAdvice(plan, environment),
    ...enduranceAdvice(plan, environment),
    ...engine.advise(plan, environment),
  )
  return [...advice].sort((one, other) => ranks[one.severity] - ranks[other.severity])
}

/** The only advice for a plan whose cases cannot be listed. */
function tooManyCases(plan: Plan): Advice {
  const longest = plan.axes.reduce((most, axis) => (axis.levels.length > most.levels.length ? axis : most))
  const count = caseCount(plan)
  return {
    id: 'too-many-cases',
    severity: 'error',
    text: `The axes make ${count < 1e12 ? formatCount(count) : `about ${count.toPrecision(1)}`} cases.`,
    reason: `A plan has at most ${formatCount(mostCases)}. Remove levels or axes; the longest axis is ${longest.key} with ${formatCount(longest.levels.length)} levels.`,
    about: longest.key,
  }
}

/** What prevents a plan from running as one synchronised job on several hosts; nothing for plans for one host. */
export function hostsAdvice(plan: Plan, engine: Engine): readonly Advice[] {
  if (!isSynchronised(plan)) return []
  if (engine.synchronised === undefined) {
    const { name } = engine.description
    return [
      targetError(
        'hosts-engine',
        `${name} cannot run as one synchronised job on several hosts.`,
        'Only fio has its own client and server for that. Choose fio, or one host.',
      ),
    ]
  }
  if (plan.target.kind === 'device') {
    return [
      targetError(
        'hosts-device',
        'A synchronised job on several hosts does not run on raw devices.',
        'What protects a device binds one device of one host to one run. Choose a file or folder, or one host.',
      ),
    ]
  }
  const workloads = sampleWorkloads(plan)
  if (workloads.some((workload) => engine.service?.(workload, '/') !== undefined)) {
    const { name } = engine.description
    return [
      targetError(
        'hosts-service',
        `${name} cannot run as one synchronised job on several hosts, because it needs its own service.`,
        'A service is started on the host of a run and kept up there between runs; a synchronised job has none. Choose one host.',
      ),
    ]
  }
  const { synchronised } = engine
  return workloads.every((workload) => synchronised.endsTogether(workload)) ? [] : [openEnd]
}

/** The first case, and its variants with every other level of each axis. */
function sampleWorkloads({ base, axes }: Plan): readonly Workload[] {
  const first: Record<string, LevelValue> = { ...base }
  for (const { key, levels } of axes) if (levels[0] !== undefined) first[key] = levels[0]
  return axes
    .flatMap(({ key, levels }) => levels.map((level): Workload => ({ ...first, [key]: level })))
    .concat(first)
}

const openEnd: Advice = targetError(
  'hosts-open-end',
  'A synchronised job needs a fixed run time on all hosts.',
  'If one host finished early, the others would no longer share its load. Set a run time, time based, and no other end.',
)

/** Whether the capacity that loads are a share of is measured, if it is needed. */
function offeredAdvice(plan: Plan, engine: Engine): Advice | undefined {
  const isAxis = plan.axes.some(({ key }) => key === 'offered_percent')
  if (!isAxis && plan.base.offered_percent === undefined) return undefined
  if (plan.hosts.length > 1)
    return {
      id: 'offered-load-hosts',
      severity: 'error',
      text: 'A share of the capacity cannot be offered to several hosts: each has its own capacity.',
      reason: 'Offer a rate in requests a second instead.',
      about: 'offered_percent',
    }
  const step = (plan.preparation ?? []).find(({ kind }) => kind === 'capacity')
  if (step?.kind === 'capacity') return fewerInFlight(plan, engine, step.queueDepth)
  return {
    id: 'no-capacity-step',
    severity: 'error',
    text: 'The offered load is a share of the capacity, and no step of the preparation finds that.',
    about: 'preparation',
    remedy: {
      label: 'Find the capacity first',
      change: {
        preparation: [...(plan.preparation ?? []), { kind: 'capacity', seconds: 60, queueDepth: 64 }],
      },
    },
  }
}

/** A load with fewer requests in flight than the capacity was found with may saturate below it. */
function fewerInFlight(plan: Plan, { description: { fields } }: Engine, depth: number): Advice | undefined {
  const key = depthKeyOf(fields)
  if (key === undefined) return undefined
  const fewest = smallestOf(fieldValues(fields).numbersIn(plan, key))
  if (fewest >= depth) return undefined
  const remedy = fixing(plan, `Allow ${String(depth)}`, key, depth)
  return {
    id: 'offered-fewer-in-flight',
    severity: 'warning',
    reservation: 'qualifies',
    text: `The capacity is found with ${String(depth)} requests in flight, and a load has at most ${String(fewest)}.`,
    reason:
      'It may saturate below 100 % because nothing more can wait at the drive, not because the drive is at its end.',
    about: key,
    ...(remedy && { remedy }),
  }
}

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2

/** Whether the data file fits. A full file system fails runs, and may fail everything else on the machine. */
function spaceAdvice(plan: Plan, environment: PlanEnvironment): Advice | undefined {
  const { freeBytes, totalBytes, kind, createdByApp } = environment.target ?? {}
  // A file system that states no size, such as /proc, says nothing about its space.
  if (freeBytes === undefined || totalBytes === 0 || (kind === 'file' && createdByApp)) return undefined
  const needed = estimatePlan(plan, environment).spaceBytes
  // A ballast is written after the data file, down to the reserve.
  const reserve = Math.max(reserveBytes(totalBytes), fillKeyOf(plan) === undefined ? headroomBytes : 0)
  const available = freeBytes - reserve
  if (needed <= available) return undefined
  const unit = available >= gibibyte ? gibibyte : mebibyte
  const fitting = Math.floor(available / unit) * unit
  const canShrink = fitting > 0 && !plan.axes.some((axis) => axis.key === 'file_size')
  return {
    id: 'not-enough-space',
    severity: 'error',
    text: `The data file needs ${formatBytes(needed)}; ${formatBytes(Math.max(0, available))} can be used.`,
    reason: `${formatBytes(freeBytes)} are free, and ${formatBytes(reserve)} ${available < 0 ? 'have to' : 'of them'} stay untouched so that the file system does not run full.`,
    about: 'file_size',
    remedy: canShrink
      ? {
          label: `Use ${formatExactBytes(fitting)}`,
          change: { base: setBase(plan, 'file_size', fitting).base },
        }
      : undefined,
  }
}

/** Repeating the same error many times helps nobody. */
const mostProblems = 20

/**
 * Options the engine does not accept. The base is checked with the first level of every axis, then every level of
 * each axis in turn: all levels are seen without visiting every case. Conflicting pairs of levels are left to the
 * engine's own check.
 */
function workloadAdvice(plan: Plan, engine: Engine): readonly Advice[] {
  const first: Record<string, LevelValue> = { ...plan.base }
  for (const axis of plan.axes) {
    const [level] = axis.levels
    if (level !== undefined) first[axis.key] = level
  }
  const found = new Map<string, Advice>()
  const check = (workload: Record<string, LevelValue>) => {
    for (const problem of engine.checkWorkload(workload)) {
      if (found.size >= mostProblems) return
      found.set(`${problem.key}\n${problem.text}`, {
        id: 'option-problem',
        severity: 'error',
        text: problem.text,
        reason: problem.remedy,
        about: problem.key,
      })
    }
  }
  check(first)
  for (const axis of plan.axes) {
    for (const level of axis.levels.slice(1)) check({ ...first, [axis.key]: level })
  }
  return [...found.values()]
}
