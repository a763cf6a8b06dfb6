import type { TidyRow } from './run'

/**
 * The judged value of each complete round of one case, from the first: the total, or the sum of reads and writes. NaN
 * for a round without one, which no window may span. `roundOf`: rounds (from 1) by the ids of the case's runs.
 */
export function roundValues(
  rows: Iterable<Pick<TidyRow, 'runId' | 'direction' | 'metric' | 'value'>>,
  metric: string,
  roundOf: ReadonlyMap<number, number>,
  rounds: number,
): readonly number[] {
  const byRound = new Map<number, Map<string, number>>()
  for (const row of rows) {
    const round = roundOf.get(row.runId)
    if (round === undefined || row.metric !== metric) continue
    const values = byRound.get(round) ?? new Map<string, number>()
    values.set(row.direction, row.value)
    byRound.set(round, values)
  }
  return Array.from({ length: rounds }, (_, at) => {
    const values = byRound.get(at + 1)
    return values?.get('total') ?? oneOrSum(values, metric) ?? Number.NaN
  })
}

/** Reads and writes add up to the drive's total; latencies do not, so only one direction counts for them. */
function oneOrSum(values: ReadonlyMap<string, number> | undefined, metric: string): number | undefined {
  const parts = [...(values?.values() ?? [])]
  if (parts.length <= 1) return parts[0]
  return metric === 'latency_mean' ? undefined : parts.reduce((sum, value) => sum + value, 0)
}
