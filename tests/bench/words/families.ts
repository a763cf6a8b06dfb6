/** Families of templates, by the starts of their ids, that are audited together: by the test of the name. */

/** What a reader is told of two sides besides their differences. */
export const adviceFamilies = ['advice-', 'missed-by-side', 'latency-by-side'] as const

/** `audit.test.ts` */
export const paragraphFamilies = [
  ...['summary-', 'comparison-', 'answer-', 'mix-', 'compared-', 'refused-', 'table-', 'alone-', 'factor'],
  ...adviceFamilies,
]

/** `figures.test.ts` */
export const figureFamilies = [
  ...['caption-', 'notes-', 'axis-', 'look-', 'panels-', 'sweep-', 'ranking-', 'reserved-', 'left-out-'],
  ...['missed-latencies', 'printed-', 'meaning-', 'load-', 'scaling-', 'offered-', 'second-', 'content-'],
  ...['fill-', 'uneven-', 'results-none', 'few-ios', 'and-more'],
]

/** `over-time/over-time.test.ts` */
export const timeFamilies = ['time-', 'consistency-', 'heat-', 'processor-', 'seen-', 'steady-', 'course-']

/** `percentiles.test.ts` */
export const percentileFamilies = ['percentiles-']

/** `tables.test.ts` */
export const tableFamilies = ['score-', 'radar-', 'spec-', 'results-']

/** `small-print.test.ts` */
export const smallPrintFamilies = ['beyond-', 'figure-', 'print-']

/** `documents.test.ts` */
export const documentFamilies = ['document-', 'field-']

/** `groups.test.ts`, `prices.test.ts`, `cards.test.ts`, `method.test.ts`; and parts of those above. */
export const otherFamilies = [
  'groups-',
  'turns-',
  'price-',
  'card-',
  'method-',
  'more-',
  'missed-share',
  'missed-latency',
  'missed-by-runs',
]
