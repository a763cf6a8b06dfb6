import { sentences } from '../../text/plain-text'
import { histogramPercentile, isPercentileMeaningful, totalCount } from '../../statistics/latency/histogram'
import { findMetric } from '../../results/metrics'
import type { Series } from '../../results/observation'
import { fixedDepthSentence, isAtFixedDepth } from '../../results/percentiles'
import { largestOf, smallestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNumbers, FigureSeries, PanelAxes } from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { tightLogTicks, type TickRange } from '../figure/ticks'
import type { UsualSettings } from '../figure/usual-settings'
import { countsOverTime, percentileLine, seriesEnd } from './binned-line'
import {
  campaignsOf,
  chosenRuns,
  type NamedRun,
  overTimeSettings,
  provenanceOf,
} from '../cases/recorded-runs'
import { withUndrawn } from '../cases/undrawn-rows'
import { progressAxis, secondsText } from './time-axis'
import { noData } from '../figure/no-data'
import { emptyNote, sharedLevels, warmUpSaid } from './time-texts'
import { template } from '../../words/template'

/** Rows of cells per doubling of the latency. */
const rowsPerDoubling = 4
/** Columns of cells that fit in a picture, unless the bins are chosen. */
const mostColumns = 120
const mostPanels = 4

interface Settings extends UsualSettings {
  readonly runIds?: readonly number[] | undefined
  readonly warmUpSeconds?: number | undefined
  readonly binSeconds?: number | undefined
}

interface Cell {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
  readonly count: number
}

const oneLength = template('heat-length', '{length}', { length: 'time' })
const cellsSaid = template(
  'heat-cells',
  'I/Os by completion latency in bins of {lengths}; the stronger a cell, the more of them, on a logarithmic scale.',
  { lengths: { of: [oneLength], between: ' and ' } },
)
const lineMeaning = template(
  'heat-lines',
  'Solid: median; dashed: 99th percentile, where ten I/Os lie beyond it.',
)
const noHistograms = template(
  'heat-none',
  'No latency histograms were recorded over time. Let the plan record its series as latency histograms, with fixed block sizes, or import fio\u2019s histogram logs.',
)

/** Its histograms are of this metric. */
const latencyId = 'completion_latency_mean'

interface Panel {
  readonly named: NamedRun
  readonly histograms: readonly Series[]
  readonly binSeconds: number
  readonly cells: readonly Cell[]
}

function buildHeatMap(input: FigureInputs['series'], asked: Settings, provenance: FigureProvenance): Figure {
  const {
    runs,
    undrawn,
    cut,
    notes: choiceNotes,
  } = chosenRuns(
    input.runs.filter(({ hasHistograms }) => hasHistograms),
    asked,
    provenance,
    mostPanels,
  )
  const warmUp = asked.warmUpSeconds ?? 0
  const panels = runs.flatMap((named) => panelOf(named, asked, warmUp) ?? [])
  const cells = panels.flatMap((panel) => panel.cells)
  const [low, high] = [
    smallestOf(cells.map((cell) => cell.low)),
    largestOf(
      cells.map((cell) => cell.high),
      0,
    ),
  ]
  const unit = figureUnit({ id: latencyId, unit: 'ns' }, [low, high / 10], {
    ...{ unit: asked.unit, units: asked.units },
  })
  const y = {
    ...{ label: '', kind: 'log10' as const },
    ...(cells.length === 0
      ? { min: 1, max: 10 }
      : fewTicks(tightLogTicks(low / unit.factor, high / unit.factor), panels.length)),
  }
  const end = largestOf(
    panels.flatMap(({ histograms }) => histograms.map(seriesEnd)),
    0,
  )
  const x = progressAxis('time', end, asked.xLabel)
  const most = largestOf(
    cells.map(({ count }) => count),
    1,
  )
  const title = findMetric(latencyId)?.label.replace('Mean completion', 'Completion')
  const isFixed = panels.every(({ named }) => isAtFixedDepth(named.run.parameters))
  const lengths = [...new Set(panels.map(({ binSeconds }) => secondsText(binSeconds)))]
  return {
    kind: 'heat-map',
    campaignIds: campaignsOf(runs),
    title: `${title ?? 'Latency'} over time`,
    subtitle: sharedLevels(runs),
    cut,
    metric: latencyId,
    xKey: 'time',
    statistic: 'mean',
    x: x.axis,
    y,
    unit: unit.label,
    panels: {
      columns: 1,
      ofLines: true,
      titles: panels.map(({ named }) => `${named.name} (${unit.label})`),
      axes: panels.map((): PanelAxes => ({ y, unit: unit.label, height: panels.length === 1 ? 2 : 1.2 })),
    },
    series: panels.flatMap((panel, at) => panelSeries(panel, at, { unit, most, warmUp, xFactor: x.factor })),
    numbers: withUndrawn(
      cellTable(panels),
      undrawn,
      (more) => cellTable(more.flatMap((named) => panelOf(named, asked, warmUp) ?? [])).rows,
    ),
    printed: percentileTable(panels, unit, warmUp),
    show: { dots: false, intervals: false },
    caption:
      cells.length === 0
        ? noData()
        : sentences([
            cellsSaid({ lengths: lengths.map((length) => oneLength({ length })) }),
            lineMeaning(),
            warmUp > 0 ? warmUpSaid({ length: secondsText(warmUp) }) : '',
            isFixed ? fixedDepthSentence('Completion latency') : '',
          ]),
    smallPrint: smallPrint(provenanceOf(provenance, runs), 'mean', 'statistics: histograms added up by bin'),
    notes:
      panels.length > 0 || choiceNotes.length > 0
        ? [
            ...choiceNotes,
            ...panels.flatMap((panel) =>
              panel.cells.length > 0 ? [] : [emptyNote(panel.named.name, warmUp > 0)],
            ),
          ]
        : [{ severity: 'warning' as const, text: noHistograms() }],
  }
}

function panelOf(named: NamedRun, asked: Settings, warmUp: number): Panel | undefined {
  const directions: readonly string[] = asked.directions ?? []
  const histograms = named.run
    .series()
    .filter(({ metric, binsNs }) => metric === 'completion' && binsNs !== undefined)
    .filter(
      ({ direction }) =>
        directions.length === 0 || directions.includes('total') || directions.includes(direction),
    )
  if (histograms.length === 0) return undefined
  const end = largestOf(histograms.map(seriesEnd))
  const interval = largestOf(histograms.map(({ intervalSeconds }) => intervalSeconds))
  const binSeconds = Math.max(
    asked.binSeconds ?? Math.ceil(end / mostColumns / interval) * interval,
    interval,
  )
  const cells = countsOverTime(histograms, warmUp, end, binSeconds).flatMap((counts, at) => {
    const rows = new Map<number, number>()
    for (const [ns, count] of counts) {
      const row = Math.floor(rowsPerDoubling * Math.log2(Math.max(1, ns)))
      rows.set(row, (rows.get(row) ?? 0) + count)
    }
    const from = warmUp + at * binSeconds
    return [...rows]
      .sort(([a], [b]) => a - b)
      .map(([row, count]): Cell => ({
        ...{ from, to: from + binSeconds, count },
        low: 2 ** (row / rowsPerDoubling),
        high: 2 ** ((row + 1) / rowsPerDoubling),
      }))
  })
  return { named, histograms, binSeconds, cells }
}

function panelSeries(
  { named, histograms, binSeconds, cells }: Panel,
  panel: number,
  {
    unit,
    most,
    warmUp,
    xFactor,
  }: {
    readonly unit: ScaledUnit
    readonly most: number
    readonly warmUp: number
    readonly xFactor: number
  },
): readonly FigureSeries[] {
  const own = {
    ...({ part: 'total', partLabel: 'total', marker: 'none', dash: 'solid', visible: true } as const),
    ...{ line: named.line, lineLabel: named.name, label: named.name, panel, points: [] },
  }
  const column = (of: (cell: Cell) => number) => Float64Array.from(cells, of)
  const percentile = (metric: string, label: string, dash: FigureSeries['dash']): readonly FigureSeries[] => {
    const line = percentileLine(histograms, metric, { warmUpSeconds: warmUp, binSeconds })
    if (line === undefined) return []
    return [
      {
        ...{ ...own, label, id: `${named.line}/${metric}`, role: 'reference', mark: 'line', group: 1, dash },
        columns: {
          x: line.seconds.map((seconds) => seconds / xFactor),
          y: line.values.map((value) => value / unit.factor),
        },
      },
    ]
  }
  return [
    {
      ...{ ...own, id: `${named.line}/cells`, role: 'measured', mark: 'cell', group: 0 },
      columns: {
        x: column(({ from }) => from / xFactor),
        xEnd: column(({ to }) => to / xFactor),
        low: column(({ low }) => low / unit.factor),
        high: column(({ high }) => high / unit.factor),
        value: column(({ count }) => 0.12 + (0.88 * Math.log1p(count)) / Math.log1p(most)),
        count: column(({ count }) => count),
      },
    },
    ...(warmUp > 0
      ? [
          {
            ...({ ...own, id: `${named.line}/warm-up`, role: 'reference', mark: 'cell', group: -1 } as const),
            columns: { x: [0], xEnd: [warmUp / xFactor] },
          },
        ]
      : []),
    ...percentile('completion_latency_p50', 'Median', 'solid'),
    ...percentile('completion_latency_p99', '99th percentile', 'dashed'),
  ]
}

/** Several panels are low: with many decades, only every second or third is labelled, so that labels do not touch. */
function fewTicks({ ticks, ...ends }: TickRange, panelCount: number): TickRange {
  const step = panelCount < 3 ? 1 : Math.ceil(ticks.length / 5)
  return { ...ends, ticks: ticks.filter((_, at) => at % step === 0) }
}

function cellTable(panels: readonly Panel[]): FigureNumbers {
  return {
    columns: [
      { key: 'run', label: 'Run' },
      { key: 'from_seconds', label: 'From', unit: 's' },
      { key: 'to_seconds', label: 'To', unit: 's' },
      { key: 'low_ns', label: 'Latency from', unit: 'ns' },
      { key: 'high_ns', label: 'Latency to', unit: 'ns' },
      { key: 'ios', label: 'I/Os' },
    ],
    rows: panels.flatMap(({ named, cells }) =>
      cells.map(({ from, to, low, high, count }) => [named.name, from, to, low, high, count]),
    ),
  }
}

/** One row per run: percentiles of all its I/Os after the warm-up, from the bins as the engine reports them. */
function percentileTable(panels: readonly Panel[], unit: ScaledUnit, warmUp: number): FigureNumbers {
  const percents = [50, 99, 99.9]
  return {
    columns: [
      { key: 'run', label: 'Run' },
      { key: 'ios', label: 'I/Os' },
      ...percents.map((percent) => ({
        key: `p${String(percent).replace('.', '')}`,
        label: percent === 50 ? 'Median' : `${String(percent)}th percentile`,
        unit: unit.label,
      })),
      { key: 'max', label: 'Largest bin', unit: unit.label },
    ],
    rows: panels.map(({ named, histograms }) => {
      const end = largestOf(histograms.map(seriesEnd))
      // The rest of the run as one bin; none if the warm-up is longer than the run.
      const rest = end > warmUp ? end - warmUp : 1
      const [counts = new Map<number, number>()] = countsOverTime(histograms, warmUp, end, rest)
      const bins = [...counts].sort(([a], [b]) => a - b)
      const merged = { binsNs: bins.map(([ns]) => ns), counts: bins.map(([, count]) => count) }
      const all = totalCount(merged)
      return [
        ...[named.name, all],
        ...percents.map((percent) => {
          const ns = isPercentileMeaningful(all, percent)
            ? histogramPercentile(merged, percent)?.valueNs
            : undefined
          return ns === undefined ? undefined : ns / unit.factor
        }),
        merged.binsNs.length === 0 ? undefined : largestOf(merged.binsNs) / unit.factor,
      ]
    }),
  }
}

export const heatMap = defineFigure({
  kind: 'heat-map',
  name: 'Latency over time',
  needs: 'series',
  form: 'picture',
  scales: ['log'],
  settings: overTimeSettings,
  usualFields: ['unit', 'levels'],
  isOffered: ({ recorded }) => recorded.includes('completion'),
  build: buildHeatMap,
})
