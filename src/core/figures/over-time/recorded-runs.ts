import * as v from 'valibot'
import { namedLevel } from '../../plan/format-level'
import type { LevelValue } from '../../plan/plan'
import type { Series } from '../../results/observation'
import type { RunSummary } from '../../results/run'
import { formatCount } from '../../units/number-format'
import { cleanText, textLimits } from '../clean-text'
import type { FigureNote } from '../figure'
import type { FigureProvenance } from '../provenance'
import type { UsualSettings } from '../usual-settings'

/** A finished run of which something was recorded over time. */
export interface RecordedRun extends Pick<
  RunSummary,
  'id' | 'campaignId' | 'caseKey' | 'levels' | 'repetition'
> {
  /** Every parameter of its case, those of the plan's base included. */
  readonly parameters: Readonly<Record<string, LevelValue>>
  /** Reads its series; each call reads them anew. */
  series(): readonly Series[]
}

/** The rounds of one case of a plan that runs until the drive is steady. */
export interface RoundsOfCase {
  readonly campaignId: number
  readonly levels: Readonly<Record<string, LevelValue>>
  /** What is judged; see `steadyMetrics`. */
  readonly metric: string
  /** By round, in base units; NaN for a round without a value. */
  readonly values: readonly number[]
  /** Rounds after which the plan gives up. */
  readonly mostRounds: number
}

/** Settings of every figure of what happened during runs. */
export const overTimeSettings = {
  /** Runs by id; unset: the first of the campaigns and levels. */
  runIds: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.maxLength(100), v.readonly()),
  ),
  /** Left out at the start of every run; 0 if unset. */
  warmUpSeconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e7))),
  /** Length of a bin; 1 s for runs below ten minutes and 10 s for longer ones if unset. */
  binSeconds: v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(1e7))),
}

/** A run with the name of its line: of what tells it from the other lines. */
export interface NamedRun {
  readonly run: RecordedRun
  /** Id of its line. */
  readonly line: string
  readonly name: string
}

/** More lines than this in one figure cannot be told apart. */
const mostRuns = 8

/** The runs that the settings ask for, at most eight of them, and a note on those that had to be left out. */
export function chosenRuns(
  all: readonly RecordedRun[],
  { fixed = {}, seriesLabels, runIds, ...settings }: UsualSettings & { readonly runIds?: readonly number[] },
  { campaigns }: FigureProvenance,
  most = mostRuns,
): { readonly runs: readonly NamedRun[]; readonly notes: readonly FigureNote[] } {
  const { test: _, ...levels } = fixed
  const wanted = all.filter(
    (run) =>
      (settings.campaignIds.length === 0 || settings.campaignIds.includes(run.campaignId)) &&
      (runIds === undefined || runIds.length === 0
        ? Object.entries(levels).every(([key, value]) => run.levels[key] === value)
        : runIds.includes(run.id)),
  )
  const shown = wanted.slice(0, most)
  const keys = [...new Set(shown.flatMap((run) => Object.keys(run.levels)))].filter(
    (key) => new Set(shown.map((run) => run.levels[key])).size > 1,
  )
  const several = (of: (run: RecordedRun) => number) => new Set(shown.map(of)).size > 1
  const [hasCampaigns, hasRepetitions] = [several((run) => run.campaignId), several((run) => run.repetition)]
  const runs = shown.map((run): NamedRun => {
    const line = `campaign=${run.campaignId},run=${run.id}`
    const campaign = campaigns.find(({ campaignId }) => campaignId === run.campaignId)?.label
    const parts = [
      ...(hasCampaigns ? [campaign ?? `campaign ${run.campaignId}`] : []),
      ...keys.flatMap((key) => {
        const level = run.levels[key]
        return level === undefined ? [] : [namedLevel(key, level)]
      }),
      ...(hasRepetitions ? [`repetition ${run.repetition}`] : []),
    ]
    const own = seriesLabels?.[line]?.trim() ?? ''
    const name = own !== '' ? own : parts.length === 0 ? `run ${run.id}` : parts.join(', ')
    return { run, line, name: cleanText(name, textLimits.label) }
  })
  const left = wanted.length - shown.length
  const text = `${formatCount(wanted.length)} runs were recorded; the first ${String(most)} are shown. Choose campaigns, levels or runs for others.`
  return { runs, notes: left > 0 ? [{ severity: 'warning', text }] : [] }
}

/** The part of the provenance that is about these campaigns. */
export function provenanceOf(
  { campaigns }: FigureProvenance,
  campaignIds: readonly number[],
): FigureProvenance {
  return { campaigns: campaigns.filter(({ campaignId }) => campaignIds.includes(campaignId)) }
}
