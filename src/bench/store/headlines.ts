import type { RunSummary } from '../../core/results/run'
import { integerOf, textOf } from './columns'
import type { Connection } from './connection'
import { noLevels } from './quantities'
import { readPairs } from './scalars'

type Headline = { -readonly [K in keyof RunSummary['headline']]: RunSummary['headline'][K] }

const parts: Readonly<Record<string, keyof Headline>> = {
  bandwidth: 'bytesPerSecond',
  iops: 'iops',
  latency_mean: 'latencyNs',
}

/**
 * Headline numbers by run id, of all runs or those within two ids. Total where a run has it, else its read, write or trim part: a one-way test has only
 * that. Of several tests in one run the first one stored counts.
 */
export function readHeadlines(
  connection: Connection,
  campaignId: number,
  ids = { first: 0, last: Number.MAX_SAFE_INTEGER },
): ReadonlyMap<number, Headline> {
  const quantities = connection.all(
    `SELECT id, metric FROM quantity WHERE metric IN ('bandwidth', 'iops', 'latency_mean')
     AND source = 'engine' AND levels = '${noLevels}'
     ORDER BY CASE direction WHEN 'total' THEN 0 WHEN 'read' THEN 1 WHEN 'write' THEN 2 ELSE 3 END, id`,
  )
  const headlines = new Map<number, Headline>()
  for (const quantity of quantities) {
    const part = parts[textOf(quantity, 'metric')]
    if (!part) continue
    for (const [runId, value] of readPairs(connection, campaignId, integerOf(quantity, 'id'), ids)) {
      let headline = headlines.get(runId)
      if (!headline) headlines.set(runId, (headline = {}))
      headline[part] ??= value
    }
  }
  return headlines
}
