import type { LevelValue } from '../../plan/plan'
import type { TidyRow } from '../../results/run'
import type { Levels, MeasuredColumns } from '../../comparison/comparison-data'

/** The finished runs of a campaign as columns of numbers, and what they share. */
export interface CampaignColumns extends Pick<
  TidyRow,
  'campaignId' | 'campaign' | 'configuration' | 'host' | 'device' | 'engine'
> {
  /** Equal for campaigns that have not changed since they were read. */
  readonly state: string
  /** All parameters of each case by its number; a number without a case is undefined. */
  readonly cases: readonly (Levels | undefined)[]
  /** By quantity; numbers that a run measured at its own levels follow the others. */
  readonly columns: readonly MeasuredColumns[]
}

/** Numbers of runs as columns, with one entry per run in each. */
export interface RunNumbers {
  readonly runIds: readonly number[]
  readonly repetitions: readonly number[]
  /** Finite, in base units. */
  readonly values: readonly number[]
}

/** No runs. */
export const noRuns: RunNumbers = { runIds: [], repetitions: [], values: [] }

/** The runs for which `isWanted` is true. */
export function pickRuns(
  { runIds, repetitions, values }: RunNumbers,
  isWanted: (runId: number, at: number) => boolean,
): RunNumbers {
  const kept = runIds.map(isWanted)
  const own = (list: readonly number[]) => list.filter((_, at) => kept[at])
  return { runIds: own(runIds), repetitions: own(repetitions), values: own(values) }
}

/** Runs of several cases by repetition; for a run that measured several of them, the first number. */
export function joinRuns(cases: readonly RunNumbers[]): RunNumbers {
  const joined = { runIds: [] as number[], repetitions: [] as number[], values: [] as number[] }
  const known = new Set<number>()
  for (const { runIds, repetitions, values } of cases)
    runIds.forEach((runId, at) => {
      if (known.has(runId)) return
      known.add(runId)
      joined.runIds.push(runId)
      joined.repetitions.push(repetitions[at] ?? 0)
      joined.values.push(values[at] ?? NaN)
    })
  return byRepetition(joined)
}

/** The runs in the order in which they are drawn and averaged. */
export function byRepetition({ runIds, repetitions, values }: RunNumbers): RunNumbers {
  const places = runIds.map((_, at) => at)
  places.sort(
    (one, other) =>
      (repetitions[one] ?? 0) - (repetitions[other] ?? 0) || (runIds[one] ?? 0) - (runIds[other] ?? 0),
  )
  const own = (list: readonly number[]) => places.map((at) => list[at] ?? NaN)
  return { runIds: own(runIds), repetitions: own(repetitions), values: own(values) }
}

/**
 * The measurements of one quantity by the finished runs of one case, by repetition and run id: the data of figures. A
 * million runs are a few thousand of these, and only the marks of a figure use single runs.
 */
export interface MeasuredCase extends RunNumbers, Omit<TidyRow, 'runId' | 'repetition' | 'value' | 'state'> {}

/** The data of a figure of runs by case, without excluded runs. */
export class FigureColumns {
  /** It can be sent to another thread. */
  readonly source: { readonly campaigns: readonly CampaignColumns[]; readonly excluded: ReadonlySet<number> }
  #cases: readonly MeasuredCase[] | undefined

  /** `campaigns` by ascending id; `excluded` holds ids of runs. */
  constructor(campaigns: readonly CampaignColumns[], excluded: ReadonlySet<number>) {
    this.source = { campaigns, excluded }
  }

  /** How many numbers there are. */
  get size(): number {
    return this.source.campaigns.reduce(
      (sum, { columns }) => columns.reduce((all, { values }) => all + values.length, sum),
      0,
    )
  }

  /** By campaign, and within it by the first run that measured them. */
  get cases(): readonly MeasuredCase[] {
    const { campaigns, excluded } = this.source
    return (this.#cases ??= campaigns.flatMap((campaign) => casesOf(campaign, excluded)))
  }

  /** True if `other` was read in the same state and excludes the same runs. */
  isSame(other: FigureColumns): boolean {
    const { campaigns, excluded } = this.source
    const { campaigns: others, excluded: alsoExcluded } = other.source
    return (
      campaigns.length === others.length &&
      campaigns.every(({ state }, at) => state === others[at]?.state) &&
      excluded.size === alsoExcluded.size &&
      [...excluded].every((id) => alsoExcluded.has(id))
    )
  }

  /** Ids of the excluded runs with such measurements. */
  leftOut(): readonly number[] {
    if (this.source.excluded.size === 0) return []
    return this.source.campaigns.flatMap(({ columns }) => {
      const found = new Set<number>()
      for (const { runIds } of columns)
        for (const id of runIds) if (this.source.excluded.has(id)) found.add(id)
      return [...found].sort((a, b) => a - b)
    })
  }
}

/** True if the case has all of these levels; `test` is the name of its test. */
export function matches(
  one: Pick<TidyRow, 'test' | 'levels'>,
  levels: Readonly<Record<string, LevelValue>>,
): boolean {
  return Object.entries(levels).every(([key, value]) => levelOf(one, key) === value)
}

/** The level of a case on an axis; its test is one of them. */
export function levelOf(
  { test, levels }: Pick<TidyRow, 'test' | 'levels'>,
  key: string,
): LevelValue | undefined {
  return key === testKey ? test : levels[key]
}

/** Key of the test of a result, which is an axis like any other. */
export const testKey = 'test'

/** `runIds` ascend. */
function isByRepetition({ repetitions }: RunNumbers): boolean {
  return repetitions.every((repetition, at) => at === 0 || repetition >= (repetitions[at - 1] ?? 0))
}

function casesOf({ cases, columns, state: _, ...campaign }: CampaignColumns, excluded: ReadonlySet<number>) {
  const found: MeasuredCase[] = []
  for (const { test, direction, metric, unit, ...column } of columns) {
    const { runIds, repetitions, values, cases: ofRuns } = column
    const numbers: { runIds: number[]; repetitions: number[]; values: number[] }[] = []
    runIds.forEach((runId, at) => {
      const number = ofRuns[at] ?? 0
      const levels = cases[number]
      if (levels === undefined || excluded.has(runId)) return
      let own = numbers[number]
      if (own === undefined) {
        own = { runIds: [], repetitions: [], values: [] }
        numbers[number] = own
        found.push({ ...campaign, test, direction, metric, unit, levels, ...own })
      }
      own.runIds.push(runId)
      own.repetitions.push(repetitions[at] ?? 0)
      own.values.push(values[at] ?? NaN)
    })
  }
  found.sort((one, other) => (one.runIds[0] ?? 0) - (other.runIds[0] ?? 0))
  return found.map((one) => (isByRepetition(one) ? one : { ...one, ...byRepetition(one) }))
}
