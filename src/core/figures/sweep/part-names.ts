import { addsUp, findMetric, metricInSentence } from '../../results/metrics'
import { template } from '../../words/template'
import type { FigurePart } from '../figure/figure'
import { partLabelOf } from './sweep-series'

/** What is shown of a metric: "IOPS, read part", "99th percentile latency, reads"; `part` unset or the total: all of it. */
export function partName(id: string, part: FigurePart | undefined): string {
  return withPart(findMetric(id)?.label ?? id, id, part)
}

/** The same within a sentence. */
export function partInSentence(id: string, part: FigurePart | undefined): string {
  return withPart(metricInSentence(id), id, part)
}

function withPart(name: string, id: string, part: FigurePart | undefined): string {
  if (part === undefined || part === 'total') return name
  const metric = findMetric(id)
  return `${name}, ${partLabelOf(part, metric !== undefined && addsUp(metric))}`
}

/** Why there is no second panel. */
export const secondPanel = {
  isTwice: template('second-twice', 'The second panel would show {metric} again.', { metric: 'metric' }),
  noRun: template('second-no-run', 'No finished run has {metric}: there is no second panel.', {
    metric: 'metric',
  }),
  noMetric: template('second-no-metric', 'There is no metric “{metric}”: there is no second panel.', {
    metric: 'given',
  }),
  noPart: template(
    'second-no-part',
    'This kind of figure cannot show reads or writes alone: there is no second panel.',
  ),
}
