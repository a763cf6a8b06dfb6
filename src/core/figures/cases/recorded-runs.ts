import * as v from 'valibot'
import { namedLevel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import type { Series } from '../../results/observation'
import type { RunSummary } from '../../results/run'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote } from '../figure/figure'
import { secondsSetting, setting } from '../figure/own-setting'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import { isChosen, type UsualSettings } from '../figure/usual-settings'
import { counted } from '../../units/number-format'
import { template } from '../../words/template'

/** A finished run with recorded series. */
export interface RecordedRun extends Pick<
  RunSummary,
  'id' | 'campaignId' | 'caseKey' | 'levels' | 'repetition'
> {
  /** Every parameter of its case, those of the plan's base included. */
  readonly parameters: Readonly<Record<string, LevelValue>>
  /** Tests that it has results of; absent: not known. */
  readonly tests?: readonly string[]
  /** Whether any of its series holds histograms over time. */
  readonly hasHistograms: boolean
  /** Reads its series; each call reads them again. */
  series(): readonly Series[]
}

/** The rounds of one case of a plan that runs until the drive is steady. */
export interface RoundsOfCase {
  readonly campaignId: number
  readonly levels: Readonly<Record<string, LevelValue>>
  /** Every parameter of the case, those of the plan's base included. */
  readonly parameters: Readonly<Record<string, LevelValue>>
  /** The judged metric; see `steadyMetrics`. */
  readonly metric: string
  /** By round, in base units; NaN for a round without a value. */
  readonly values: readonly number[]
  /** Rounds after which the plan gives up. */
  readonly mostRounds: number
}

/** Settings of every figure over time. */
export const overTimeSettings = {
  /** Runs by id; unset: the first of the campaigns and levels. */
  runIds: setting(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.maxLength(100), v.readonly()),
    { type: 'runs', label: 'Runs', unset: 'The first recorded' },
  ),
  /** Left out at the start of every run; 0 if unset. */
  warmUpSeconds: secondsSetting(0, 1e7, {
    label: 'Warm-up',
    help: 'What is dropped at the start of every run',
    unset: 'none dropped',
  }),
  /** Length of a bin; if unset, see `usualBinSeconds`. */
  binSeconds: secondsSetting(0.001, 1e7, {
    label: 'Bins',
    help: 'Every value is the mean of a bin of this length',
    unset: 'automatic',
  }),
}

const nothing = template(
  'time-nothing-recorded',
  'Nothing was recorded over time. Switch series or observers on in the plan, or import the engine\u2019s logs.',
)
export const nothingRecorded: FigureNote = { severity: 'warning', text: nothing() }

const noneChosen = template(
  'time-none-chosen',
  '{runs|The recorded run is|None of the # recorded runs is} of the chosen campaigns, levels and runs.',
  { runs: 'count' },
)
const firstOfCases = template(
  'time-first-of-cases',
  '{shown|# run|# runs} of {all} that were recorded {shown|is|are} {how}, the first repetitions of every case.',
  { shown: 'count', all: 'count', how: ['shown', 'looked at'] },
)
const firstCases = template(
  'time-first-cases',
  '{shown|# case|# cases} of {all} with recorded runs {shown|is|are} {how}, the first of them.',
  { shown: 'count', all: 'count', how: ['shown', 'looked at'] },
)

const chooseOthers = template('time-choose-others', 'Choose campaigns, levels or runs for others.')

/** A run with the name of its line, by what distinguishes it from the other lines. */
export interface NamedRun {
  readonly run: RecordedRun
  /** Id of its line. */
  readonly line: string
  readonly name: string
}

/** Campaigns of these runs, each once. */
export function campaignsOf(
  runs: readonly { readonly run: Pick<RecordedRun, 'campaignId'> }[],
): readonly number[] {
  return [...new Set(runs.map(({ run }) => run.campaignId))]
}

/** Whether a case is of a test that is held: its pattern is, where it has one. A recording holds all tests of its run. */
export function isOfTest(
  { parameters }: Pick<RecordedRun, 'parameters'>,
  test: LevelValue | undefined,
): boolean {
  const { pattern } = parameters
  return test === undefined || typeof pattern !== 'string' || pattern === test
}

/** More lines than this in one figure are indistinguishable. */
const mostRuns = 8

/**
 * The runs that the settings describe, at most eight (or with `lines: 'mean'` those of eight cases), and a note on
 * those left out. If there are too many, the first repetitions of every case and campaign are shown.
 */
export function chosenRuns(
  all: readonly RecordedRun[],
  {
    fixed = {},
    seriesLabels,
    runIds,
    lines,
    ...settings
  }: UsualSettings & { readonly runIds?: readonly number[]; readonly lines?: 'runs' | 'mean' | undefined },
  provenance: FigureProvenance,
  most = mostRuns,
): {
  readonly runs: readonly NamedRun[]
  /** Those that are left out. */
  readonly undrawn: readonly NamedRun[]
  /** How many are shown, if not all; see `Figure.cut`. */
  readonly cut: string | undefined
  readonly notes: readonly FigureNote[]
  /** The same two where only the runs of these ids could be drawn. */
  readonly whereDrawn: (ids: ReadonlySet<number>) => {
    readonly cut: string | undefined
    readonly notes: readonly FigureNote[]
  }
} {
  const { test, ...levels } = fixed
  const wanted = all.filter(
    (run) =>
      isChosen(run.campaignId, settings) &&
      (runIds === undefined || runIds.length === 0
        ? isOfTest(run, test) && Object.entries(levels).every(([key, value]) => run.levels[key] === value)
        : runIds.includes(run.id)),
  )
  const shown = lines === 'mean' ? runsOfFirstCases(wanted, most) : firstRepetitions(wanted, most)
  // All have names, also those that only a table has.
  const keys = [...new Set(wanted.flatMap((run) => Object.keys(run.levels)))].filter(
    (key) => new Set(wanted.map((run) => run.levels[key])).size > 1,
  )
  const several = (of: (run: RecordedRun) => number) => new Set(wanted.map(of)).size > 1
  const [hasCampaigns, hasRepetitions] = [several((run) => run.campaignId), several((run) => run.repetition)]
  const names = shownNames(
    wanted.map(({ campaignId }) => campaignId),
    provenance,
  )
  const named = (run: RecordedRun): NamedRun => {
    const line = `campaign=${run.campaignId},run=${run.id}`
    const parts = [
      ...(hasCampaigns ? [names.get(run.campaignId) ?? ''] : []),
      ...keys.flatMap((key) => {
        const level = run.levels[key]
        return level === undefined ? [] : [namedLevel(key, level)]
      }),
      ...(hasRepetitions ? [`repetition ${run.repetition}`] : []),
    ]
    const own = seriesLabels?.[line]?.trim() ?? ''
    const name = own !== '' ? own : parts.length === 0 ? (names.get(run.campaignId) ?? '') : parts.join(', ')
    return { run, line, name: cleanText(name, textLimits.label) }
  }
  const drawn = new Set(shown)
  const cutOf = (some: readonly RecordedRun[]) => {
    const [count, every] = countsOf(some, wanted)
    return shown.length === wanted.length ? undefined : `${String(count)} of ${every}`
  }
  const notesOf = (how: 'shown' | 'looked at'): readonly FigureNote[] => {
    const text = leftOutText(all, wanted, shown, how)
    return text === undefined ? [] : [{ severity: 'warning', text, advice: chooseOthers() }]
  }
  return {
    runs: shown.map(named),
    undrawn: wanted.filter((run) => !drawn.has(run)).map(named),
    cut: cutOf(shown),
    notes: notesOf('shown'),
    whereDrawn: (ids) => {
      const some = shown.filter(({ id }) => ids.has(id))
      return { cut: cutOf(some), notes: notesOf(some.length < shown.length ? 'looked at' : 'shown') }
    },
  }
}

/** What a figure says of the recorded runs that it does not show; undefined if it shows all that are wanted. */
function leftOutText(
  all: readonly RecordedRun[],
  wanted: readonly RecordedRun[],
  shown: readonly RecordedRun[],
  how: 'shown' | 'looked at',
): string | undefined {
  if (shown.length === wanted.length)
    return wanted.length === 0 && all.length > 0 ? noneChosen({ runs: all.length }) : undefined
  const [ofWanted, ofShown] = [wanted, shown].map(casesOf)
  return ofWanted === ofShown
    ? firstOfCases({ shown: shown.length, all: wanted.length, how })
    : firstCases({ shown: ofShown ?? 0, all: ofWanted ?? 0, how })
}

/** Runs, if some of every case are shown, else cases: how many are shown, and of how many. */
function countsOf(shown: readonly RecordedRun[], wanted: readonly RecordedRun[]): readonly [number, string] {
  return casesOf(shown) === casesOf(wanted)
    ? [shown.length, counted(wanted.length, 'run')]
    : [casesOf(shown), counted(casesOf(wanted), 'case')]
}

function casesOf(runs: readonly RecordedRun[]): number {
  return new Set(runs.map(caseOfRun)).size
}

/** This many runs, repetition by repetition, in the order given. */
function firstRepetitions(runs: readonly RecordedRun[], most: number): readonly RecordedRun[] {
  if (runs.length <= most) return runs
  const ranks = new Map<string, number>()
  const ranked = runs.map((run, at) => {
    const rank = ranks.get(caseOfRun(run)) ?? 0
    ranks.set(caseOfRun(run), rank + 1)
    return { run, at, rank }
  })
  const first = ranked.sort((a, b) => a.rank - b.rank || a.at - b.at).slice(0, most)
  return first.sort((a, b) => a.at - b.at).map(({ run }) => run)
}

/** All runs of this many cases. */
function runsOfFirstCases(runs: readonly RecordedRun[], most: number): readonly RecordedRun[] {
  const groups = new Set([...new Set(runs.map(caseOfRun))].slice(0, most))
  return runs.filter((run) => groups.has(caseOfRun(run)))
}

/** Its campaign and its case. */
export function caseOfRun({ campaignId, caseKey }: Pick<RecordedRun, 'campaignId' | 'caseKey'>): string {
  return `${String(campaignId)} ${caseKey}`
}

/** The part of the provenance about these campaigns. */
export function provenanceOf(
  { campaigns }: FigureProvenance,
  runs: readonly { readonly run: Pick<RecordedRun, 'campaignId'> }[],
): FigureProvenance {
  const shown = new Set(runs.map(({ run }) => run.campaignId))
  return { campaigns: campaigns.filter(({ campaignId }) => shown.has(campaignId)) }
}
