import { headlinesOf } from '../../../../core/engines/registry'
import type { RunSummary } from '../../../../core/results/run'
import { integerOf, textOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer, text } from '../../file/encode'
import { noLevels } from './quantities'
import { readPairs } from './scalars'

/** Headline metrics of the campaign's engine, best first. */
export function campaignHeadlines(connection: Reads, campaignId: number): readonly string[] {
  const row = connection.first(
    'SELECT engine FROM campaign WHERE id = ?',
    integer(campaignId, 'A campaign id'),
  )
  return row ? headlinesOf(textOf(row, 'engine')) : []
}

/** Headline numbers of the tests of a run, by test. */
export type TestHeadlines = ReadonlyMap<string, RunSummary['headline']>

/**
 * Headline numbers of every test, by run id, of all runs or those within two ids. The total if a test has it,
 * else its read, write or trim part, the only number of a one-way test. Tests in the order in which they are
 * stored.
 */
export function readTestHeadlines(
  connection: Reads,
  campaignId: number,
  ids = { first: 0, last: Number.MAX_SAFE_INTEGER },
): ReadonlyMap<number, TestHeadlines> {
  const wanted = campaignHeadlines(connection, campaignId)
  const quantities = connection.all(
    `SELECT id, test, metric FROM quantity WHERE metric IN (${wanted.map(() => '?').join()})
     AND source = 'engine' AND levels = '${noLevels}'
     ORDER BY CASE direction WHEN 'total' THEN 0 WHEN 'read' THEN 1 WHEN 'write' THEN 2 ELSE 3 END, id`,
    ...wanted.map((metric) => text(metric, 'A metric')),
  )
  const headlines = new Map<number, Map<string, Record<string, number>>>()
  for (const quantity of quantities) {
    const [test, metric] = [textOf(quantity, 'test'), textOf(quantity, 'metric')]
    for (const [runId, value] of readPairs(connection, campaignId, integerOf(quantity, 'id'), ids)) {
      let ofRun = headlines.get(runId)
      if (!ofRun) headlines.set(runId, (ofRun = new Map<string, Record<string, number>>()))
      let headline = ofRun.get(test)
      if (!headline) ofRun.set(test, (headline = {}))
      headline[metric] ??= value
    }
  }
  return headlines
}

/** The same without the tests, for lists of runs: of several tests in one run the first one stored counts. */
export function readHeadlines(
  ...[connection, campaignId, ids]: Parameters<typeof readTestHeadlines>
): ReadonlyMap<number, RunSummary['headline']> {
  const found = new Map<number, RunSummary['headline']>()
  for (const [runId, tests] of readTestHeadlines(connection, campaignId, ids)) {
    const [first] = tests.values()
    if (first) found.set(runId, first)
  }
  return found
}
