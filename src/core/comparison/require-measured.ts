import { percentileOfMetric } from '../results/percentiles'
import { allMetrics, chosenMetric } from './compared-quantities'
import type { ComparisonData } from './comparison-data'
import { ComparisonError } from './comparison-error'
import type { ComparisonSettings } from './comparison-settings'

/**
 * Throws a ComparisonError that names the choices where a chosen test or metric was measured by no campaign at all: an
 * empty comparison would look as if the cases had no partners.
 */
export function requireMeasured({ columns, published }: ComparisonData, settings: ComparisonSettings): void {
  const all = [...columns, ...published]
  const tests = new Set(all.map(({ test }) => test))
  const unknown = (settings.tests ?? []).find((test) => !tests.has(test))
  if (unknown !== undefined) throw notMeasured('test', unknown, tests)
  if (settings.metric === undefined || settings.metric === allMetrics) return
  const { id } = chosenMetric(settings.metric)
  const metrics = new Set(all.map(({ metric }) => metric))
  // A percentile may be missing everywhere because every run made too few I/Os; the cases then say so.
  if (percentileOfMetric(id) !== undefined && metrics.has('io_count')) return
  if (!metrics.has(id)) throw notMeasured('metric', id, metrics)
}

function notMeasured(what: 'test' | 'metric', name: string, there: ReadonlySet<string>): ComparisonError {
  return new ComparisonError(
    `No campaign has results of the ${what} "${name}".`,
    there.size === 0 ? 'There are no results yet.' : `There are: ${[...there].sort().join(', ')}.`,
  )
}
