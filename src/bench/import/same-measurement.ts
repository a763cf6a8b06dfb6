import type { LevelValue } from '../../core/plan/plan'
import type { FoundRun } from './foreign-campaigns'

/** A run with the engine that wrote it. */
type EngineRun = FoundRun & { readonly engine: string }

/** Numbers that every format of a program rounds alike; percentiles are of other classes in each. */
const compared = ['iops', 'bandwidth', 'io_bytes', 'io_count', 'runtime'] as const
const means = ['latency_mean', 'completion_latency_mean'] as const
const longest = ['latency_max', 'completion_latency_max'] as const

/** Share by which a number differs from itself in another format: programs print three digits for people. */
const mostRounded = 0.006
/** A longest time is cut to whole units, of which it has a hundred or more. */
const mostCut = 0.01
/** Runs of one form and place that a run is held against; more are a load whose runs are too much alike to tell. */
const mostCandidates = 200

/**
 * Runs that another run of the import has in another format of its program, with that run: the one that says more of it.
 * Two runs are different measurements if they differ in a parameter, in what they moved, how long that took, or in their
 * longest request.
 */
export function repeatedRuns<Run extends EngineRun>(runs: readonly Run[]): ReadonlyMap<Run, Run> {
  const repeated = new Map<Run, Run>()
  const byForm = new Map<string, Map<string, Run[]>>()
  for (const run of runs) {
    const place = placeOf(run)
    if (place === undefined) continue
    const form = formOf(run)
    const same = [...byForm]
      .filter(([other]) => other !== form)
      .flatMap(([, known]) => around(place).flatMap((near) => known.get(near) ?? []))
      .find((one) => !repeated.has(one) && isSame(one, run))
    if (same !== undefined) {
      const [kept, left] = saysMore(run, same) ? [run, same] : [same, run]
      repeated.set(left, kept)
    }
    const places = byForm.get(form) ?? new Map<string, Run[]>()
    byForm.set(form, places)
    const there = places.get(keyOf(place)) ?? []
    if (there.length < mostCandidates) there.push(run)
    places.set(keyOf(place), there)
  }
  return repeated
}

/** A run that the results file has from an earlier import. */
export interface StoredRun {
  readonly engine: string
  /** What its campaign is called. */
  readonly campaign: string
  readonly levels: Readonly<Record<string, LevelValue>>
  /** By direction and metric: "read iops". */
  readonly numbers: ReadonlyMap<string, number>
  /** Printed for people, with three digits. */
  readonly isRounded: boolean
}

/**
 * Runs that the results file has already, with what it has: from another format of their program, or with exactly the
 * same numbers.
 */
export function storedAlready<Run extends EngineRun>(
  runs: readonly Run[],
  stored: readonly StoredRun[],
): ReadonlyMap<Run, StoredRun> {
  const places = new Map<string, StoredRun[]>()
  for (const one of stored) {
    const place = placeIn(one.numbers)
    if (place === undefined) continue
    const there = places.get(keyOf(place)) ?? []
    if (there.length < mostCandidates) there.push(one)
    places.set(keyOf(place), there)
  }
  return new Map(
    runs.flatMap((run) => {
      const own = numbersOf(run)
      const place = placeIn(own)
      if (place === undefined) return []
      const found = around(place)
        .flatMap((near) => places.get(near) ?? [])
        .find((one) => isStored(run, own, one))
      return found === undefined ? [] : [[run, found] as const]
    }),
  )
}

function isStored({ engine, run }: EngineRun, own: Numbers, stored: StoredRun): boolean {
  if (engine !== stored.engine || levelsDiffer(run.levels, stored.levels)) return false
  const isOther = isRounded(run) !== stored.isRounded || own.size !== stored.numbers.size
  const areEqual = [...own].every(([key, value]) => (stored.numbers.get(key) ?? value) === value)
  return (isOther || areEqual) && areSame(own, stored.numbers, isRounded(run) || stored.isRounded)
}

/** What a format tells of a run: its numbers, whatever the directions. */
function formOf({ engine, run }: EngineRun): string {
  const metrics = new Set(
    run.observations.flatMap((one) => (one.kind === 'scalars' ? one.of.map(({ metric }) => metric) : [])),
  )
  return [engine, ...[...metrics].sort(), isRounded(run) ? 'rounded' : ''].join(' ')
}

type Place = readonly [rate: number, latency: number]

/** Runs of one measurement are in the same place or in neighbouring ones. */
function placeOf(run: EngineRun): Place | undefined {
  return placeIn(numbersOf(run))
}

function placeIn(numbers: Numbers): Place | undefined {
  const step = (metrics: readonly string[]) => {
    const [value] = [...numbers].flatMap(([key, one]) =>
      metrics.some((id) => key.endsWith(` ${id}`)) ? [one] : [],
    )
    return value === undefined || value <= 0 ? undefined : Math.round(Math.log(value) / mostCut)
  }
  const [rate, latency] = [step(['bandwidth']), step(means)]
  return rate === undefined || latency === undefined ? undefined : [rate, latency]
}

function around([rate, latency]: Place): readonly string[] {
  return [-1, 0, 1].flatMap((one) => [-1, 0, 1].map((other) => keyOf([rate + one, latency + other])))
}

function keyOf([rate, latency]: Place): string {
  return `${String(rate)} ${String(latency)}`
}

function isSame({ run: one, source }: EngineRun, { run: other, source: otherSource }: EngineRun): boolean {
  const isOtherDrive = one.device !== undefined && other.device !== undefined && one.device !== other.device
  if (source === otherSource || isOtherDrive) return false
  if (levelsDiffer(one.levels, other.levels)) return false
  return areSame(numbersOf({ run: one }), numbersOf({ run: other }), isRounded(one) || isRounded(other))
}

function levelsDiffer(one: StoredRun['levels'], other: StoredRun['levels']): boolean {
  return Object.entries(one).some(([key, level]) => other[key] !== undefined && other[key] !== level)
}

/** `rounded`: one of them is for people. */
function areSame(own: Numbers, theirs: Numbers, rounded: boolean): boolean {
  let [hasMean, hasLongest] = [false, false]
  for (const [key, value] of own) {
    const there = theirs.get(key)
    if (there === undefined) continue
    const metric = key.split(' ')[1] ?? ''
    const isLongest = longest.some((id) => id === metric)
    const apart = Math.abs(value - there)
    const most = Math.max(value, there)
    if (metric === 'io_count' ? apart > 0 : apart > most * (isLongest ? mostCut : mostRounded)) return false
    // In whole KiB, unless it is for people.
    if (metric === 'io_bytes' && !rounded && apart >= 1024) return false
    hasMean ||= means.some((id) => id === metric)
    hasLongest ||= isLongest
  }
  return hasMean && hasLongest
}

/** By direction and metric. */
type Numbers = ReadonlyMap<string, number>

/** The numbers that a format may share with others. */
export const sharedMetrics: readonly string[] = [...compared, ...means, ...longest]

function numbersOf({ run: { observations } }: Pick<EngineRun, 'run'>): Numbers {
  const numbers = new Map<string, number>()
  for (const one of observations) {
    if (one.kind !== 'scalars') continue
    one.of.forEach(({ direction, metric, levels }, at) => {
      if (sharedMetrics.includes(metric) && levels === undefined)
        numbers.set(`${direction} ${metric}`, one.values[at] ?? 0)
    })
  }
  return numbers
}

function isRounded({ warnings }: FoundRun['run']): boolean {
  return warnings.some(({ id }) => id === 'rounded-output')
}

/** Digits first, then parameters. */
function saysMore(one: EngineRun, other: EngineRun): boolean {
  if (isRounded(one.run) !== isRounded(other.run)) return isRounded(other.run)
  return Object.keys(one.run.levels).length > Object.keys(other.run.levels).length
}
