import type { LevelValue } from '../../plan/plan'
import { namedLevel } from '../../plan/levels/format-level'
import { smallestOf, largestOf } from '../../iterables'
import { formatPercent } from '../../units/number-format'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import {
  lineMarker,
  type Figure,
  type FigureNote,
  type FigureNumbers,
  type FigurePoint,
  type FigureSeries,
} from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { sweepXAxis } from '../sweep/sweep-axes'
import type { SweepCell } from '../sweep/sweep-lines'
import { noRuns } from '../cases/measured-cases'
import { sweepPoint } from '../sweep/sweep-points'
import { linearTicks } from '../figure/ticks'
import { averageOf, type UsualSettings } from '../figure/usual-settings'
import { campaignsOf, chosenRuns, provenanceOf } from '../cases/recorded-runs'
import { withMoreRows } from '../cases/undrawn-rows'
import { linesOf, marksOf, type SeenLine, seenOf, type SeenRun } from './seen-reads'
import { dotsSaid } from '../sweep/caption'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import { andMore } from '../../words/listed'
import { sentences } from '../../text/plain-text'

/** The series of more runs than this take too long to read. */
const mostRuns = 500
/** Percentage points by which the drive's mix may differ from the requested one. */
const slackPoints = 5

const shareSaid = template(
  'seen-share',
  'Share of reads among the {what} that the drive itself counted during the measured part, against the share that was asked for.',
  { what: ['requests', 'bytes'] },
)
const dashedSaid = template('seen-dashed', 'Dashed: as asked for.')
const single = template('seen-single', 'Single runs.')
const barsSaid = template('seen-bars', '; bars are 95 % intervals')
const someRuns = template('seen-runs', '{middle} of {runs} runs{marks}.', {
  ...{ middle: ['Means', 'Medians'], runs: 'range', marks: { of: [dotsSaid, barsSaid], between: '' } },
})
const oneMiss = template('seen-miss', '{line}: {asked} asked for, {seen} seen', {
  ...{ line: 'name', asked: 'percent', seen: 'percent' },
})
const otherMix = template(
  'seen-other-mix',
  'The drive saw another mix than was asked for ({cases}{more}). The page cache answers reads and delays writes unless I/O is direct; other programs count as well.',
  { cases: { of: [oneMiss], between: '; ' }, more: { of: [andMore] } },
)

function buildDriveMix(
  input: FigureInputs['series'],
  asked: UsualSettings,
  provenance: FigureProvenance,
): Figure {
  const metric = asked.metric === 'iops' ? 'iops' : 'bandwidth'
  const what = metric === 'iops' ? 'requests' : 'bytes'
  const { runs, undrawn, cut, notes: choiceNotes } = chosenRuns(input.runs, asked, provenance, mostRuns)
  const seen = runs.flatMap(({ run }) => seenOf(run, metric))
  const marks = marksOf(
    [...runs, ...undrawn].map(({ run }) => run),
    seen,
    provenance,
  )
  const lines = linesOf(seen, marks)
  const levels = [...new Set(seen.map((one) => one.asked))].sort((a, b) => b - a)
  const statistic = averageOf(asked)
  const show = { dots: asked.showDots !== false, intervals: asked.showIntervals !== false }
  const series = lines.map((line, group) => lineSeries(line, group, statistic, asked))
  const hasIntervals = series.some(({ points }) => points.some(({ low }) => low !== undefined))
  return {
    kind: 'drive-mix',
    campaignIds: campaignsOf(seen),
    title: 'Reads as the drive saw them',
    subtitle: sharedText(seen),
    cut,
    metric: 'achieved_read_percent',
    xKey: 'read_percent',
    statistic,
    x: sweepXAxis('read_percent', levels, cleanText(asked.xLabel ?? 'Reads asked for (%)', textLimits.axis)),
    y: {
      label: cleanText(asked.yLabel ?? `Reads among the ${what} of the drive (%)`, textLimits.axis),
      ...{ kind: 'linear', ...linearTicks(0, 100, 5) },
    },
    unit: '%',
    series: [...series, ...(lines.length > 0 && asked.showReference !== false ? [asPlanned(levels)] : [])],
    numbers: withMoreRows(
      runTable(lines),
      undrawn,
      ({ run }) => runTable(linesOf(seenOf(run, metric), marks)).rows,
    ),
    printed: caseTable(lines),
    show,
    caption:
      seen.length === 0
        ? noData()
        : sentences([
            shareSaid({ what }),
            captionOfRuns(
              lines,
              { ...show, intervals: show.intervals && hasIntervals },
              statistic === 'median' ? 'Medians' : 'Means',
            ),
            asked.showReference === false ? '' : dashedSaid(),
          ]),
    smallPrint: smallPrint(provenanceOf(provenance, seen), statistic),
    notes: [
      ...choiceNotes,
      ...(seen.length > 0
        ? missNotes(lines)
        : runs.length === 0 && choiceNotes.length > 0
          ? []
          : [nothingObserved]),
    ],
  }
}

/** What all runs have in common besides the share of reads, in words. */
function sharedText(seen: readonly SeenRun[]): string {
  const [first] = seen
  const levels: readonly (readonly [string, LevelValue])[] = Object.entries(first?.run.levels ?? {})
  return levels
    .filter(([key, value]) => key !== 'read_percent' && seen.every(({ run }) => run.levels[key] === value))
    .map(([key, value]) => namedLevel(key, value))
    .join(' · ')
}

function lineSeries(
  { id, name, runs }: SeenLine,
  group: number,
  statistic: 'mean' | 'median',
  asked: UsualSettings,
): FigureSeries {
  const own = asked.seriesLabels?.[id]?.trim() ?? ''
  const label = own === '' ? name : cleanText(own, textLimits.label)
  const points = sharesOf(runs).map((x) => possible(sweepPoint(cellAt(runs, x), 'total', statistic, 1)))
  return {
    ...{ id: `${id}/total`, label, line: id, lineLabel: label, part: 'total', partLabel: 'total' },
    ...{ role: 'measured', group, marker: lineMarker(group), dash: 'solid' },
    visible: asked.hiddenSeries?.includes(id) !== true,
    points,
  }
}

/** The interval of a share is limited to 0 to 100 %. */
function possible(point: FigurePoint): FigurePoint {
  const { low, high } = point
  return {
    ...point,
    ...(low !== undefined && { low: Math.max(0, low) }),
    ...(high !== undefined && { high: Math.min(100, high) }),
  }
}

function sharesOf(runs: readonly SeenRun[]): readonly number[] {
  return [...new Set(runs.map(({ asked }) => asked))].sort((a, b) => a - b)
}

function cellAt(runs: readonly SeenRun[], x: number): SweepCell {
  const own = runs.filter(({ asked }) => asked === x)
  const total = {
    runIds: own.map(({ run }) => run.id),
    repetitions: own.map(({ run }) => run.repetition),
    values: own.map(({ seen }) => seen),
  }
  return { x, caseKey: own[0]?.run.caseKey, failedRuns: 0, runs: { total, read: noRuns, write: noRuns } }
}

/** Where the drive saw what was requested. */
function asPlanned(levels: readonly number[]): FigureSeries {
  const point = (x: number) => ({ x, y: x, n: undefined, failedRuns: 0, dots: [] })
  return {
    ...{ id: 'asked', label: 'as asked for', line: 'asked', lineLabel: 'as asked for', part: 'total' },
    ...{ partLabel: 'as asked for', role: 'reference', group: -1, marker: 'none', dash: 'dashed' },
    visible: true,
    points: levels.length === 1 ? levels.map(point) : [point(smallestOf(levels)), point(largestOf(levels))],
  }
}

function captionOfRuns(
  lines: readonly SeenLine[],
  show: Figure['show'],
  middle: 'Means' | 'Medians',
): string {
  const counts = lines.flatMap(({ runs }) =>
    sharesOf(runs).map((x) => cellAt(runs, x).runs.total.values.length),
  )
  if (largestOf(counts) === 1) return single()
  const marks = [show.dots ? dotsSaid() : '', show.intervals ? barsSaid() : ''].filter((one) => one !== '')
  return someRuns({ middle, runs: counts, marks })
}

/** Cases in which the drive saw a different mix than requested, the largest difference first. */
function missNotes(lines: readonly SeenLine[]): readonly FigureNote[] {
  const missed = lines
    .flatMap(({ name, runs }) =>
      sharesOf(runs).map((x) => {
        const own = cellAt(runs, x).runs.total.values
        return { name, x, seen: own.reduce((sum, value) => sum + value, 0) / own.length }
      }),
    )
    .filter(({ x, seen }) => Math.abs(seen - x) > slackPoints)
    .sort((a, b) => Math.abs(b.seen - b.x) - Math.abs(a.seen - a.x))
  if (missed.length === 0) return []
  const mostNamed = 3
  const named = missed
    .slice(0, mostNamed)
    .map(({ name, x, seen }) => oneMiss({ line: name, asked: formatPercent(x), seen: formatPercent(seen) }))
  const more = missed.length > mostNamed ? andMore({ count: missed.length - mostNamed }) : ''
  return [
    {
      severity: 'warning',
      text: otherMix({ cases: named, more }),
    },
  ]
}

/** Every run. */
function runTable(lines: readonly SeenLine[]): FigureNumbers {
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: 'device', label: 'Device' },
      { key: 'repetition', label: 'Repetition' },
      { key: 'asked_read_percent', label: 'Asked for', unit: '%' },
      { key: 'engine_read_percent', label: 'Engine', unit: '%' },
      { key: 'drive_read_percent', label: 'Drive', unit: '%' },
    ],
    rows: lines.flatMap(({ name, runs }) =>
      runs.map(({ run, device, asked, engine, seen }) => [
        ...[name, device, run.repetition, asked, engine, seen],
      ]),
    ),
  }
}

/** One row per case. */
function caseTable(lines: readonly SeenLine[]): FigureNumbers {
  const mean = (values: readonly number[]) =>
    values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: 'asked', label: 'Asked for', unit: '%' },
      { key: 'engine', label: 'Engine', unit: '%' },
      { key: 'drive', label: 'Drive', unit: '%' },
      { key: 'difference', label: 'Difference', unit: 'points' },
      { key: 'runs', label: 'Runs' },
    ],
    rows: lines.flatMap(({ name, runs }) =>
      [...sharesOf(runs)].reverse().map((x) => {
        const own = runs.filter(({ asked }) => asked === x)
        const seen = mean(own.map((one) => one.seen))
        return [
          ...[name, x, mean(own.flatMap(({ engine }) => engine ?? [])), seen],
          ...[seen === undefined ? undefined : seen - x, own.length],
        ]
      }),
    ),
  }
}

const nothingObserved: FigureNote = {
  severity: 'warning',
  text: template(
    'seen-none',
    'No drive was observed beside runs that ask for a share of reads. Have the plan observe the disk.',
  )(),
}

export const driveMix = defineFigure({
  kind: 'drive-mix',
  name: 'Reads as the drive saw them',
  needs: 'series',
  form: 'picture',
  // Metrics that only drive observers record, so that engine series alone do not offer the figure.
  isOffered: ({ recorded }) => recorded.includes('disk_busy'),
  settings: {},
  usualFields: ['metric', 'levels', 'statistic', 'dots', 'intervals', 'reference'],
  build: buildDriveMix,
})
