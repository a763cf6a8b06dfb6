import { sentences } from '../../text/plain-text'
import type * as v from 'valibot'
import { largestOf } from '../../iterables'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote, FigureNumbers, FigureSeries } from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { linearTicks } from '../figure/ticks'
import type { UsualSettings } from '../figure/usual-settings'
import { type Binning, binnedLine, type BinnedLine, seriesEnd, binningOf } from './binned-line'
import {
  campaignsOf,
  chosenRuns,
  type NamedRun,
  overTimeSettings,
  provenanceOf,
} from '../cases/recorded-runs'
import { withUndrawn } from '../cases/undrawn-rows'
import type { Series } from '../../results/observation'
import { progressAxis, secondsText } from './time-axis'
import { plainMark } from './time-marks'
import { sharedLevels } from './time-texts'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'

type Settings = UsualSettings &
  Readonly<v.InferOutput<v.StrictObjectSchema<typeof overTimeSettings, undefined>>>

/** How a processor spends its time, from the bottom of a panel to its top; the rest is idle. */
const parts = [
  { metric: 'cpu_user', label: 'User' },
  { metric: 'cpu_system', label: 'System' },
  { metric: 'cpu_iowait', label: 'Waiting for I/O' },
  { metric: 'cpu_steal', label: 'Taken by the hypervisor' },
] as const
type Part = (typeof parts)[number]

interface SplitRun {
  readonly named: NamedRun
  /** The observed parts that are not always 0 in every run, in the order of `parts`. */
  readonly lines: ReadonlyMap<Part, BinnedLine>
}

const oneLength = template('processor-length', '{length}', { length: 'time' })
const partsSaid = template(
  'processor-parts',
  'What the processors of the machine did, one part above another: means over {lengths}; what is left to 100 % was idle.',
  { lengths: { of: [oneLength], between: ' and ' } },
)
const dropped = template('processor-warm-up', 'The first {length} of each run are dropped.', {
  length: 'time',
})
const noneObserved = template('processor-none', 'No processor was observed. Have the plan observe the CPU.')
const notObserved = template('processor-not', '{line}: no processor was observed.', { line: 'name' })

function buildProcessorSplit(
  input: FigureInputs['series'],
  asked: Settings,
  provenance: FigureProvenance,
): Figure {
  const { runs: chosen, undrawn, cut, notes } = chosenRuns(input.runs, asked, provenance)
  const observed = chosen.flatMap(processorOf)
  const longest = largestOf(observed.map(seriesEnd), 0)
  const binning = binningOf(asked, observed)
  const runs = splitRuns(chosen, binning)
  const shown = parts.filter((part) =>
    runs.some(({ lines }) => lines.get(part)?.values.some((value) => value > 0)),
  )
  const lengths = [
    ...new Set(runs.flatMap(({ lines }) => Array.from(lines.values(), ({ binSeconds }) => binSeconds))),
  ].sort((a, b) => a - b)
  const x = progressAxis('time', longest, asked.xLabel)
  return {
    kind: 'processor-split',
    campaignIds: campaignsOf(chosen),
    title: 'Processor over time',
    subtitle: sharedLevels(chosen),
    cut,
    metric: 'cpu_user',
    xKey: 'time',
    statistic: 'mean',
    x: x.axis,
    y: {
      label: cleanText(asked.yLabel ?? 'Time of all processors (%)', textLimits.axis),
      ...{ kind: 'linear', ...linearTicks(0, 100, 4) },
    },
    unit: '%',
    panels: { columns: Math.min(2, Math.max(1, runs.length)), titles: runs.map(({ named }) => named.name) },
    series: runs.flatMap((run, panel) => splitSeries(run, shown, { panel, xFactor: x.factor, asked })),
    numbers: withUndrawn(binTable(runs), undrawn, (more) => binTable(splitRuns(more, binning)).rows),
    printed: meanTable(runs),
    show: { dots: false, intervals: false },
    caption:
      runs.length === 0
        ? noData()
        : sentences([
            partsSaid({ lengths: lengths.map((length) => oneLength({ length: secondsText(length) })) }),
            binning.warmUpSeconds > 0 ? dropped({ length: secondsText(binning.warmUpSeconds) }) : '',
          ]),
    smallPrint: smallPrint(provenanceOf(provenance, chosen), 'mean', 'statistics: means of bins'),
    notes: [...notes, ...(notes.length > 0 && chosen.length === 0 ? [] : missing(chosen, runs))],
  }
}

/** The observed parts of each run that has any. */
function splitRuns(chosen: readonly NamedRun[], binning: Binning): readonly SplitRun[] {
  return chosen.flatMap((named): readonly SplitRun[] => {
    const series = processorOf(named)
    const lines = new Map(
      parts.flatMap((part) => {
        const own = series.find(({ metric }) => metric === part.metric)
        return own === undefined ? [] : [[part, binnedLine(own, binning)] as const]
      }),
    )
    return lines.size === 0 ? [] : [{ named, lines }]
  })
}

function processorOf({ run }: NamedRun): readonly Series[] {
  return run.series().filter(({ source }) => source === 'cpu')
}

/** A band for each part, with its upper edge as a line. */
function splitSeries(
  { named, lines }: SplitRun,
  shown: readonly Part[],
  at: { readonly panel: number; readonly xFactor: number; readonly asked: UsualSettings },
): readonly FigureSeries[] {
  const { panel, xFactor, asked } = at
  let foot: Float64Array | undefined
  return shown.flatMap((part, group): readonly FigureSeries[] => {
    const binned = lines.get(part)
    if (binned === undefined) return []
    const low = foot ?? binned.values.map(() => 0)
    const high = binned.values.map((value, bin) => (low[bin] ?? Number.NaN) + value)
    const visible = asked.hiddenSeries?.includes(part.metric) !== true
    // A hidden part leaves no gap.
    if (visible) foot = high
    const x = binned.seconds.map((seconds) => seconds / xFactor)
    const own = asked.seriesLabels?.[part.metric]?.trim() ?? ''
    const label = own === '' ? part.label : cleanText(own, textLimits.label)
    const shared = {
      ...plainMark,
      ...{ label, line: part.metric, lineLabel: label, part: 'total', partLabel: label },
      ...{ group, panel, visible },
    } as const satisfies Partial<FigureSeries>
    const id = `${part.metric}/${named.line}`
    return [
      { ...shared, id, mark: 'band', columns: { x, low, high } },
      { ...shared, id: `${id}/edge`, mark: 'line', columns: { x, y: high } },
    ]
  })
}

const runColumns = [
  { key: 'repetition', label: 'Repetition' },
  { key: 'line', label: 'Line' },
] as const
const partColumns = parts.map(({ metric, label }) => ({ key: metric, label, unit: '%' }))

/** Every bin of every run. */
function binTable(runs: readonly SplitRun[]): FigureNumbers {
  return {
    columns: [
      ...runColumns,
      { key: 'from_seconds', label: 'From', unit: 's' },
      { key: 'to_seconds', label: 'To', unit: 's' },
      ...partColumns,
    ],
    rows: runs.flatMap(({ named, lines }) => {
      const [first] = lines.values()
      return Array.from(first?.seconds ?? [], (middle, at) => [
        ...[named.run.repetition, named.name],
        ...[middle - (first?.binSeconds ?? 0) / 2, middle + (first?.binSeconds ?? 0) / 2],
        ...parts.map((part) => finite(lines.get(part)?.values[at])),
      ])
    }),
  }
}

/** One row per run: its means. */
function meanTable(runs: readonly SplitRun[]): FigureNumbers {
  return {
    columns: [...runColumns, ...partColumns],
    rows: runs.map(({ named, lines }) => [
      ...[named.run.repetition, named.name],
      ...parts.map((part) => {
        const values = (lines.get(part)?.values ?? new Float64Array()).filter(Number.isFinite)
        return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
      }),
    ]),
  }
}

function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined
}

function missing(chosen: readonly NamedRun[], runs: readonly SplitRun[]): readonly FigureNote[] {
  if (chosen.length === 0 || runs.length === 0) return [{ severity: 'warning', text: noneObserved() }]
  const without = chosen.filter((one) => !runs.some(({ named }) => named === one))
  return without.map(({ name }) => ({
    severity: 'warning',
    text: notObserved({ line: name }),
  }))
}

export const processorSplit = defineFigure({
  kind: 'processor-split',
  name: 'Processor over time',
  needs: 'series',
  form: 'picture',
  isOffered: ({ recorded }) => recorded.includes('cpu_user'),
  settings: overTimeSettings,
  usualFields: ['levels'],
  scales: ['linear'],
  build: buildProcessorSplit,
})
