import type { TidyRow } from '../results/run'
import type { LevelValue } from '../plan/plan'
import type { Metric } from '../results/metrics'
import type { PublishedSummary, StoredPublishedResult } from '../results/published-result'
import { chooseAxes, type AxisChoice } from './axis-choice'
import type { UsualSettings } from './usual-settings'
import { figureRows, matches, type GivenRows } from './figure-rows'
import type { CampaignProvenance, FigureProvenance } from './provenance'
import { printedRows } from './printed-rows'
import { sweepLines, xLevels, type SweepLine } from './sweep-lines'

/** The two fields that set how compressible data is. They mean different things and never share an axis. */
export const contentKeys = ['dedupe_percent', 'compress_percent'] as const

/** Fields that choose the test: of fio, and of IOzone where every test is a case of its own. */
const testKeys = ['pattern', 'tests'] as const

/** What the compressibility figures draw: the lines of each test over the same levels. */
export interface CompressibilityData {
  readonly choice: AxisChoice
  /** Levels in the order they appear: percentages from high to low, then words such as `random`. */
  readonly levels: readonly LevelValue[]
  readonly tests: readonly TestLines[]
  /** Rows behind the lines; a printed mean stands as a row whose run id is below 0. */
  readonly rows: readonly TidyRow[]
  /** Printed summaries by the run id of their row. */
  readonly printed: ReadonlyMap<number, PublishedSummary>
  /** Printed differences, which have no mean to draw. */
  readonly differences: number
}

export interface TestLines {
  readonly test: string
  /** Cells of a line are in the order of `levels`. */
  readonly lines: readonly SweepLine[]
}

/** Arranges runs and printed means of one metric by test, line and level of data content. */
export function compressibilityData(
  given: GivenRows,
  published: readonly StoredPublishedResult[],
  metric: Metric,
  settings: UsualSettings,
  provenance: FigureProvenance,
): CompressibilityData {
  const { test, ...fixed } = settings.fixed ?? {}
  const chosen = (id: number) => settings.campaignIds.length === 0 || settings.campaignIds.includes(id)
  const { rows: means, printed, differences } = printedRows(published, metric, settings.campaignIds)
  const rows = figureRows(given)
  const isOfMetric = (row: TidyRow) =>
    row.metric === metric.id && row.state === 'done' && chosen(row.campaignId) && Number.isFinite(row.value)
  const telling = [...rows.telling.filter(isOfMetric), ...means]
  const xKey = contentKey(telling, settings)
  const usable = (some: readonly TidyRow[]) =>
    onePerRun(some.filter((row) => row.levels[xKey] !== undefined && matches(row, fixed))).filter(
      (row) => test === undefined || row.test === test,
    )
  // The test stands for the pattern or the names it comes from, so neither takes part in the choice of the lines.
  const idle = testKeys.filter((key) => settings.seriesKey !== key && !(key in fixed))
  const choice = chooseAxes(
    usable(telling).map((row) => ({
      ...row,
      test: '',
      levels: without(row.levels, idle),
    })),
    { ...settings, xKey, fixed },
    provenance,
  )
  const held = [...rows.matching(choice.fixed).filter(isOfMetric), ...means]
  const drawn = usable(held).filter((row) => matches(row, choice.fixed))
  const planned = xLevels(drawn, choice, provenance)
  const order = planned.map((level, at) => ({ level, at })).sort((a, b) => contentOrder(a.level, b.level))
  const levels = order.map(({ level }) => level)
  const tests = [...new Set(drawn.map((row) => row.test))].map((name): TestLines => {
    const testRows = drawn.filter((row) => row.test === name)
    const lines = sweepLines(testRows, choice, ofTest(testRows, planned, xKey, provenance))
    return {
      test: name,
      lines: lines.map((line) => ({
        ...line,
        cells: order.flatMap(({ at }) => line.cells[at] ?? []),
      })),
    }
  })
  return { choice, levels, tests, rows: drawn, printed, differences }
}

/** The field on x: the one asked for, else the one with more levels. */
function contentKey(rows: readonly TidyRow[], settings: UsualSettings): string {
  const asked = contentKeys.find((key) => key === settings.xKey)
  if (asked !== undefined) return asked
  const count = (key: string) => new Set(rows.map((row) => row.levels[key])).size
  return contentKeys.reduce((best, key) => (count(key) > count(best) ? key : best))
}

/** From the most to the least compressible; words last, in the order they came. */
function contentOrder(a: LevelValue, b: LevelValue): number {
  if (typeof a === 'number' && typeof b === 'number') return b - a
  return Number(typeof a !== 'number') - Number(typeof b !== 'number')
}

/** Each test of a run once, as a total: its total, else its only direction. A mix that has no total has no place here. */
function onePerRun(rows: readonly TidyRow[]): TidyRow[] {
  const groups = new Map<string, TidyRow[]>()
  for (const row of rows) {
    // A run may hold a test at several sizes or numbers of jobs of its own.
    const { block_size, file_size, jobs } = row.levels
    const key = [row.runId, row.test, block_size, file_size, jobs].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const row = group.find((one) => one.direction === 'total') ?? (group.length === 1 ? group[0] : undefined)
    return row === undefined ? [] : [{ ...row, direction: 'total' as const }]
  })
}

function without(levels: TidyRow['levels'], keys: readonly string[]): TidyRow['levels'] {
  return Object.fromEntries(Object.entries(levels).filter(([key]) => !keys.includes(key)))
}

/** Provenance with the levels of all tests, and of the failed runs those that could be of this test. */
function ofTest(
  rows: readonly TidyRow[],
  levels: readonly LevelValue[],
  xKey: string,
  { campaigns }: FigureProvenance,
): FigureProvenance {
  const own = testKeys.map((key) => [key, new Set(rows.map((row) => row.levels[key]))] as const)
  return {
    campaigns: campaigns.map((campaign): CampaignProvenance => ({
      ...campaign,
      axes: campaign.axes.map((axis) => (axis.key === xKey ? { ...axis, levels: [...levels] } : axis)),
      failedRuns: campaign.failedRuns.filter((levels) =>
        own.every(
          ([key, known]) => levels[key] === undefined || known.has(undefined) || known.has(levels[key]),
        ),
      ),
    })),
  }
}
