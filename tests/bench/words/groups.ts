import { levelTexts, type RawCampaign, totalRows, wordsOf } from './raw-facts'

/** Runs of one test of a case, with their values of one metric. */
export interface Group {
  readonly caseKey: string
  readonly texts: readonly string[]
  readonly test: string
  readonly values: readonly number[]
  readonly runIds: readonly number[]
}

const metricIds: Readonly<Record<string, string>> = {
  bandwidth: 'bandwidth',
  'transaction rate': 'transactions',
  'query rate': 'queries',
  'mean latency': 'latency_mean',
  latency: 'latency_mean',
  '95th percentile latency': 'latency_p95',
  '99th percentile latency': 'latency_p99',
  '95th percentile completion latency': 'completion_latency_p95',
  'rate of new-order transactions (TPC-C-like, not audited)': 'new_order_rate',
}

/** The id of a metric by its name within a sentence. */
export function metricOf(words: string): string {
  return words === 'IOPS' ? 'iops' : (metricIds[words] ?? words)
}

const labels: Readonly<Record<string, string>> = {
  ...{ bandwidth: 'Bandwidth', iops: 'IOPS', transactions: 'Transactions', latency_mean: 'Mean latency' },
  ...{ latency_p95: '95th percentile latency', latency_p99: '99th percentile latency' },
  completion_latency_p95: '95th percentile completion latency',
}

/** The name of a metric by its id. */
export function metricLabel(id: string): string {
  return labels[id] ?? id
}

/** The runs of each case and test, without those of other metrics. */
export function groupsOf({ detail, rows }: RawCampaign, metric: string): readonly Group[] {
  const cases = new Map(detail.runs.map((run) => [run.id, run]))
  const found = new Map<string, RawCampaign['rows'][number][]>()
  for (const row of totalRows(rows, metric)) {
    const key = JSON.stringify([cases.get(row.runId)?.caseKey, row.test])
    const own = found.get(key) ?? []
    own.push(row)
    found.set(key, own)
  }
  return [...found.values()].map((own) => {
    const [first] = own
    const run = cases.get(first?.runId ?? 0)
    return {
      ...{ caseKey: run?.caseKey ?? '', test: first?.test ?? '' },
      texts: Object.entries(run?.levels ?? {}).flatMap(([name, level]) => levelTexts(name, level)),
      values: own.map(({ value }) => value),
      runIds: own.map(({ runId }) => runId),
    }
  })
}

/** The one group that the words of a case mean, or why there is none; `parts`: its levels and its test. */
export function named(
  groups: readonly Pick<Group, 'texts' | 'test'>[],
  parts: readonly string[],
): number | string {
  const fits = groups.flatMap(({ texts, test }, at) => {
    const own = [...texts, wordsOf(test)]
    return parts.every((part) => own.includes(part)) ? [at] : []
  })
  const [only] = fits
  if (only === undefined) return `no case is “${parts.join(', ')}”`
  return fits.length === 1 ? only : `“${parts.join(', ')}” is ${String(fits.length)} cases`
}
