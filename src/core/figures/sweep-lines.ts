import type { TidyRow } from '../results/run'
import { caseKey, levelText } from '../plan/cases'
import { namedLevel } from '../plan/format-level'
import type { LevelValue } from '../plan/plan'
import { orderedLevels, type AxisChoice } from './axis-choice'
import { cleanText, textLimits } from './clean-text'
import type { FewIos } from '../comparison/run-buckets'
import { isPercentileMeaningful } from '../statistics/latency/histogram'
import type { FigurePart } from './figure'
import { matches } from './figure-rows'
import type { CampaignProvenance, FigureProvenance } from './provenance'

/** The runs of one campaign that share a level of the series axis, by level of x. */
export interface SweepLine {
  /** `block_size=4096`, with `campaign=3,` before it where several campaigns are shown, `all` where there is one line. */
  readonly id: string
  readonly label: string
  readonly campaignId: number
  readonly cells: readonly SweepCell[]
}

export interface SweepCell {
  /** Place on x: the level itself where it is a number, else its index among the levels. */
  readonly x: number
  readonly caseKey: string | undefined
  readonly failedRuns: number
  /** A part is empty where some run made too few I/Os for the percentile: leaving those runs out would leave out slow ones. */
  readonly runs: Readonly<Record<FigurePart, readonly SweepRun[]>>
  readonly fewIos?: FewIos
}

/** The I/Os of each run, where the metric is a percentile. */
export interface IoCounts {
  readonly percent: number | undefined
  readonly counts: readonly TidyRow[]
}

export interface SweepRun {
  readonly runId: number
  readonly repetition: number
  /** Base unit. */
  readonly value: number
}

/** Levels of x in the order they are drawn; numbers ascending. */
export function xLevels(
  rows: readonly TidyRow[],
  choice: AxisChoice,
  provenance: FigureProvenance,
): readonly LevelValue[] {
  const levels = [...orderedLevels(choice.xKey, rows, provenance)]
  return levels.every((level) => typeof level === 'number') ? levels.sort((a, b) => a - b) : levels
}

/** Lines of a sweep; every line has a cell for each level of x, empty where nothing was measured. */
export function sweepLines(
  rows: readonly TidyRow[],
  choice: AxisChoice,
  provenance: FigureProvenance,
  { percent, counts }: IoCounts = { percent: undefined, counts: [] },
): readonly SweepLine[] {
  const levels = xLevels(rows, choice, provenance)
  const byCampaign = groupBy(rows, (row) => row.campaignId)
  const several = byCampaign.size > 1
  const levelKey = choice.seriesKey === 'campaign' ? undefined : choice.seriesKey
  const lines: SweepLine[] = []
  for (const level of levelKey === undefined ? [undefined] : orderedLevels(levelKey, rows, provenance)) {
    for (const [campaignId, campaignRows] of byCampaign) {
      const own: Record<string, LevelValue> = { ...choice.fixed }
      const names: string[] = []
      const ids: string[] = []
      if (several || choice.seriesKey === 'campaign') {
        ids.push(`campaign=${campaignId}`)
        names.push(campaignLabel(campaignId, campaignRows, provenance))
      }
      if (levelKey !== undefined && level !== undefined) {
        own[levelKey] = level
        ids.push(`${levelKey}=${levelText(level)}`)
        names.unshift(namedLevel(levelKey, level))
      }
      const lineRows = campaignRows.filter((row) => matches(row, own))
      const campaign = provenance.campaigns.find((one) => one.campaignId === campaignId)
      const failed = (campaign?.failedRuns ?? []).filter((run) => agrees(run, own))
      const lineCounts = counts.filter((row) => row.campaignId === campaignId && matches(row, own))
      if (lineRows.length === 0 && failed.length === 0) continue
      lines.push({
        id: ids.join(',') || 'all',
        label: cleanText(names.join(', '), textLimits.label),
        campaignId,
        cells: cells(lineRows, failed, levels, choice.xKey, campaign, { percent, counts: lineCounts }),
      })
    }
  }
  return lines
}

function cells(
  rows: readonly TidyRow[],
  failed: readonly Readonly<Record<string, LevelValue>>[],
  levels: readonly LevelValue[],
  xKey: string,
  campaign: CampaignProvenance | undefined,
  { percent, counts }: IoCounts,
): readonly SweepCell[] {
  // Where a mix has no total (percentiles of two histograms), its pure ends have none either.
  const hasTotals = rows.some((row) => row.direction === 'total')
  const byLevel = groupBy(rows, (row) => levelText(row.levels[xKey]))
  const countsByLevel = groupBy(counts, (row) => levelText(row.levels[xKey]))
  return levels.map((level, index) => {
    const few = fewIosByDirection(countsByLevel.get(levelText(level)) ?? [], percent)
    const [fewIos] = [...few.values()].sort((a, b) => b.few - a.few)
    const own = byLevel.get(levelText(level)) ?? []
    const first = own[0]
    return {
      x: typeof level === 'number' ? level : index,
      caseKey: first && campaign ? caseKey(campaign.axes, first.levels) : undefined,
      failedRuns: failed.filter((run) => run[xKey] === level).length,
      ...(fewIos && { fewIos }),
      runs: runsByPart(
        own.filter((row) => !few.has(row.direction)),
        xKey === 'read_percent' && hasTotals ? level : undefined,
      ),
    }
  })
}

/** By direction, how many runs made too few I/Os for the percentile; only directions in which some did. */
function fewIosByDirection(
  counts: readonly TidyRow[],
  percent: number | undefined,
): ReadonlyMap<string, FewIos> {
  if (percent === undefined) return new Map()
  return new Map(
    [...groupBy(counts, (row) => row.direction)].flatMap(([direction, rows]) => {
      const few = rows.filter((row) => !isPercentileMeaningful(row.value, percent)).length
      return few === 0 ? [] : [[direction, { few, of: rows.length }] as const]
    }),
  )
}

/** Runs by part, in their order. Pure reads and pure writes are their own total, and have no other part. */
function runsByPart(
  rows: readonly TidyRow[],
  readPercent: LevelValue | undefined,
): Readonly<Record<FigurePart, readonly SweepRun[]>> {
  const found: Readonly<Record<FigurePart, Map<number, SweepRun>>> = {
    total: new Map(),
    read: new Map(),
    write: new Map(),
  }
  for (const { direction, runId, repetition, value } of rows) {
    if (direction === 'trim' || found[direction].has(runId)) continue
    found[direction].set(runId, { runId, repetition, value })
  }
  const inOrder = (part: FigurePart): readonly SweepRun[] =>
    [...found[part].values()].sort((a, b) => a.repetition - b.repetition || a.runId - b.runId)
  const [total, read, write] = [inOrder('total'), inOrder('read'), inOrder('write')]
  if (readPercent === 100) return { total: total.length > 0 ? total : read, read, write: [] }
  if (readPercent === 0) return { total: total.length > 0 ? total : write, read: [], write }
  return { total, read, write }
}

/** True where a failed run had these levels, as far as it names them. */
function agrees(
  run: Readonly<Record<string, LevelValue>>,
  levels: Readonly<Record<string, LevelValue>>,
): boolean {
  return Object.entries(levels).every(([key, level]) => run[key] === undefined || run[key] === level)
}

/** Configuration or name of a campaign; its number tells two of the same name apart. */
export function campaignLabel(
  campaignId: number,
  rows: readonly TidyRow[],
  provenance: FigureProvenance,
): string {
  const number = `campaign ${campaignId}`
  const known = provenance.campaigns.find((one) => one.campaignId === campaignId)?.label
  const own = [known, rows[0]?.configuration, rows[0]?.campaign].find((label) => label?.trim())
  if (own === undefined) return number
  const twins = provenance.campaigns.filter((one) => one.campaignId !== campaignId && one.label === own)
  if (twins.length === 0) return own
  // Campaigns of one name on several drives are told apart by these.
  const device = rows[0]?.device ?? ''
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
