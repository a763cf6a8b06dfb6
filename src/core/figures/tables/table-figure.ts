import type { TidyRow } from '../../results/run'
import { cleanText, textLimits } from '../clean-text'
import { buildCompressibility, contentNumbers } from '../compressibility'
import type { Figure } from '../figure'
import { contentKeys } from '../compressibility-data'
import { defineFigure } from '../define-figure'
import type { UsualSettings } from '../usual-settings'
import type { GivenRows } from '../figure-rows'
import type { FigureProvenance } from '../provenance'
import { smallPrint } from '../small-print'
import type { StoredPublishedResult } from '../../results/published-result'
import { contentMoments } from '../compressibility-points'
import type { ContentLine } from '../compressibility-line'
import { meanHalfWidth } from '../../statistics/summary/summarize'
import { formatByInterval, formatCount } from '../../units/number-format'
import { compressibilityTable } from './compressibility-table'
import type { Table } from './table'
import { tidyTable } from './tidy-table'
import { withoutConstants } from './without-constants'

/** What a table has of a figure. */
export interface TableFacts extends Pick<Figure, 'title' | 'subtitle' | 'metric' | 'caption' | 'smallPrint'> {
  readonly kind: string
  readonly numbers: Table
  readonly printed?: Table
  readonly notes?: Figure['notes']
}

/** A table as a figure without marks, so that it is saved, listed and exported like one. */
export function tableFigure({ notes = [], ...facts }: TableFacts): Figure {
  return {
    ...facts,
    xKey: '',
    statistic: 'mean',
    x: { label: '', kind: 'category' },
    y: { label: '', kind: 'linear' },
    unit: '',
    series: [],
    show: { dots: false, intervals: false },
    notes,
  }
}

/** The table of the articles' appendix: means over levels of data content with their deviations beneath. */
export function buildCompressibilityTable(
  rows: GivenRows,
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[],
): Figure {
  const { lines, unit } = contentNumbers(rows, settings, provenance, published)
  const table = compressibilityTable(lines, unit)
  // Means only: what the caption of the picture says of dots and bars does not hold here.
  const figure = buildCompressibility(
    rows,
    { ...settings, kind: 'compressibility', statistic: 'mean', showDots: false, showIntervals: false },
    provenance,
    published,
  )
  return tableFigure({
    kind: 'compressibility-table',
    title: figure.title,
    subtitle: figure.subtitle,
    metric: figure.metric,
    numbers: table,
    printed: printedContent(table, lines, unit.factor),
    caption: `${unit.label === '' ? '' : `In ${unit.label}. `}${figure.caption} Beneath each mean the standard deviation of its runs.`,
    smallPrint: figure.smallPrint,
    notes: figure.notes,
  })
}

/** The same for a page: the unit stands in the caption, what is the same in all rows is left out. */
function printedContent(table: Table, lines: readonly ContentLine[], factor: number): Table {
  const isLevel = (key: string) => !['test', 'series', 'statistic'].includes(key)
  const { columns, rows } = withoutConstants(table, (key) => isLevel(key) || key !== 'series')
  const test = columns.findIndex(({ key }) => key === 'test')
  const statistic = columns.findIndex(({ key }) => key === 'statistic')
  return {
    columns: columns.map(({ key, label }) => ({
      key,
      label: key === 'statistic' ? '' : label,
      ...(isLevel(key) && { align: 'right' as const }),
    })),
    rows: Array.from(rows, (row, line) =>
      row.map((cell, at) => {
        const isDeviation = row[statistic] === 'standard deviation'
        if (typeof cell === 'number' && isLevel(columns[at]?.key ?? '')) {
          // Two rows a line, the levels last.
          const content = lines[Math.floor(line / 2)]?.cells.at(at - row.length)
          const moments = content && contentMoments(content)
          const half = moments && meanHalfWidth(moments)
          return formatByInterval(cell, half === undefined ? undefined : half / factor)
        }
        if (at === statistic) return isDeviation ? '±' : 'mean'
        // The test is named once, on the line of the mean.
        return isDeviation && at === test ? '' : cell
      }),
    ),
  }
}

/** Every measurement and every printed result in base units, one per row. */
export function buildResultsTable(
  rows: Iterable<TidyRow>,
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[],
): Figure {
  const table = tidyTable(rows, published)
  const measurements = table.rows.length - published.length
  const counts = [
    measurements > 0 ? `${formatCount(measurements)} measurements` : '',
    published.length > 0 ? `${formatCount(published.length)} printed results` : '',
  ].filter((text) => text !== '')
  return tableFigure({
    kind: 'results-table',
    title: cleanText(settings.title ?? 'All results', textLimits.title),
    subtitle: cleanText(settings.subtitle ?? '', textLimits.subtitle),
    metric: settings.metric,
    numbers: table,
    // What is the same everywhere stands in the small print.
    printed: withoutConstants(table, (key) => key === 'metric' || key === 'value'),
    caption:
      counts.length === 0
        ? 'No data.'
        : `${counts.join(' and ')} in base units: bytes per second, nanoseconds, seconds, bytes.`,
    smallPrint: smallPrint(provenance, 'mean', 'no statistics: single measurements'),
  })
}

export const compressibilityMeans = defineFigure({
  kind: 'compressibility-table',
  name: 'Table of means',
  needs: 'runs',
  form: 'table',
  settings: {},
  xKeys: contentKeys,
  build: ({ rows, published }, settings, provenance) =>
    buildCompressibilityTable(rows, settings, provenance, published),
})

export const resultsTable = defineFigure({
  kind: 'results-table',
  name: 'Table of all results',
  needs: 'measurements',
  form: 'table',
  settings: {},
  build: ({ rows, published }, settings, provenance) =>
    buildResultsTable(rows, settings, provenance, published),
})
