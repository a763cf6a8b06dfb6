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

/** What a format tells of a run: its numbers, whatever the directions. */
function formOf({ engine, run }: EngineRun): string {
  const metrics = new Set(
    run.observations.flatMap((one) => (one.kind === 'scalars' ? one.of.map(({ metric }) => metric) : [])),
  )
  return [engine, ...[...metrics].sort(), isRounded(run) ? 'rounded' : ''].join(' ')
}

type Place = readonly [rate: number, latency: number]

/** Runs of one measurement are in the same place or in neighbouring ones. */
function placeOf({ run }: EngineRun): Place | undefined {
  const numbers = numbersOf(run)
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
  const differs = Object.entries(one.levels).some(([key, level]) => {
    const there = other.levels[key]
    return there !== undefined && there !== level
  })
  if (differs) return false
  const [own, theirs] = [numbersOf(one), numbersOf(other)]
  const rounded = isRounded(one) || isRounded(other)
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

function numbersOf({ observations }: FoundRun['run']): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const one of observations) {
    if (one.kind !== 'scalars') continue
    one.of.forEach(({ direction, metric, levels }, at) => {
      const isCompared = [...compared, ...means, ...longest].some((id) => id === metric)
      if (isCompared && levels === undefined) numbers.set(`${direction} ${metric}`, one.values[at] ?? 0)
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
