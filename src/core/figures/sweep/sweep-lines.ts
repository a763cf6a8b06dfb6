import { caseKey, levelText } from '../../plan/cases'
import { namedLevel } from '../../plan/levels/format-level'
import { namingTests, testLabel } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import { orderedLevels, type AxisChoice } from '../cases/axis-choice'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FewIos } from '../../comparison/judge/run-buckets'
import { isPercentileMeaningful } from '../../statistics/latency/histogram'
import type { FigurePart } from '../figure/figure'
import {
  joinRuns,
  levelOf,
  matches,
  noRuns,
  testKey,
  type MeasuredCase,
  type RunNumbers,
} from '../cases/measured-cases'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import { groupBy } from '../../iterables'
import type { NamedCampaign } from '../../results/campaign/campaign-names'

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
  readonly runs: Readonly<Record<FigurePart, RunNumbers>>
  readonly fewIos?: FewIos
}

/** The I/Os of each run, if the metric is a percentile. */
export interface IoCounts {
  readonly percent: number | undefined
  readonly counts: readonly MeasuredCase[]
  /** The campaigns of the whole figure, if some of them have no such case: a line has one id and name for all metrics. */
  readonly among?: Iterable<number>
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
  { percent, counts, among }: IoCounts = { percent: undefined, counts: [] },
): readonly SweepLine[] {
  const { xKey } = choice
  const levels = xLevels(cases, choice, provenance)
  const byCampaign = groupBy(cases, ({ campaignId }) => campaignId)
  const shown = new Set([...byCampaign.keys(), ...(among ?? [])])
  const several = shown.size > 1
  const campaignNames = shownNames(shown, provenance, (id) => factsOf(byCampaign.get(id)?.[0]))
  const levelKey = choice.seriesKey === 'campaign' ? undefined : choice.seriesKey
  const lines: (Omit<SweepLine, 'label'> & {
    readonly names: readonly string[]
    readonly test: string | undefined
  })[] = []
  for (const level of levelKey === undefined ? [undefined] : orderedLevels(levelKey, cases, provenance)) {
    for (const [campaignId, ofCampaign] of byCampaign) {
      const own: Record<string, LevelValue> = { ...choice.fixed }
      const names: string[] = []
      const ids: string[] = []
      if (several || choice.seriesKey === 'campaign') {
        ids.push(`campaign=${campaignId}`)
        names.push(campaignNames.get(campaignId) ?? '')
      }
      if (levelKey !== undefined && level !== undefined) {
        own[levelKey] = level
        ids.push(`${levelKey}=${levelText(level)}`)
        names.unshift(namedLevel(levelKey, level))
      }
      const ofLine = ofCampaign.filter((one) => matches(one, own))
      const campaign = provenance.campaigns.find((one) => one.campaignId === campaignId)
      const failed = (campaign?.failedRuns ?? []).filter((run) => agrees(run, own))
      if (ofLine.length === 0 && failed.length === 0) continue
      const lineCounts = counts.filter((one) => one.campaignId === campaignId && matches(one, own))
      const byLevel = groupBy(ofLine, (one) => levelText(levelOf(one, xKey)))
      const countsByLevel = groupBy(lineCounts, (one) => levelText(levelOf(one, xKey)))
      // If a mix has no total (percentiles of two histograms), its pure ends have none either.
      const isMix = xKey === 'read_percent' && ofLine.some(({ direction }) => direction === 'total')
      const cells = levels.map((level, index): SweepCell => {
        const few = fewIosByDirection(countsByLevel.get(levelText(level)) ?? [], percent)
        const [fewIos] = [...few.values()].sort((a, b) => b.few - a.few)
        const ofCell = byLevel.get(levelText(level)) ?? []
        const [first] = ofCell
        const part = (direction: FigurePart) => {
          const cases = few.has(direction) ? [] : ofCell.filter((one) => one.direction === direction)
          return cases.length > 1 ? joinRuns(cases) : (cases[0] ?? noRuns)
        }
        const [total, read, write] = [part('total'), part('read'), part('write')]
        // Pure reads and pure writes are their own total, and have no other part.
        const pure = isMix && level === 100 ? read : isMix && level === 0 ? write : noRuns
        return {
          x: typeof level === 'number' ? level : index,
          caseKey: first && campaign ? caseKey(campaign.axes, first.levels) : undefined,
          failedRuns: failed.filter((run) => run[xKey] === level).length,
          ...(fewIos && { fewIos }),
          runs: {
            total: total.values.length === 0 ? pure : total,
            read: isMix && level === 0 ? noRuns : read,
            write: isMix && level === 100 ? noRuns : write,
          },
        }
      })
      lines.push({ id: ids.join(',') || 'all', names, test: onlyTest(ofLine), campaignId, cells })
    }
  }
  const areOfTests =
    new Set(lines.map(({ test }) => test)).size > 1 && !namesTest(levelKey) && !namesTest(xKey)
  return lines.map(({ names, test, ...line }) => ({
    ...line,
    label: cleanText(
      [...names, ...(areOfTests && test !== undefined ? [testLabel(test)] : [])].join(', '),
      textLimits.label,
    ),
  }))
}

/** The test of these cases, if it is one. */
function onlyTest(cases: readonly MeasuredCase[]): string | undefined {
  const tests = new Set(cases.map(({ test }) => test))
  return tests.size === 1 ? [...tests][0] : undefined
}

function namesTest(key: string | undefined): boolean {
  return key !== undefined && [testKey, ...namingTests].includes(key)
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

/** True if a failed run had these levels, as far as it names them. */
function agrees(
  run: Readonly<Record<string, LevelValue>>,
  levels: Readonly<Record<string, LevelValue>>,
): boolean {
  return Object.entries(levels).every(([key, level]) => run[key] === undefined || run[key] === level)
}

/** What names a campaign whose record is not known. */
export function factsOf(first: MeasuredCase | undefined): Omit<NamedCampaign, 'id'> | undefined {
  if (first === undefined) return undefined
  const { campaign, configuration, device, host } = first
  return { plan: campaign, configuration, device, host }
}
