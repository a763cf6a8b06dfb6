import { template } from '../../words/template'
import { isPercentileMeaningful } from '../../statistics/latency/histogram'
import { percentileOfMetric } from '../../results/percentiles'
import type { MeasuredColumns } from '../comparison-data'
import type { Quantity } from '../../results/observation'

/** Runs of one case on one side. */
export interface CaseRuns {
  readonly count: number
  /** Ordered by run id; read-only. */
  readonly values: Float64Array
  readonly runIds: Float64Array
  readonly repetitions: Uint32Array
}

/** A list of a column, indexed by the run's position in it. */
type Lists = Pick<MeasuredColumns, 'runIds' | 'repetitions'>

/** The runs of one quantity on one side, sorted by case number, within a case in column order. */
export class RunBuckets {
  readonly #offsets: Uint32Array
  readonly #values: Float64Array
  /** Position of each run in its column, and the index of that column. */
  readonly #places: Uint32Array
  readonly #sources: Uint16Array
  readonly #columns: readonly Lists[]
  readonly #lists: Record<keyof Lists, ArrayLike<number>[]> = { runIds: [], repetitions: [] }

  /** `caseNumbers`: per campaign, the number of each of its cases; -1 is left out. */
  constructor(
    columns: readonly MeasuredColumns[],
    caseNumbers: ReadonlyMap<number, Int32Array>,
    caseCount: number,
  ) {
    const offsets = new Uint32Array(caseCount + 1)
    // Each list is accessed once here, because the first access may read it from a file.
    const parts = columns.map(({ campaignId, cases, values }) => ({
      numbers: caseNumbers.get(campaignId) ?? new Int32Array(0),
      cases,
      values,
    }))
    for (const { numbers, cases } of parts) {
      for (const own of cases) {
        const number = numbers[own] ?? -1
        if (number >= 0) offsets[number + 1] = (offsets[number + 1] ?? 0) + 1
      }
    }
    for (let number = 0; number < caseCount; number++) {
      offsets[number + 1] = (offsets[number + 1] ?? 0) + (offsets[number] ?? 0)
    }
    const total = offsets[caseCount] ?? 0
    const next = offsets.slice(0, caseCount)
    this.#offsets = offsets
    this.#columns = columns
    this.#values = new Float64Array(total)
    this.#places = new Uint32Array(total)
    this.#sources = new Uint16Array(total)
    parts.forEach(({ numbers, cases, values }, source) => {
      for (let run = 0; run < cases.length; run++) {
        const number = numbers[cases[run] ?? -1] ?? -1
        if (number < 0) continue
        const place = next[number] ?? 0
        next[number] = place + 1
        this.#values[place] = values[run] ?? NaN
        this.#places[place] = run
        this.#sources[place] = source
      }
    })
  }

  /** The runs of a case; undefined if there is none. */
  runs(number: number): CaseRuns | undefined {
    const from = this.#offsets[number] ?? 0
    const to = this.#offsets[number + 1] ?? 0
    return to > from ? new BucketRuns(this, from, to) : undefined
  }

  values(from: number, to: number): Float64Array {
    return this.#values.subarray(from, to)
  }

  /** Copies a list for the runs between two positions. */
  list(name: keyof Lists, from: number, to: Float64Array | Uint32Array): void {
    for (let at = 0; at < to.length; at++) {
      const source = this.#sources[from + at] ?? 0
      to[at] = this.#listOf(name, source)[this.#places[from + at] ?? 0] ?? 0
    }
  }

  /** Lists are created on access, which a large comparison does for every case. */
  #listOf(name: keyof Lists, source: number): ArrayLike<number> {
    return (this.#lists[name][source] ??= this.#columns[source]?.[name] ?? [])
  }
}

/** Creates its lists on access only: a large comparison has 100,000 of these. */
class BucketRuns implements CaseRuns {
  constructor(
    private readonly buckets: RunBuckets,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get count(): number {
    return this.to - this.from
  }

  get values(): Float64Array {
    return this.buckets.values(this.from, this.to)
  }

  get runIds(): Float64Array {
    const runIds = new Float64Array(this.count)
    this.buckets.list('runIds', this.from, runIds)
    return runIds
  }

  get repetitions(): Uint32Array {
    const repetitions = new Uint32Array(this.count)
    this.buckets.list('repetitions', this.from, repetitions)
    return repetitions
  }
}

/** Runs of a case that made too few I/Os for a percentile. */
export interface FewIos {
  readonly few: number
  readonly of: number
}

/** A run that made too few I/Os for a percentile. */
export interface ShortRun {
  readonly runId: number
  readonly repetition: number
  readonly ios: number
}

/** Runs of both sides that made too few I/Os for a percentile: counted together, and each of them. */
export interface FewIosOfSides extends FewIos {
  readonly baseline: readonly ShortRun[]
  readonly candidate: readonly ShortRun[]
}

/** The runs of a case on one side, and those of them that made too few I/Os for a percentile. */
export interface SideIos {
  readonly short: readonly ShortRun[]
  readonly of: number
}

/**
 * For a percentile: the runs of each case number that had fewer than ten I/Os beyond it. Such a run has no
 * percentile, and is likely to be slow. Undefined for other quantities.
 */
export function fewIosTable(
  columns: readonly MeasuredColumns[],
  { test, direction, metric }: Quantity,
  caseNumbers: ReadonlyMap<number, Int32Array>,
  caseCount: number,
  anyTest: boolean,
): ((number: number) => SideIos) | undefined {
  const percent = percentileOfMetric(metric)
  if (percent === undefined) return undefined
  const counts = columns.filter(
    (one) => one.metric === 'io_count' && one.direction === direction && (anyTest || one.test === test),
  )
  const runs = new RunBuckets(counts, caseNumbers, caseCount)
  return (number) => {
    const found = runs.runs(number)
    if (found === undefined) return { short: [], of: 0 }
    const short: ShortRun[] = []
    for (const [at, ios] of found.values.entries()) {
      if (isPercentileMeaningful(ios, percent)) continue
      short.push({ runId: found.runIds[at] ?? 0, repetition: found.repetitions[at] ?? 0, ios })
    }
    return { short, of: found.count }
  }
}

export const fewIosSaid = template('few-ios', 'too few I/Os in {few} of {runs|# run|# runs}', {
  few: 'count',
  runs: 'count',
})

/** "too few I/Os in 3 of 10 runs". */
export function fewIosText({ few, of }: FewIos): string {
  return fewIosSaid({ few, runs: of })
}
