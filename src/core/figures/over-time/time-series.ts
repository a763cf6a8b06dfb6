import * as v from 'valibot'
import { largestOf } from '../../iterables'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote, PanelAxes } from '../figure/figure'
import { choiceSetting, setting } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { metricOf, type UsualSettings } from '../figure/usual-settings'
import { seriesEnd, binningOf } from './binned-line'
import {
  campaignsOf,
  chosenRuns,
  nothingRecorded,
  overTimeSettings,
  provenanceOf,
} from '../cases/recorded-runs'
import { withUndrawn } from '../cases/undrawn-rows'
import { progressAxis, progressChoices } from './time-axis'
import { changeMarks, isHidden, lineSeries, warmUpShade } from './time-marks'
import {
  askedPanels,
  mainQuantity,
  type Panel,
  panelOf,
  progressKey,
  readRun,
  usualPanels,
} from './time-panels'
import { panelAxis } from './panel-axis'
import { template } from '../../words/template'
import {
  binTable,
  captionOf,
  numbersText,
  sharedLevels,
  summaryTable,
  undrawnBins,
  warmUpNotes,
} from './time-texts'

const settings = {
  ...overTimeSettings,
  /** What is shown below the first panel, `SOURCE/METRIC` each; unset: latency and the activity of the host, as far as recorded. */
  panels: setting(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(8), v.readonly()), {
    type: 'quantities',
    label: 'More panels',
    help: 'What is shown below the first panel',
    unset: 'What was recorded',
    none: 'No further panel',
  }),
  /** Change points and slow bins are marked; unset: slow bins, and change points if there are at most three lines. */
  showChanges: setting(v.boolean(), {
    type: 'switch',
    label: 'Changes',
    help: 'Change points and slow bins',
  }),
  /** Each run separately (unset), or the mean of a case's repetitions with their range as a band. */
  lines: choiceSetting(
    [
      { value: 'runs', label: 'Every run' },
      { value: 'mean', label: 'Mean and range of repetitions' },
    ],
    { label: 'Lines' },
  ),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

const mostLinesWithChanges = 3

function buildTimeSeries(
  input: FigureInputs['series'],
  asked: Settings,
  provenance: FigureProvenance,
): Figure {
  const wanted = metricOf(asked)
  const { runs: chosen, undrawn, cut, notes: choiceNotes } = chosenRuns(input.runs, asked, provenance)
  const shownProvenance = provenanceOf(provenance, chosen)
  const notes: FigureNote[] = [...choiceNotes]
  const xKey = progressKey(asked.xKey)
  const read = chosen.flatMap((named) => {
    const one = readRun(named, xKey, provenance)
    if (one === undefined && xKey !== 'time')
      notes.push({ severity: 'warning', text: noProgress[xKey]({ line: named.name }) })
    return one ?? []
  })
  const main = mainQuantity(read, wanted, notes)
  const binning = binningOf(
    asked,
    read.flatMap(({ series }) => series),
  )
  const further =
    asked.panels === undefined ? usualPanels(read, main) : askedPanels(asked.panels, read, notes)
  // Panels of one metric from several sources share its unit.
  const units = new Map(Object.entries(asked.units ?? {}))
  const panels = (main === undefined ? [] : [main, ...further])
    .flatMap((quantity, at) => {
      const panel = panelOf(read, quantity, binning, { ...asked, units: Object.fromEntries(units) }, at === 0)
      if (panel) units.set(panel.metric.id, panel.unit.label)
      return panel ?? []
    })
    .filter((panel, at) => at === 0 || asked.panels !== undefined || hasValues(panel))
  const [first] = panels
  if (read.length === 0 && notes.every(({ severity }) => severity === 'note')) notes.push(nothingRecorded)
  const metric = first?.metric ?? wanted
  const end = largestOf(
    read.map(({ place, series }) => place(largestOf(series.map(seriesEnd), 0))),
    0,
  )
  const x = progressAxis(xKey, end, asked.xLabel)
  const y = panels.map((panel, at) => panelAxis(panel, at === 0 ? asked : undefined))
  const marks = {
    changes: asked.showChanges ?? (first?.lines.length ?? 0) <= mostLinesWithChanges,
    slowBins: asked.showChanges ?? true,
  }
  const lines = first?.lines ?? []
  const drawn = panels.map(visibleOf(asked))
  for (const note of warmUpNotes(lines, binning, provenance)) notes.push(note)
  return {
    kind: 'time-series',
    campaignIds: campaignsOf(chosen),
    title: `${metric.label} ${progressWords[xKey]}`,
    subtitle: sharedLevels(chosen),
    cut,
    metric: metric.id,
    xKey,
    statistic: 'mean',
    x: x.axis,
    y: y[0] ?? { label: '', kind: 'linear' },
    unit: first?.unit.label ?? '',
    panels: {
      columns: 1,
      titles: panels.map(({ title }) => title),
      axes: panels.map((panel, at): PanelAxes => ({
        y: y[at] ?? { label: '', kind: 'linear' },
        unit: panel.unit.label,
        ...(at > 0 && { height: 0.55 }),
      })),
    },
    series: panels.flatMap((panel, at) => [
      ...warmUpShade(read, binning, at, x.factor),
      ...panel.lines.flatMap((line) => lineSeries(line, { panel, at, read, xFactor: x.factor, asked })),
      ...(at === 0 ? changeMarks(drawn[0] ?? panel, read, x.factor, marks) : []),
    ]),
    numbers: withUndrawn(
      binTable(panels, xKey),
      undrawn,
      (runs) => undrawnBins(runs, panels, { binning, asked, xKey, provenance }),
      asked.lines,
    ),
    printed: summaryTable(panels),
    show: { dots: false, intervals: false },
    caption: captionOf(drawn, binning, marks),
    smallPrint: [
      ...lines.flatMap((line) => (line.numbers ? [numbersText(line, line.numbers, first?.unit)] : [])),
      ...smallPrint(shownProvenance, 'mean', 'statistics: means of bins, interval from batch means'),
    ],
    notes,
  }
}

/** A panel with the lines that are not hidden. */
function visibleOf(asked: UsualSettings): (panel: Panel) => Panel {
  return (panel) => ({ ...panel, lines: panel.lines.filter((line) => !isHidden(line, panel, asked)) })
}

/** Percentiles over time are absent where too few I/Os lie beyond them. */
function hasValues({ lines }: Panel): boolean {
  return lines.some(({ binned }) => binned.values.some(Number.isFinite))
}

const progressWords = {
  time: 'over time',
  bytes_written: 'over bytes written',
  drive_writes: 'over drive writes',
} as const

const noProgress = {
  bytes_written: template(
    'time-no-bytes',
    '{line}: no write bandwidth was recorded, so bytes written are not known.',
    { line: 'name' },
  ),
  drive_writes: template(
    'time-no-drive-writes',
    '{line}: no write bandwidth or no capacity of the drive was recorded, so drive writes are not known.',
    { line: 'name' },
  ),
} as const

export const timeSeries = defineFigure({
  kind: 'time-series',
  name: 'Over time',
  needs: 'series',
  form: 'picture',
  isOffered: ({ recorded }) => recorded.length > 0,
  settings,
  usualFields: ['metric', 'unit', 'x', 'levels', 'zero'],
  xChoices: progressChoices('time', 'bytes_written', 'drive_writes'),
  build: buildTimeSeries,
})
