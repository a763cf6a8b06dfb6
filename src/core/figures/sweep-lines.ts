import { caseKey, levelText } from '../plan/cases'
import { namedLevel } from '../plan/format-level'
import type { LevelValue } from '../plan/plan'
import { orderedLevels, type AxisChoice } from './axis-choice'
import { cleanText, textLimits } from './clean-text'
import type { FewIos } from '../comparison/run-buckets'
import { isPercentileMeaningful } from '../statistics/latency/histogram'
import type { FigurePart } from './figure'
import { matches, type MeasuredCase } from './measured-cases'
import type { CampaignProvenance, FigureProvenance } from './provenance'

/** The runs of one campaign that share a level of the series axis, by level of x. */
export interface SweepLine {
  /** `block_size=4096`, with `campaign=3,` before it if several campaigns are shown, `all` if there is one line. */
  readonly id: string
  readonly label: string
  readonly campaignId: number
  readonly cells: readonly SweepCell[]
}

export interface SweepCell {
  /** Position on x: the level itself if it is a number, otherwise its index among the levels. */
  readonly x: number
  readonly caseKey: string | undefined
  readonly failedRuns: number
  /** A part is empty if some run made too few I/Os for the percentile: excluding those runs would exclude slow ones. */
  readonly runs: Readonly<Record<FigurePart, readonly SweepRun[]>>
  readonly fewIos?: FewIos
}

/** The I/Os of each run, if the metric is a percentile. */
export interface IoCounts {
  readonly percent: number | undefined
  readonly counts: readonly MeasuredCase[]
}

export interface SweepRun {
  readonly runId: number
  readonly repetition: number
  /** Base unit. */
  readonly value: number
}

/** Levels of x in the order they are drawn; numbers ascending. */
export function xLevels(
  cases: readonly MeasuredCase[],
  choice: AxisChoice,
  provenance: FigureProvenance,
): readonly LevelValue[] {
  const levels = [...orderedLevels(choice.xKey, cases, provenance)]
  return levels.every((level) => typeof level === 'number') ? levels.sort((a, b) => a - b) : levels
}

/** Lines of a sweep; every line has a cell for each level of x, empty if nothing was measured. */
export function sweepLines(
  cases: readonly MeasuredCase[],
  choice: AxisChoice,
  provenance: FigureProvenance,
  { percent, counts }: IoCounts = { percent: undefined, counts: [] },
): readonly SweepLine[] {
  const levels = xLevels(cases, choice, provenance)
  const byCampaign = groupBy(cases, ({ campaignId }) => campaignId)
  const several = byCampaign.size > 1
  const levelKey = choice.seriesKey === 'campaign' ? undefined : choice.seriesKey
  const lines: SweepLine[] = []
  for (const level of levelKey === undefined ? [undefined] : orderedLevels(levelKey, cases, provenance)) {
    for (const [campaignId, ofCampaign] of byCampaign) {
      const own: Record<string, LevelValue> = { ...choice.fixed }
      const names: string[] = []
      const ids: string[] = []
      if (several || choice.seriesKey === 'campaign') {
        ids.push(`campaign=${campaignId}`)
        names.push(campaignLabel(campaignId, ofCampaign, provenance))
      }
      if (levelKey !== undefined && level !== undefined) {
        own[levelKey] = level
        ids.push(`${levelKey}=${levelText(level)}`)
        names.unshift(namedLevel(levelKey, level))
      }
      const ofLine = ofCampaign.filter((one) => matches(one, own))
      const campaign = provenance.campaigns.find((one) => one.campaignId === campaignId)
      const failed = (campaign?.failedRuns ?? []).filter((run) => agrees(run, own))
      const lineCounts = counts.filter((one) => one.campaignId === campaignId && matches(one, own))
      if (ofLine.length === 0 && failed.length === 0) continue
      lines.push({
        id: ids.join(',') || 'all',
        label: cleanText(names.join(', '), textLimits.label),
        campaignId,
        cells: sweepCells(ofLine, failed, levels, choice.xKey, campaign, { percent, counts: lineCounts }),
      })
    }
  }
  return lines
}

function sweepCells(
  cases: readonly MeasuredCase[],
  failed: readonly Readonly<Record<string, LevelValue>>[],
  levels: readonly LevelValue[],
  xKey: string,
  campaign: CampaignProvenance | undefined,
  { percent, counts }: IoCounts,
): readonly SweepCell[] {
  // If a mix has no total (percentiles of two histograms), its pure ends have none either.
  const hasTotals = cases.some(({ direction }) => direction === 'total')
  const byLevel = groupBy(cases, (one) => levelText(one.levels[xKey]))
  const countsByLevel = groupBy(counts, (one) => levelText(one.levels[xKey]))
  return levels.map((level, index) => {
    const few = fewIosByDirection(countsByLevel.get(levelText(level)) ?? [], percent)
    const [fewIos] = [...few.values()].sort((a, b) => b.few - a.few)
    const own = byLevel.get(levelText(level)) ?? []
    const first = own[0]
    const inOrder = (part: FigurePart) =>
      few.has(part)
        ? []
        : runsOf(own.filter(({ direction }) => direction === part)).sort(
            (a, b) => a.repetition - b.repetition || a.runId - b.runId,
          )
    const [total, read, write] = [inOrder('total'), inOrder('read'), inOrder('write')]
    // Pure reads and pure writes are their own total, and have no other part.
    const isPure = xKey === 'read_percent' && hasTotals && (level === 100 || level === 0)
    const pure = level === 100 ? read : write
    return {
      x: typeof level === 'number' ? level : index,
      caseKey: first && campaign ? caseKey(campaign.axes, first.levels) : undefined,
      failedRuns: failed.filter((run) => run[xKey] === level).length,
      ...(fewIos && { fewIos }),
      runs: {
        total: isPure && total.length === 0 ? pure : total,
        read: isPure && level === 0 ? [] : read,
        write: isPure && level === 100 ? [] : write,
      },
    }
  })
}

/** By direction, how many runs made too few I/Os for the percentile; only directions in which some did. */
function fewIosByDirection(
  counts: readonly MeasuredCase[],
  percent: number | undefined,
): ReadonlyMap<string, FewIos> {
  if (percent === undefined) return new Map()
  return new Map(
    [...groupBy(counts, ({ direction }) => direction)].flatMap(([direction, cases]) => {
      const values = cases.flatMap((one) => one.values)
      const few = values.filter((value) => !isPercentileMeaningful(value, percent)).length
      return few === 0 ? [] : [[direction, { few, of: values.length }] as const]
    }),
  )
}

/** Runs of some cases; for a run that measured several of them, the first number. */
export function runsOf(cases: readonly MeasuredCase[]): SweepRun[] {
  const runs = new Map<number, SweepRun>()
  for (const { runIds, repetitions, values } of cases)
    runIds.forEach((runId, at) => {
      if (!runs.has(runId))
        runs.set(runId, { runId, repetition: repetitions[at] ?? 0, value: values[at] ?? NaN })
    })
  return [...runs.values()]
}

/** True if a failed run had these levels, as far as it names them. */
function agrees(
  run: Readonly<Record<string, LevelValue>>,
  levels: Readonly<Record<string, LevelValue>>,
): boolean {
  return Object.entries(levels).every(([key, level]) => run[key] === undefined || run[key] === level)
}

/** Configuration or name of a campaign; its number distinguishes two of the same name. */
export function campaignLabel(
  campaignId: number,
  cases: readonly MeasuredCase[],
  provenance: FigureProvenance,
): string {
  const number = `campaign ${campaignId}`
  const known = provenance.campaigns.find((one) => one.campaignId === campaignId)?.label
  const own = [known, cases[0]?.configuration, cases[0]?.campaign].find((label) => label?.trim())
  if (own === undefined) return number
  const twins = provenance.campaigns.filter((one) => one.campaignId !== campaignId && one.label === own)
  if (twins.length === 0) return own
  // Campaigns of one name on several drives are distinguished by these.
  const device = cases[0]?.device ?? ''
  const isOwnDevice = device !== '' && device !== 'unknown' && twins.every((one) => one.device !== device)
  return isOwnDevice ? device : `${own} (${number})`
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
