import type { Figure, FigureSeries } from '../../src/core/figures/figure/figure'

const seconds = 120
const time = Float64Array.from({ length: seconds }, (_, at) => at + 0.5)
/** A drive that slows down once its cache is full, the same every time. */
const throughput = time.map((at) => (at < 45 ? 480 : 140) + 25 * Math.sin(at / 3))
const binEnds = Float64Array.from({ length: 9 }, (_, bin) => 50 * 2 ** bin)

const plain = {
  part: 'total',
  partLabel: 'total',
  role: 'measured',
  dash: 'solid',
  visible: true,
  points: [],
} as const satisfies Partial<FigureSeries>

function series(
  own: Pick<FigureSeries, 'id' | 'label' | 'group' | 'mark' | 'panel' | 'columns'> & Partial<FigureSeries>,
): FigureSeries {
  return { ...plain, line: own.id, lineLabel: own.label, marker: 'none', ...own }
}

/** Cells of a latency heat map: time by bin, with the share of I/Os as intensity. */
function heat() {
  const cells = Array.from(time).flatMap((at) =>
    Array.from({ length: binEnds.length - 1 }, (_, bin) => {
      const middle = at < 45 ? 2 : 5
      return { at, bin, value: Math.exp(-((bin - middle) ** 2) / 2) }
    }),
  )
  return {
    x: Float64Array.from(cells, ({ at }) => at - 0.5),
    xEnd: Float64Array.from(cells, ({ at }) => at + 0.5),
    low: Float64Array.from(cells, ({ bin }) => binEnds[bin] ?? 0),
    high: Float64Array.from(cells, ({ bin }) => binEnds[bin + 1] ?? 0),
    value: Float64Array.from(cells, ({ value }) => value),
  }
}

const linear = (max: number, step: number, label: string) =>
  ({
    label,
    kind: 'linear',
    min: 0,
    max,
    ticks: Array.from({ length: max / step + 1 }, (_, at) => ({
      value: at * step,
      label: String(at * step),
    })),
  }) as const

/** Every mark of a figure of panels with separate axes: throughput, latency over time, and boxes over another x. */
export const panelFigure: Figure = {
  kind: 'mix-sweep',
  title: 'Sequential write over two minutes',
  subtitle: 'Drive A, 1 MiB, QD 8',
  metric: 'bandwidth',
  xKey: 'time',
  statistic: 'mean',
  x: linear(120, 20, 'Time (s)'),
  y: { label: '', kind: 'linear' },
  unit: '',
  panels: {
    columns: 1,
    titles: ['Throughput (MB/s)', 'Latency of writes (µs)', 'CPU (%)', 'Latency by queue depth (µs)'],
    axes: [
      { y: linear(600, 200, ''), unit: 'MB/s' },
      {
        y: {
          label: '',
          kind: 'log10',
          min: 50,
          max: 12800,
          ticks: [100, 1000, 10000].map((value) => ({ value, label: String(value) })),
        },
        unit: 'µs',
      },
      { y: linear(100, 50, ''), unit: '%', height: 0.6 },
      {
        x: {
          label: 'Queue depth',
          kind: 'category',
          min: -0.5,
          max: 2.5,
          ticks: ['1', '8', '64'].map((label, value) => ({ value, label })),
        },
        y: linear(1000, 500, ''),
        unit: 'µs',
      },
    ],
  },
  series: [
    series({
      ...{ id: 'warm-up', label: 'warm-up', group: -1, mark: 'cell', panel: 0 },
      columns: { x: [0], xEnd: [10] },
    }),
    series({
      ...{ id: 'range', label: 'range of 3 runs', group: 0, mark: 'band', panel: 0 },
      columns: { x: time, low: throughput.map((y) => y * 0.85), high: throughput.map((y) => y * 1.1) },
    }),
    series({
      id: 'mean',
      label: 'mean',
      group: 0,
      mark: 'line',
      panel: 0,
      columns: { x: time, y: throughput },
    }),
    series({
      ...{ id: 'change', label: 'change point', group: 1, mark: 'rule', dash: 'dashed', panel: 0 },
      columns: { x: [45] },
    }),
    series({ id: 'heat', label: 'share of I/Os', group: 2, mark: 'cell', panel: 1, columns: heat() }),
    series({
      ...{ id: 'cpu', label: 'CPU', group: 3, mark: 'area', panel: 2 },
      columns: { x: time, y: time.map((at) => 40 + 20 * Math.cos(at / 9)) },
    }),
    series({
      ...{ id: 'limit', label: 'half', group: -1, mark: 'rule', dash: 'dashed', panel: 2 },
      columns: { y: [50] },
    }),
    series({
      ...{ id: 'boxes', label: 'quartiles', group: 4, mark: 'box', panel: 3 },
      columns: {
        x: [0, 1, 2],
        low: [100, 150, 300],
        lowerQuartile: [140, 220, 420],
        y: [160, 260, 500],
        upperQuartile: [200, 330, 650],
        high: [260, 480, 900],
      },
    }),
  ],
  show: { dots: false, intervals: false },
  caption: 'Band: range of three runs. Dashed: change point. Grey: warm-up.',
  smallPrint: [],
  notes: [],
}
