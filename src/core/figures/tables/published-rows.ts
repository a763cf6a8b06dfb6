import type { StoredPublishedResult } from '../../results/published-result'
import type { Cell, TableColumn } from './table'

/** Columns that only results taken from print fill. */
export const publishedColumns: readonly (readonly [
  column: TableColumn,
  read: (result: StoredPublishedResult) => Cell,
])[] = [
  [{ key: 'n', label: 'n' }, ({ value }) => value.n],
  [
    { key: 'standard_deviation', label: 'Standard deviation' },
    ({ value }) => (value.kind === 'summary' ? value.standardDeviation : undefined),
  ],
  [
    { key: 'difference_percent', label: 'Difference', unit: '%' },
    ({ value }) => (value.kind === 'difference' ? value.differencePercent : undefined),
  ],
  [
    { key: 'deviation_percent', label: 'Deviation', unit: '%' },
    ({ value }) => (value.kind === 'difference' ? value.deviationPercent : undefined),
  ],
  [
    { key: 'baseline', label: 'Baseline' },
    ({ value }) => (value.kind === 'difference' ? value.baseline : undefined),
  ],
  [{ key: 'source', label: 'Source' }, ({ source }) => source],
  [{ key: 'note', label: 'Note' }, ({ note }) => note],
]

/**
 * A cell of one of the columns that measurements fill. The mean is the value; of a difference there is none, because the
 * means behind it were not printed. The state says `published`, so that a mean is never taken for a run.
 */
export function publishedCell(result: StoredPublishedResult, key: string): Cell {
  switch (key) {
    case 'value':
      return result.value.kind === 'summary' ? result.value.mean : undefined
    case 'state':
      return 'published'
    case 'campaign':
    case 'configuration':
    case 'host':
    case 'device':
    case 'engine':
    case 'test':
    case 'direction':
    case 'metric':
    case 'unit':
      return result[key]
    default:
      return undefined
  }
}
