import { littleMisses, missedReadShares } from '../comparison/measured-contradictions'
import { namedLevel } from '../plan/format-level'
import type { TidyRow } from '../results/run'
import type { AxisChoice } from './axis-choice'
import type { FigureNote } from './figure'

/** Metrics that say whether what a figure shows was measured as it was asked for. */
export function contradictionMetrics(metric: string): readonly string[] {
  return metric === ''
    ? []
    : ['achieved_read_percent', ...(isOfLittle(metric) ? ['iops', 'latency_mean'] : [])]
}

/** Read shares that were not reached, and mean latencies that contradict Little's law, of the cases that are shown. */
export function contradictionNotes(
  rows: readonly TidyRow[],
  metric: string,
  choice: Pick<AxisChoice, 'xKey' | 'seriesKey'>,
): readonly FigureNote[] {
  const named = ({ levels, campaign, configuration }: TidyRow) =>
    [choice.seriesKey, choice.xKey]
      .flatMap((key) => {
        if (key === 'campaign') return [configuration.trim() || campaign]
        const level = key === undefined ? undefined : levels[key]
        return key === undefined || level === undefined ? [] : [namedLevel(key, level)]
      })
      .join(', ')
  const shares = caseMeans(rows, 'achieved_read_percent').map(({ row, mean }) => ({
    ...{ name: () => named(row), asked: row.levels.read_percent, reached: mean },
  }))
  const rates = new Map(caseMeans(rows, 'iops').map(({ key, mean }) => [key, mean]))
  const latencies = caseMeans(rows, 'latency_mean').map(({ row, key, mean }) => ({
    ...{ name: () => named(row), depth: row.levels.queue_depth, jobs: row.levels.jobs },
    ...{ iops: rates.get(key), latencyNs: mean },
  }))
  return [
    ...missedReadShares(shares).map((text) => `The runs ${text}`),
    ...(isOfLittle(metric) ? littleMisses(latencies) : []).map(
      (text) => text.charAt(0).toUpperCase() + text.slice(1),
    ),
  ].map((text) => ({ severity: 'note', text }))
}

function isOfLittle(metric: string): boolean {
  return /iops|latency/.test(metric)
}

/** Mean of the totals of a metric for each case, in the order of their first runs. */
function caseMeans(rows: readonly TidyRow[], metric: string) {
  const found = new Map<string, { row: TidyRow; sum: number; count: number }>()
  for (const row of rows) {
    if (row.metric !== metric || row.direction !== 'total' || row.state !== 'done') continue
    const key = [row.campaignId, row.test, JSON.stringify(row.levels)].join(' ')
    const own = found.get(key) ?? { row, sum: 0, count: 0 }
    found.set(key, { ...own, sum: own.sum + row.value, count: own.count + 1 })
  }
  return [...found].map(([key, { row, sum, count }]) => ({ key, row, mean: sum / count }))
}
