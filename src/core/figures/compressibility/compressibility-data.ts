import type { LevelValue } from '../../plan/plan'
import type { Metric } from '../../results/metrics'
import type { StoredPublishedResult } from '../../results/published-result'
import { chooseAxes } from '../cases/axis-choice'
import { isChosen, type UsualSettings } from '../figure/usual-settings'
import { matches, pickRuns, type MeasuredCase } from '../cases/measured-cases'
import type { CampaignProvenance, FigureProvenance } from '../figure/provenance'
import { printedCases } from '../sweep/printed-cases'
import { sweepLines, xLevels, type SweepLine } from '../sweep/sweep-lines'
import { groupBy } from '../../iterables'

/** The two fields that set how compressible data is. They mean different things and never share an axis. */
export const contentKeys = ['dedupe_percent', 'compress_percent'] as const

/** Fields that choose the test: of fio, and of IOzone if every test is a separate case. */
const testKeys = ['pattern', 'tests'] as const

export interface TestLines {
  readonly test: string
  /** Cells of a line are in the order of `levels`. */
  readonly lines: readonly SweepLine[]
}

/**
 * What the compressibility figures draw: the lines of each test over the same levels, in order of appearance: percentages
 * from high to low, then words such as `random`. `printed`, `differences`: see `printedCases`.
 */
export type CompressibilityData = ReturnType<typeof compressibilityData>

/** Arranges runs and printed means of one metric by test, line and level of data content. */
export function compressibilityData(
  measured: readonly MeasuredCase[],
  published: readonly StoredPublishedResult[],
  metric: Metric,
  settings: UsualSettings,
  provenance: FigureProvenance,
) {
  const { test, ...fixed } = settings.fixed ?? {}
  const { cases: means, printed, differences } = printedCases(published, metric, settings.campaignIds)
  const ofMetric = measured.filter((one) => one.metric === metric.id && isChosen(one.campaignId, settings))
  const all = [...ofMetric, ...means]
  const xKey = contentKey(all, settings)
  const usable = onePerRun(all.filter((one) => one.levels[xKey] !== undefined && matches(one, fixed))).filter(
    (one) => test === undefined || one.test === test,
  )
  // The test represents the pattern or the names it comes from, so neither takes part in the choice of the lines.
  const idle = testKeys.filter((key) => settings.seriesKey !== key && !(key in fixed))
  const choice = chooseAxes(
    usable.map((one) => ({ ...one, test: '', levels: without(one.levels, idle) })),
    { ...settings, xKey, fixed },
    provenance,
  )
  const drawn = usable.filter((one) => matches(one, choice.fixed))
  const planned = xLevels(drawn, choice, provenance)
  const order = planned.map((level, at) => ({ level, at })).sort((a, b) => contentOrder(a.level, b.level))
  const levels = order.map(({ level }) => level)
  const tests = [...new Set(drawn.map((one) => one.test))].map((name): TestLines => {
    const ofName = drawn.filter((one) => one.test === name)
    const lines = sweepLines(ofName, choice, ofTest(ofName, planned, xKey, provenance))
    return {
      test: name,
      lines: lines.map((line) => ({
        ...line,
        cells: order.flatMap(({ at }) => line.cells[at] ?? []),
      })),
    }
  })
  return { choice, levels, tests, drawn, printed, differences }
}

/** The field on x: the requested one, otherwise the one with more levels. */
function contentKey(cases: readonly MeasuredCase[], settings: UsualSettings): string {
  const asked = contentKeys.find((key) => key === settings.xKey)
  if (asked !== undefined) return asked
  const count = (key: string) => new Set(cases.map(({ levels }) => levels[key])).size
  return contentKeys.reduce((best, key) => (count(key) > count(best) ? key : best))
}

/** From the most to the least compressible; words last, in order of appearance. */
function contentOrder(a: LevelValue, b: LevelValue): number {
  if (typeof a === 'number' && typeof b === 'number') return b - a
  return Number(typeof a !== 'number') - Number(typeof b !== 'number')
}

/** Each test of a run once, as a total: its total, otherwise its only direction. A mix without a total is left out. */
function onePerRun(cases: readonly MeasuredCase[]): readonly MeasuredCase[] {
  // A run may contain a test at several sizes or numbers of jobs.
  const groups = groupBy(cases, ({ campaignId, test, levels: { block_size, file_size, jobs } }) =>
    [campaignId, test, block_size, file_size, jobs].join(' '),
  )
  return [...groups.values()].flatMap((group) => {
    const totals = new Set<number>()
    const numbers = new Map<number, number>()
    for (const { direction, runIds } of group)
      for (const id of runIds) {
        if (direction === 'total') totals.add(id)
        numbers.set(id, (numbers.get(id) ?? 0) + 1)
      }
    return group.flatMap(({ runIds, repetitions, values, ...one }): readonly MeasuredCase[] => {
      // Of several totals of a run the first is used.
      const kept = runIds.map((id) => (one.direction === 'total' ? totals.delete(id) : numbers.get(id) === 1))
      if (!kept.includes(true)) return []
      const own = pickRuns({ runIds, repetitions, values }, (_, at) => kept[at] === true)
      return [{ ...one, direction: 'total', ...own }]
    })
  })
}

function without(levels: MeasuredCase['levels'], keys: readonly string[]): MeasuredCase['levels'] {
  return Object.fromEntries(Object.entries(levels).filter(([key]) => !keys.includes(key)))
}

/** Provenance with the levels of all tests, and of the failed runs those that could be of this test. */
function ofTest(
  cases: readonly MeasuredCase[],
  levels: readonly LevelValue[],
  xKey: string,
  { campaigns }: FigureProvenance,
): FigureProvenance {
  const own = testKeys.map((key) => [key, new Set(cases.map((one) => one.levels[key]))] as const)
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
