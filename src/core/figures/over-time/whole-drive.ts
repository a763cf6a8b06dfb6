import { sentences } from '../../text/plain-text'
import type * as v from 'valibot'
import { betterIs, findMetric } from '../../results/metrics'
import { formatBytes } from '../../units/bytes'
import { largestOf } from '../../iterables'
import { formatPercent, formatShort, withUnit } from '../../units/number-format'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote, FigureNumbers, FigureSeries } from '../figure/figure'
import { leastSamples } from '../../statistics/series/level-changes'
import { displayUnit } from '../../results/display-unit'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import type { UsualSettings } from '../figure/usual-settings'
import { seriesEnd } from './binned-line'
import { leastFall, type WriteCourse, writeCourse } from './cache-end'
import { campaignsOf, chosenRuns, overTimeSettings, provenanceOf } from '../cases/recorded-runs'
import { withUndrawn } from '../cases/undrawn-rows'
import { progressAxis, progressChoices, secondsText } from './time-axis'
import { lineSeries, plainMark } from './time-marks'
import { type Panel, type PanelLine, panelOf, progressKey, type ReadRun, readRun } from './time-panels'
import { panelAxis } from './panel-axis'
import { binTable, sharedLevels } from './time-texts'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'

const { runIds, binSeconds } = overTimeSettings
const settings = { runIds, binSeconds }
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

/** Bins of a run, unless their length is chosen. */
const usualBins = 2000

/** Room above the lines for the name of one cache, as a share of the value axis. */
const roomPerName = 0.1
/** Bytes beyond this multiple of the region's size must be overwrites. */
const slack = 1.01

interface Course extends WriteCourse {
  readonly read: ReadRun
  readonly line: PanelLine
  /** Capacity of the drive in bytes. */
  readonly capacity: number | undefined
}

const oneLength = template('course-length', '{length}', { length: 'time' })
const speedSaid = template('course-speed', 'Write speed in means over {lengths} of {runs|one run|# runs}.', {
  lengths: { of: [oneLength], between: ' and ' },
  runs: 'count',
})
const cacheSaid = template(
  'course-cache',
  'Dashed: end of the cache, the first change point at which the speed falls by {fall} or more and stays down; dotted: mean speed before and after it.',
  { fall: 'percent' },
)
const fewBins = template(
  'course-few-bins',
  '{line}: the end of a cache is not looked for in fewer than {least} bins.',
  { line: 'name', least: 'count' },
)
const tooAlike = template(
  'course-alike',
  '{line}: the end of a cache is not looked for; neighbouring bins are too alike to tell steps from slow waves.',
  { line: 'name' },
)
const fallsAsTrend = template(
  'course-trend',
  '{line}: no end of a cache; the speed falls as a trend, not in a step.',
  { line: 'name' },
)
const neverFell = template(
  'course-no-fall',
  '{line}: no end of a cache; the speed never fell by {fall} for good and by more than its levels scatter.',
  { line: 'name', fall: 'percent' },
)
const writtenOver = template(
  'course-overwritten',
  '{line}: {bytes} were written over one another in a region of {region}; what a whole drive does may differ.',
  { line: 'name', bytes: 'value', region: 'value' },
)

const shareOfDrive = template('course-share', ' ({share} of the drive)', { share: 'percent' })
const wholeSlots = {
  line: 'name',
  written: 'value',
  share: { of: [shareOfDrive] },
  time: 'time',
  mean: 'value',
} as const
const wholeRun = template('course-whole', '{line}: {written}{share} in {time}, mean {mean}.', wholeSlots)
const runWithCache = template(
  'course-with-cache',
  '{line}: cache {cache} ± {half}, {before} in it, {after} after it; {written}{share} in {time}, mean {mean}.',
  { ...wholeSlots, cache: 'value', half: 'value', before: 'value', after: 'value' },
)

/** Why no end of a cache is named. */
function noCacheText({ numbers, label: line }: PanelLine): string {
  const { noChanges, trend } = numbers ?? {}
  if (noChanges === 'few-samples') return fewBins({ line, least: leastSamples })
  if (noChanges === 'correlated') return tooAlike({ line })
  if (trend !== undefined && trend < 0) return fallsAsTrend({ line })
  return neverFell({ line, fall: formatPercent(100 * leastFall) })
}

function buildWholeDrive(
  input: FigureInputs['series'],
  given: Settings,
  provenance: FigureProvenance,
): Figure {
  const asked = { ...given, directions: ['write'] as const }
  const metric = findMetric('bandwidth')
  const { runs: chosen, undrawn, cut, notes: choiceNotes } = chosenRuns(input.runs, asked, provenance)
  const xKey = progressKey(asked.xKey, 'bytes_written')
  const notes: FigureNote[] = [...choiceNotes]
  // Bytes written must be known, whatever is on the x axis.
  const read = chosen.flatMap((named) => {
    const one = readRun(named, 'bytes_written', provenance) && readRun(named, xKey, provenance)
    if (one === undefined) notes.push({ severity: 'warning', text: noWrites[xKey]({ line: named.name }) })
    return one ?? []
  })
  const ends = read.map(({ series }) => largestOf(series.map(seriesEnd), 0))
  const length = asked.binSeconds ?? Math.max(1, Math.ceil(largestOf(ends, 0) / usualBins))
  const panel = metric && firstLines(read, length, asked)
  const courses = (panel?.lines ?? []).flatMap((line): readonly Course[] => {
    const run = read.find(({ named }) => named === line.named)
    const course = run && writeCourse(run, line)
    const { campaignId } = line.named.run
    const capacity = provenance.campaigns.find((one) => one.campaignId === campaignId)?.deviceBytes
    return run && course ? [{ ...course, read: run, line, capacity }] : []
  })
  if (chosen.length === 0 && choiceNotes.length === 0) notes.push(nothingRecorded)
  for (const { cache, line } of courses)
    if (cache === undefined)
      notes.push({
        severity: 'note',
        text: noCacheText(line),
      })
  for (const { bytes, line } of courses) {
    const size = line.named.run.parameters.file_size
    if (typeof size !== 'number' || bytes <= size * slack) continue
    notes.push({
      severity: 'warning',
      text: writtenOver({ line: line.label, bytes: amountText(bytes), region: formatBytes(size) }),
    })
  }
  const x = progressAxis(
    xKey,
    largestOf(
      read.map(({ place }, at) => place(ends[at] ?? 0)),
      0,
    ),
    asked.xLabel,
  )
  const found = courses.filter(({ cache }) => cache !== undefined).length
  const y = panel ? panelAxis(panel, asked, found * roomPerName) : { label: '', kind: 'linear' as const }
  const unit = panel?.unit.label ?? ''
  return {
    kind: 'whole-drive',
    title: 'Write speed over the whole drive',
    subtitle: sharedLevels(chosen),
    cut,
    campaignIds: campaignsOf(courses.map((course) => course.line.named)),
    metric: 'bandwidth',
    xKey,
    statistic: 'mean',
    x: x.axis,
    y,
    unit,
    panels: {
      columns: 1,
      titles: panel ? [panel.title] : [],
      axes: panel ? [{ y, unit, height: 2 }] : [],
    },
    series: panel
      ? [
          ...panel.lines.flatMap((line) =>
            lineSeries(line, { panel, at: 0, read, xFactor: x.factor, asked }),
          ),
          ...courses.flatMap((course) => cacheMarks(course, panel, read, x.factor)),
        ]
      : [],
    numbers: withUndrawn(binTable(panel ? [panel] : [], xKey), undrawn, (runs) => {
      const more = firstLines(
        runs.flatMap((named) => readRun(named, xKey, provenance) ?? []),
        length,
        asked,
        () => undefined,
      )
      return binTable(more && panel ? [{ ...more, unit: panel.unit }] : [], xKey).rows
    }),
    printed: courseTable(courses, panel),
    show: { dots: false, intervals: false },
    caption: captionOf(courses.filter(({ line }) => asked.hiddenSeries?.includes(line.named.line) !== true)),
    smallPrint: [
      ...courses.map((course) => cleanText(courseText(course, panel), textLimits.smallPrint)),
      ...smallPrint(
        provenanceOf(provenance, chosen),
        'mean',
        'statistics: means of bins, change points by optimal partition',
      ),
    ],
    notes,
  }
}

/** The write speed of each run: as counted by the engine, otherwise by the first observed drive. */
function firstLines(
  read: readonly ReadRun[],
  length: number,
  asked: Settings,
  numbersOf?: () => undefined,
): Panel | undefined {
  const metric = findMetric('bandwidth')
  const binning = { warmUpSeconds: 0, binSeconds: length }
  const panels = (['engine', 'disk'] as const).flatMap((source) =>
    metric ? (panelOf(read, { source, metric }, binning, asked, true, numbersOf) ?? []) : [],
  )
  const [first] = panels
  if (first === undefined) return undefined
  const lines = read.flatMap(({ named }) => {
    const own = panels.flatMap((panel) => panel.lines.filter((line) => line.named === named))
    return own[0] ? [{ ...own[0], label: named.name }] : []
  })
  return { ...first, lines }
}

/** A rule at the end of the cache with its size and the speeds on both sides, and these as level lines. */
function cacheMarks(
  { cache, seconds, read, line }: Course,
  panel: Panel,
  all: readonly ReadRun[],
  xFactor: number,
): readonly FigureSeries[] {
  if (cache === undefined) return []
  const { named, place } = read
  const own = {
    ...plainMark,
    ...({ part: 'total', role: 'reference', panel: 0, dash: 'dashed' } as const),
    ...{ line: named.line, lineLabel: named.name, group: all.indexOf(read) },
  }
  const speed = (value: number) => formatShort(value / panel.unit.factor, 3)
  const size = amountText(cache.bytes)
  // For several runs the speeds are in the table and the small print.
  const text =
    all.length === 1
      ? `cache ${size}: ${speed(cache.before)} → ${withUnit(speed(cache.after), panel.unit.label)}`
      : `${named.name}: cache ${size}`
  const level = (value: number, from: number, to: number) => ({
    x: [place(from) / xFactor, place(to) / xFactor],
    y: [value / panel.unit.factor, value / panel.unit.factor],
  })
  const levels = {
    ...own,
    mark: 'line',
    dash: 'dotted',
    label: 'mean speed',
    partLabel: 'mean speed',
  } as const
  const id = `${named.line}/${line.binned.direction}`
  return [
    { ...levels, id: `${id}/before`, columns: level(cache.before, 0, cache.seconds) },
    { ...levels, id: `${id}/after`, columns: level(cache.after, cache.seconds, seconds) },
    {
      ...{ ...own, id: `${id}/cache`, label: 'end of the cache', partLabel: 'end of the cache' },
      mark: 'rule',
      columns: { x: [place(cache.seconds) / xFactor], labels: [text] },
    },
  ]
}

function amountText(bytes: number): string {
  const { label, factor } = displayUnit('B', [bytes])
  return withUnit(formatShort(bytes / factor, 3), label)
}

function captionOf(courses: readonly Course[]): string {
  if (courses.length === 0) return noData()
  const found = courses.some(({ cache }) => cache !== undefined)
  const lengths = [...new Set(courses.map(({ line }) => line.binned.binSeconds))].sort((a, b) => a - b)
  return sentences([
    speedSaid({
      lengths: lengths.map((length) => oneLength({ length: secondsText(length) })),
      runs: courses.length,
    }),
    found ? cacheSaid({ fall: formatPercent(100 * leastFall) }) : '',
    betterIs('higher'),
  ])
}

/** One run in a sentence of the small print. */
function courseText({ line, bytes, seconds, cache, capacity }: Course, panel: Panel | undefined): string {
  const { factor = 1, label = '' } = panel?.unit ?? {}
  const speed = (value: number) => withUnit(formatShort(value / factor, 3), label)
  const share = capacity === undefined ? '' : shareOfDrive({ share: formatPercent((100 * bytes) / capacity) })
  const whole = {
    ...{ line: line.label, written: amountText(bytes), share },
    ...{ time: secondsText(Math.round(seconds)), mean: speed(bytes / seconds) },
  }
  if (cache === undefined) return wholeRun(whole)
  return runWithCache({
    ...{ ...whole, cache: amountText(cache.bytes), half: amountText(cache.halfWidth) },
    ...{ before: speed(cache.before), after: speed(cache.after) },
  })
}

/** One row per run, speeds in the unit of the picture, amounts in bytes where they are none of it. */
function courseTable(courses: readonly Course[], panel: Panel | undefined): FigureNumbers {
  const { factor = 1, label: unit = '' } = panel?.unit ?? {}
  const amount = displayUnit(
    'B',
    courses.map(({ cache, bytes }) => cache?.bytes ?? bytes),
  )
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: 'cache', label: 'Cache', unit: amount.label },
      { key: 'cache_half_width', label: '±', unit: amount.label },
      { key: 'speed_in_cache', label: 'Speed in it', unit },
      { key: 'speed_after_cache', label: 'Speed after it', unit },
      { key: 'after_percent', label: 'After against before', unit: '%' },
      { key: 'mean', label: 'Mean of all', unit },
      { key: 'slowest_bin', label: 'Slowest bin', unit },
      { key: 'written', label: 'Written', unit: amount.label },
      { key: 'drive_percent', label: 'Of the drive', unit: '%' },
      { key: 'seconds', label: 'Time', unit: 's' },
    ],
    rows: courses.map(({ line, bytes, seconds, cache, capacity }) => [
      line.label,
      ...(cache === undefined
        ? [undefined, undefined, undefined, undefined, undefined]
        : [
            ...[cache.bytes / amount.factor, cache.halfWidth / amount.factor],
            ...[cache.before / factor, cache.after / factor, (100 * cache.after) / cache.before],
          ]),
      ...[
        bytes / seconds / factor,
        line.numbers ? line.numbers.min / factor : undefined,
        bytes / amount.factor,
      ],
      ...[capacity === undefined ? undefined : (100 * bytes) / capacity, seconds],
    ]),
  }
}

const noBandwidth = template('course-no-bandwidth', '{line}: no write bandwidth was recorded.', {
  line: 'name',
})
const noWrites = {
  time: noBandwidth,
  bytes_written: noBandwidth,
  drive_writes: template(
    'course-no-capacity',
    '{line}: no write bandwidth or no capacity of the drive was recorded.',
    { line: 'name' },
  ),
} as const

const nothingRecorded: FigureNote = {
  severity: 'warning',
  text: template(
    'course-none',
    'No run with series was recorded. Switch series or observers on in the plan of a sequential write.',
  )(),
}

export const wholeDrive = defineFigure({
  kind: 'whole-drive',
  name: 'Whole-drive write',
  needs: 'series',
  form: 'picture',
  isOffered: ({ recorded }) => recorded.includes('bandwidth'),
  settings,
  usualFields: ['unit', 'x', 'levels', 'zero'],
  xChoices: progressChoices('bytes_written', 'drive_writes', 'time'),
  build: buildWholeDrive,
})
