import { configurationSentence } from '../sweep/caption'
import { buildCompressibility, contentNumbers } from '../compressibility/compressibility'
import type { Figure } from '../figure/figure'
import { contentKeys } from '../compressibility/compressibility-data'
import { plainSpaces } from '../compressibility/compressibility-numbers'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { MeasuredCase } from '../cases/measured-cases'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { asPrinted } from '../../results/display-unit'
import type { StoredPublishedResult } from '../../results/published-result'
import { type ContentLine, contentMoments } from '../compressibility/compressibility-points'
import { meanHalfWidth } from '../../statistics/summary/summarize'
import { formatPrinted, mostPrintedDigits } from '../../units/number-format'
import { isAsPrinted, type Table, type TableColumn } from '../figure/table'
import { reservedIn } from '../figure/reservations'
import { noData } from '../figure/no-data'
import { sentences } from '../../text/plain-text'
import { tidyTable } from './tidy-table'
import { withoutConstants } from './without-constants'
import { template } from '../../words/template'
import { formatLevel, namedLevel } from '../../plan/levels/format-level'
import { testLabel } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import type { ScaledUnit } from '../../units/unit-scale'

const noResults = template('results-none', 'No campaign has a result yet.')

const measurementsSaid = template('results-measurements', '{count|# measurement|# measurements}', {
  count: 'count',
})
const printedSaid = template('results-printed', '{count|# printed result|# printed results}', {
  count: 'count',
})
const countsSaid = template(
  'results-counts',
  '{counts}. CSV and JSON give them in base units: bytes per second, nanoseconds, seconds, bytes.',
  { counts: { of: [measurementsSaid, printedSaid], between: ' and ' } },
)
const inUnit = template('results-in-unit', 'In {unit}.', { unit: 'given' })
const deviationsBeneath = template(
  'results-deviations',
  'Beneath a mean the standard deviation of its runs, where it is known.',
)

/** The parts of a figure that a table has. */
export interface TableFacts extends Pick<Figure, 'title' | 'subtitle' | 'metric' | 'caption' | 'smallPrint'> {
  readonly kind: string
  readonly numbers: Table
  readonly printed?: Table
  readonly notes?: Figure['notes']
  readonly tests?: readonly string[]
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
function buildCompressibilityTable(
  measured: readonly MeasuredCase[],
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[],
): Figure {
  const { lines, unit } = contentNumbers(measured, settings, provenance, published)
  const table = compressibilityTable(lines, unit)
  // Means only: the picture's caption about dots and bars does not apply.
  const figure = buildCompressibility(
    measured,
    { ...settings, kind: 'compressibility', statistic: 'mean', showDots: false, showIntervals: false },
    provenance,
    published,
  )
  return tableFigure({
    kind: 'compressibility-table',
    title: figure.title,
    ...(figure.tests && { tests: figure.tests }),
    subtitle: figure.subtitle,
    metric: figure.metric,
    numbers: table,
    printed: printedContent(table, lines, unit.factor),
    caption: sentences([
      unit.label === '' || lines.length === 0 ? '' : inUnit({ unit: unit.label }),
      figure.caption,
      hasDeviationRow(table) ? deviationsBeneath() : '',
    ]),
    smallPrint: figure.smallPrint,
    notes: figure.notes,
  })
}

/** The same for a page: the unit is in the caption, and columns that are the same in all rows are left out. */
function printedContent(table: Table, lines: readonly ContentLine[], factor: number): Table {
  const isLevel = (key: string) => !['test', 'series', 'statistic'].includes(key)
  const { columns, rows } = withoutConstants(table, (key) => isLevel(key) || key === 'test')
  const test = columns.findIndex(({ key }) => key === 'test')
  const statistic = columns.findIndex(({ key }) => key === 'statistic')
  const lineOfRow = lines.flatMap((line) => (hasDeviations(line) ? [line, line] : [line]))
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
          // The levels are last.
          const content = lineOfRow[line]?.cells.at(at - row.length)
          const texts = content?.printed && asPrinted(content.printed, factor)
          const asInPrint = isDeviation ? texts?.sd : texts?.mean
          if (asInPrint !== undefined) return asInPrint
          const moments = content && contentMoments(content)
          const half = moments && meanHalfWidth(moments)
          const most = content?.printed === undefined ? undefined : mostPrintedDigits
          return formatPrinted(cell, half === undefined ? undefined : half / factor, most)
        }
        if (at === statistic) return isDeviation ? '±' : 'mean'
        // The test is named once, in the row of the mean.
        return isDeviation && at === test ? '' : cell
      }),
    ),
  }
}

/** Every measurement and every printed result, one per row. */
function buildResultsTable(
  { rows, published }: FigureInputs['measurements'],
  settings: UsualSettings,
  provenance: FigureProvenance,
): Figure {
  const table = tidyTable(rows, published, { reserved: reservedIn(provenance), units: settings.units })
  const measurements = table.rows.length - published.length
  const counts = [
    measurements > 0 ? measurementsSaid({ count: measurements }) : '',
    published.length > 0 ? printedSaid({ count: published.length }) : '',
  ].filter((text) => text !== '')
  const basis = [
    ...(measurements > 0 ? ['single measurements'] : []),
    ...(published.length > 0 ? ['numbers as printed'] : []),
  ]
  return tableFigure({
    kind: 'results-table',
    title: 'All results',
    // What all measurements have in common is in the small print.
    subtitle: measurements === 0 ? commonWords(published) : '',
    metric: settings.metric,
    numbers: table,
    printed: withoutConstants(
      table,
      (key) => ['metric', 'value', 'reservations'].includes(key) || isAsPrinted(key),
    ),
    caption:
      counts.length === 0 ? noData() : sentences([countsSaid({ counts }), configurationSentence(provenance)]),
    smallPrint: smallPrint(provenance, 'mean', `no statistics: ${basis.join(', ')}`),
    notes: counts.length === 0 ? [{ severity: 'warning', text: noResults() }] : [],
  })
}

/** The test and the levels of all printed results, which their table leaves out: "Random write · 4 KiB". */
function commonWords(published: readonly StoredPublishedResult[]): string {
  const [first] = published
  if (first === undefined) return ''
  const levels = Object.entries(first.levels).filter(([key, level]) =>
    published.every((one) => one.levels[key] === level),
  )
  return [
    ...(published.every(({ test }) => test === first.test) ? [testLabel(first.test)] : []),
    ...levels.map(([key, level]) => namedLevel(key, level)),
  ].join(' · ')
}

export const compressibilityMeans = defineFigure({
  kind: 'compressibility-table',
  name: 'Table of means',
  needs: 'runs',
  form: 'table',
  settings: {},
  xKeys: contentKeys,
  build: ({ measured, published }, settings, provenance) =>
    buildCompressibilityTable(measured, settings, provenance, published),
})

export const resultsTable = defineFigure({
  kind: 'results-table',
  name: 'Table of all results',
  needs: 'measurements',
  form: 'table',
  settings: {},
  usualFields: [],
  build: buildResultsTable,
})

/**
 * The table of the articles' appendix: by test and record size a row of means with the row of their standard
 * deviations beneath where there are any, one column per level. Values divided into the unit; missing values are
 * empty cells.
 */
export function compressibilityTable(lines: readonly ContentLine[], unit: ScaledUnit): Table {
  const levels = lines[0]?.cells.map(({ level }) => level) ?? []
  const columns: TableColumn[] = [
    { key: 'test', label: 'Test' },
    { key: 'series', label: 'Record size' },
    { key: 'statistic', label: 'Statistic' },
    ...levels.map((level) => ({ key: levelKey(level), label: levelLabel(level), unit: unit.label })),
  ]
  const rows = lines.flatMap(({ test, line, cells }) => {
    const moments = cells.map(contentMoments)
    const scaled = (value: number | undefined) => (value === undefined ? undefined : value / unit.factor)
    const name = plainSpaces(line.label || 'all runs')
    return [
      [test, name, 'mean', ...moments.map((one) => scaled(one?.mean))],
      ...(hasDeviations({ cells })
        ? [[test, name, 'standard deviation', ...moments.map((one) => scaled(one?.sd))]]
        : []),
    ]
  })
  return { columns, rows }
}

/** Single runs and most printed means have none. */
function hasDeviations({ cells }: Pick<ContentLine, 'cells'>): boolean {
  return cells.some((cell) => contentMoments(cell)?.sd !== undefined)
}

function hasDeviationRow({ rows }: Table): boolean {
  return [...rows].some((row) => row.includes('standard deviation'))
}

function levelKey(level: LevelValue): string {
  return typeof level === 'number' ? `level_${level}` : String(level)
}

function levelLabel(level: LevelValue): string {
  return typeof level === 'number' ? `${level} %` : formatLevel(level)
}
