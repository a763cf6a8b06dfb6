import type { Comparison } from '../../../core/comparison/comparison'
import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import type { FigureColumns } from '../../../core/figures/cases/measured-cases'
import type { Series } from '../../../core/results/observation'
import type { Cancellation } from '../../turns'
import type { ReviewReads } from '../../store/review-reads'

/** How far a job is: `done` of `total` runs or files, and which of them is next. */
export interface Told {
  readonly done: number
  readonly total: number
  readonly name: string
}

/** How a job reports its progress and learns that it is no longer wanted. */
export interface JobWatch {
  readonly tell: (told: Told) => void
  readonly signal: Cancellation
}

interface KeptSeries {
  readonly key: string
  readonly series: readonly Series[]
}

/** Runs whose series are kept: enough for a figure, whose settings and zoom ask for them again and again. */
const mostKept = 8
/** Points that are kept in addition to the newest run: 16 bytes each. */
const mostKeptPoints = 16_000_000

/** Answers that are kept, by what makes them: as many as a person goes back to. A report of thousands of cases is large. */
const mostAnswers = { figure: 12, report: 3, summary: 20 } as const

/** A review that is read for windows, with what was last read from it: reports, figures and cases follow one another. */
export class Reader {
  #columns: FigureColumns | undefined
  #comparison: { readonly key: string; readonly comparison: Comparison } | undefined
  /** The most recently read run last. */
  #series: readonly KeptSeries[] = []

  #version = ''
  readonly #answers: Readonly<Record<keyof typeof mostAnswers, Map<string, unknown>>> = {
    figure: new Map(),
    report: new Map(),
    summary: new Map(),
  }

  constructor(readonly review: ReviewReads) {}

  /**
   * What `make` returns for these settings, or what it returned last if the file has not been written since: going back to
   * a kind of figure, a mode or a margin is free.
   */
  answer<T>(kind: keyof typeof mostAnswers, settings: unknown, make: () => T): T {
    const before = this.review.version()
    if (before !== this.#version) for (const answers of Object.values(this.#answers)) answers.clear()
    this.#version = before
    const answers = this.#answers[kind]
    const key = JSON.stringify(settings)
    const found = answers.has(key) ? (answers.get(key) as T) : make()
    answers.delete(key)
    // What was read while the file was written belongs to no version.
    if (this.review.version() === before) answers.set(key, found)
    const [oldest] = answers.keys()
    if (answers.size > mostAnswers[kind] && oldest !== undefined) answers.delete(oldest)
    return found
  }

  /**
   * Finished runs with numbers of these metrics; only campaigns that have changed since the last call are read again.
   * `onRead`: see figure-columns.ts.
   */
  columns(
    campaignIds: readonly number[],
    metrics: readonly string[],
    onRead: (done: number, total: number) => void,
  ): FigureColumns {
    return (this.#columns = this.review.figureColumns(campaignIds, metrics, this.#columns, onRead))
  }

  /** Compares, or returns the last comparison if neither settings nor results have changed since. */
  comparison(settings: ComparisonSettings): Comparison {
    const state = this.review
      .campaigns()
      .map(({ id, configuration, runsByState, publishedResults }) => [
        id,
        configuration,
        runsByState,
        publishedResults,
      ])
    const key = JSON.stringify([settings, state, this.review.excludedRuns()])
    if (this.#comparison?.key !== key) this.#comparison = { key, comparison: this.review.compare(settings) }
    return this.#comparison.comparison
  }

  /** The series of a run. Throws a DamagedContentError if they are not what was stored. */
  series(runId: number): readonly Series[] {
    // A repeated run has other series.
    const [run] = this.review.runsById([runId])
    const key = JSON.stringify([runId, run?.startedAtMs, run?.finishedAtMs])
    const known = this.#series.find((kept) => kept.key === key)
    const newest = known ?? { key, series: this.review.series(runId) }
    const kept = [...this.#series.filter((other) => other.key !== key), newest].slice(-mostKept)
    while (kept.length > 1 && pointsOf(kept) > mostKeptPoints) kept.shift()
    this.#series = kept
    return newest.series
  }
}

function pointsOf(all: readonly KeptSeries[]): number {
  return all.flatMap(({ series }) => series).reduce((sum, { seconds }) => sum + seconds.length, 0)
}
