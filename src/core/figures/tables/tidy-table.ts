import type { TidyRow } from '../../results/run'
import { axisName } from '../../plan/levels/format-level'
import { asPrinted, printedWithUnit, type PrintedTexts } from '../../results/display-unit'
import { findMetric } from '../../results/metrics'
import type { StoredPublishedResult } from '../../results/published-result'
import { sortLevelKeys } from '../../plan/levels/levels'
import type { ReservedRuns } from '../../results/reserved-runs'
import { figureUnit } from '../figure/figure-unit'
import { reservationParts } from '../figure/reservations'
import { type Cell, type Table, type TableColumn } from '../figure/table'
import type { UsualSettings } from '../figure/usual-settings'

type Part = readonly [column: TableColumn, read: (row: TidyRow) => Cell]

const usualParts: readonly Part[] = [
  [{ key: 'campaign', label: 'Campaign' }, (row) => row.campaign],
  [{ key: 'configuration', label: 'Configuration' }, (row) => row.configuration],
  [{ key: 'host', label: 'Host' }, (row) => row.host],
  [{ key: 'device', label: 'Device' }, (row) => row.device],
  [{ key: 'engine', label: 'Engine' }, (row) => row.engine],
  [{ key: 'test', label: 'Test' }, (row) => row.test],
  [{ key: 'direction', label: 'Direction' }, (row) => row.direction],
  [{ key: 'metric', label: 'Metric' }, (row) => row.metric],
  [{ key: 'value', label: 'Value' }, (row) => row.value],
  [{ key: 'unit', label: 'Unit' }, (row) => row.unit],
  [{ key: 'repetition', label: 'Repetition' }, (row) => row.repetition],
  [{ key: 'state', label: 'State' }, (row) => row.state],
]

const runPart: Part = [{ key: 'run', label: 'Run' }, (row) => row.runId]

export interface TidyOptions {
  /** Adds the run's id as the first column, for requesting its series. */
  readonly withRunIds?: boolean
  /** What is known against runs, a column of its own if there is anything. */
  readonly reserved?: ReservedRuns
  /** Units in which a page shows metrics, by id; unset: those that fit. */
  readonly units?: UsualSettings['units']
}

/**
 * One row per measurement in base units, and after the fixed columns one column per axis, sizes in bytes, durations
 * in seconds. An axis named like a fixed column (an axis `test`) is called `test_level`. Results taken from print
 * follow the runs, with their own columns, which are left out if there are none. Goes through `rows` once for the
 * axes, and again for each time that the table is gone through.
 */
export function tidyTable(
  rows: Iterable<TidyRow>,
  published: readonly StoredPublishedResult[] = [],
  { withRunIds = false, reserved = new Map(), units }: TidyOptions = {},
): Table {
  const hasForm = published.some(({ value }) => value.form !== undefined)
  const own = published.length === 0 ? [] : hasForm ? [...publishedColumns, ...inPrint] : publishedColumns
  const parts: readonly Part[] = [
    ...(withRunIds ? [runPart] : []),
    ...usualParts,
    ...reservationParts(reserved),
  ]
  const fixed = [...parts, ...own].map(([column]) => column)
  const taken = new Set(fixed.map((column) => column.key))
  const keys = new Set<string>()
  const ends = new Map<string, Ends>()
  let length = published.length
  for (const { levels, metric, value } of rows) {
    length++
    for (const key in levels) keys.add(key)
    widen(ends, metric, value)
  }
  for (const { levels, metric, value } of published) {
    for (const key in levels) keys.add(key)
    if (value.kind === 'summary') widen(ends, metric, value.mean)
  }
  const levelKeys = sortLevelKeys(keys)
  const levelColumns = levelKeys.map((key) => ({
    key: taken.has(key) ? `${key}_level` : key,
    label: axisName(key),
  }))
  return {
    columns: [...fixed, ...levelColumns],
    units: Object.fromEntries(
      [...ends].flatMap(([id, { smallest, largest }]) => {
        const metric = findMetric(id)
        return metric ? [[id, figureUnit(metric, [smallest, largest], { units }).label]] : []
      }),
    ),
    rows: {
      length,
      *[Symbol.iterator]() {
        for (const row of rows)
          yield [
            ...parts.map(([, read]) => read(row)),
            ...own.map(() => undefined),
            ...levelKeys.map((key) => row.levels[key]),
          ]
        for (const result of published)
          yield [
            ...parts.map(([column]) => publishedCell(result, column.key)),
            ...own.map(([, read]) => read(result)),
            ...levelKeys.map((key) => result.levels[key]),
          ]
      },
    },
  }
}

/** Sizes of the values of a metric. */
interface Ends {
  /** Of those that are not 0, as far as there are any. */
  smallest: number
  largest: number
}

function widen(ends: Map<string, Ends>, metric: string, value: number): void {
  const size = Math.abs(value)
  const known = ends.get(metric)
  if (known === undefined) ends.set(metric, { smallest: size, largest: size })
  else {
    if (size > 0 && (size < known.smallest || known.smallest === 0)) known.smallest = size
    if (size > known.largest) known.largest = size
  }
}

/** Columns that only printed results fill. */
const publishedColumns: readonly (readonly [
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

/** Numbers with the digits and unit of print; on a page they replace those in base units. */
const inPrint: typeof publishedColumns = [
  [{ key: 'printed_value', label: 'As printed' }, (result) => printedOf(result)?.mean],
  [{ key: 'printed_standard_deviation', label: 'Deviation as printed' }, (result) => printedOf(result)?.sd],
  [
    { key: 'printed_difference_percent', label: 'Difference as printed' },
    (result) => differenceOf(result)?.mean,
  ],
  [{ key: 'printed_deviation_percent', label: 'Deviation as printed' }, (result) => differenceOf(result)?.sd],
]

function printedOf({ unit, value }: StoredPublishedResult): PrintedTexts | undefined {
  return value.kind === 'summary' ? printedWithUnit(unit, value) : undefined
}

function differenceOf({ value }: StoredPublishedResult): PrintedTexts | undefined {
  if (value.kind !== 'difference' || value.form === undefined) return undefined
  const { differencePercent: mean, deviationPercent: standardDeviation, form } = value
  return asPrinted({ mean, form, ...(standardDeviation !== undefined && { standardDeviation }) }, 1)
}

/**
 * A cell of one of the columns that measurements fill. The mean is the value; a difference has none, because the
 * means behind it were not printed. The state is `published`, so that a mean is never mistaken for a run.
 */
function publishedCell(result: StoredPublishedResult, key: string): Cell {
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
