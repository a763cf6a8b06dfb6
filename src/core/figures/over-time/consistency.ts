import { metricInSentence } from '../../results/metrics'
import { sentences } from '../../text/plain-text'
import * as v from 'valibot'
import { counted, formatCount, formatPercent } from '../../units/number-format'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote, FigureNumbers, FigureSeries } from '../figure/figure'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { setting } from '../figure/own-setting'
import { metricOf, type UsualSettings } from '../figure/usual-settings'
import { binningOf } from './binned-line'
import { type Evenness, evenness, type SlowLimit, slowLimit } from './evenness'
import {
  campaignsOf,
  chosenRuns,
  type NamedRun,
  nothingRecorded,
  overTimeSettings,
  provenanceOf,
} from '../cases/recorded-runs'
import { withUndrawn } from '../cases/undrawn-rows'
import { secondsText } from './time-axis'
import { plainMark } from './time-marks'
import { mainQuantity, type Panel, panelOf, readRun } from './time-panels'
import { panelAxis } from './panel-axis'
import { binTable, sharedLevels, undrawnBins, warmUpNotes } from './time-texts'
import { groupBy } from '../../iterables'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'

const oneLength = template('consistency-length', '{length}', { length: 'time' })
const eachBox = template(
  'consistency-boxes',
  'Each box shows {of} as its {what} over intervals of {lengths}: the middle half of them lies within the box, which the median crosses, and whiskers reach from the 5th to the 95th percentile; the diamond is the {end}.',
  {
    of: ['one run', 'the reads or the writes of one run'],
    what: ['means', 'percentiles of all I/Os'],
    lengths: { of: [oneLength], between: ' and ' },
    end: ['highest mean', 'lowest mean', 'highest percentile', 'lowest percentile'],
  },
)
const leftOut = template('consistency-warm-up', 'The first {length} of each run are left out.', {
  length: 'time',
})
const oneBox = template('consistency-box', '{box} = {line}', { box: 'count', line: 'name' })
const someBoxes = template('consistency-some-boxes', '{first}\u2013{last} = {line}', {
  ...{ first: 'count', last: 'count', line: 'name' },
})
const boxesByNumber = template('consistency-numbered', 'Boxes: {boxes}.', {
  boxes: { of: [oneBox, someBoxes], between: '; ' },
})
const better = template('consistency-better', 'A {way} box is better, a shorter one more even.', {
  way: ['lower', 'higher'],
})

const settings = {
  ...overTimeSettings,
  /** Bins below this share of their median count as slow; for a latency, those above its reciprocal; 50 if unset. */
  belowPercent: setting(v.pipe(v.number(), v.gtValue(0), v.ltValue(100)), {
    type: 'value',
    label: 'Slow below',
    help: 'Bins below this share of their median count as slow',
    kind: { type: 'percent' },
    unset: '50 %',
  }),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

/** Maximum number of boxes distinguishable next to each other. */
const mostRuns = 24
const usualBelow = 50
/** Names below the boxes longer than this are replaced by numbers, which the small print explains. */
const mostLetters = 60

function buildConsistency(
  input: FigureInputs['series'],
  asked: Settings,
  provenance: FigureProvenance,
): Figure {
  const wanted = metricOf(asked)
  const { runs: chosen, undrawn, whereDrawn } = chosenRuns(input.runs, asked, provenance, mostRuns)
  const runs = byCase(chosen)
  const notes: FigureNote[] = []
  const read = runs.flatMap((named) => readRun(named, 'time', provenance) ?? [])
  const main = mainQuantity(read, wanted, notes)
  const binning = binningOf(
    asked,
    read.flatMap(({ series }) => series),
  )
  const panel = main && panelOf(read, main, binning, asked, true)
  const limit = slowLimit(asked.belowPercent ?? usualBelow, panel?.metric.better === 'lower')
  const even = (panel?.lines ?? []).flatMap((line) => evenness(line, limit) ?? [])
  const { cut, notes: choiceNotes } = whereDrawn(new Set(even.flatMap(({ line }) => line.runIds)))
  for (const note of choiceNotes) notes.push(note)
  const numbered = even.reduce((sum, { line }) => sum + line.label.length + 2, 0) > mostLetters
  for (const note of warmUpNotes(panel?.lines ?? [], binning, provenance)) notes.push(note)
  if (read.length === 0 && notes.every(({ severity }) => severity === 'note')) notes.push(nothingRecorded)
  const metric = panel?.metric ?? wanted
  const isOfAll = even.some(({ line }) => line.isPercentile)
  const lengths = [...new Set(even.map(({ line }) => secondsText(line.binned.binSeconds)))]
  const names = shownNames(
    runs.map(({ run }) => run.campaignId),
    provenance,
  )
  const campaigns = [...names].map(([campaignId, name]) => ({
    campaignId,
    label: cleanText(name, textLimits.label),
  }))
  return {
    kind: 'consistency',
    campaignIds: campaignsOf(runs),
    title: `Consistency of ${metricInSentence(metric.id)}`,
    subtitle: sharedLevels(runs),
    cut,
    metric: metric.id,
    xKey: 'run',
    statistic: 'median',
    x: {
      label: cleanText(asked.xLabel ?? '', textLimits.axis),
      ...{ kind: 'category', min: -0.5, max: Math.max(even.length, 1) - 0.5 },
      ticks: even.map(({ line }, value) => ({ value, label: numbered ? String(value + 1) : line.label })),
    },
    y: {
      ...(panel ? panelAxis(panel, asked) : { kind: 'linear' as const }),
      label: cleanText(panel?.title ?? '', textLimits.axis),
    },
    unit: panel?.unit.label ?? '',
    series: panel ? boxes(even, panel, campaigns, asked) : [],
    numbers: withUndrawn(binTable(panel ? [panel] : [], 'time'), undrawn, (runs) =>
      undrawnBins(runs, panel ? [panel] : [], { binning, asked, xKey: 'time', provenance }),
    ),
    printed: evennessTable(even, panel, limit),
    show: { dots: false, intervals: false },
    caption:
      even.length === 0
        ? noData()
        : sentences([
            eachBox({
              of: even.some(({ line }) => line.part !== 'total')
                ? 'the reads or the writes of one run'
                : 'one run',
              what: isOfAll ? 'percentiles of all I/Os' : 'means',
              lengths: lengths.map((length) => oneLength({ length })),
              end: `${metric.better === 'lower' ? 'highest' : 'lowest'} ${isOfAll ? 'percentile' : 'mean'}`,
            }),
            binning.warmUpSeconds > 0 ? leftOut({ length: secondsText(binning.warmUpSeconds) }) : '',
            numbered ? boxesByNumber({ boxes: namedBoxes(even) }) : '',
            metric.better === 'neither' ? '' : better({ way: metric.better }),
          ]),
    smallPrint: [
      ...even.map((one, at) => {
        // The caption names the numbered boxes.
        const name = numbered ? String(at + 1) : one.line.label
        return cleanText(`${name}: ${evennessText(one, limit)}`, textLimits.smallPrint)
      }),
      ...smallPrint(provenanceOf(provenance, runs), 'median', 'statistics: percentiles of bins (type 7)'),
    ],
    notes,
  }
}

/** Runs of one case next to each other, cases in the order of their first runs. */
function byCase(runs: readonly NamedRun[]): readonly NamedRun[] {
  const groups = groupBy(runs, ({ run }) => `${String(run.campaignId)} ${run.caseKey}`)
  return [...groups.values()].flat()
}

/** A box per run in the colour of its campaign, and its worst bin. */
function boxes(
  even: readonly Evenness[],
  { unit, metric }: Panel,
  campaigns: readonly { readonly campaignId: number; readonly label: string }[],
  asked: UsualSettings,
): readonly FigureSeries[] {
  return campaigns.flatMap(({ campaignId, label }, group): readonly FigureSeries[] => {
    const line = `campaign=${String(campaignId)}`
    const places = Array.from(even.keys()).filter((at) => even[at]?.line.named.run.campaignId === campaignId)
    const spread = (which: number) =>
      places.map((at) => (even[at]?.spread[which] ?? Number.NaN) / unit.factor)
    const own = {
      ...plainMark,
      ...({ part: 'total', partLabel: 'total' } as const),
      ...{
        line,
        lineLabel: asked.seriesLabels?.[line] ?? label,
        label: asked.seriesLabels?.[line] ?? label,
        group,
      },
      visible: asked.hiddenSeries?.includes(line) !== true,
    }
    return [
      {
        ...{ ...own, id: line, mark: 'box' },
        columns: {
          x: places,
          ...{ low: spread(1), lowerQuartile: spread(2), y: spread(3) },
          ...{ upperQuartile: spread(4), high: spread(5) },
        },
      },
      {
        ...{ ...own, id: `${line}/worst`, mark: 'point', marker: 'diamond', role: 'reference' },
        columns: { x: places, y: spread(metric.better === 'lower' ? 6 : 0) },
      },
    ]
  })
}

/** Boxes by number: `1 to 3 4 KiB; 4 to 6 64 KiB`, those of one case together. */
function namedBoxes(even: readonly Evenness[]): readonly string[] {
  const groups: { name: string; first: number; last: number }[] = []
  for (const [at, { line }] of even.entries()) {
    const name = line.label.replace(/,? ?repetition \d+/, '')
    const last = groups[groups.length - 1]
    if (last?.name === name) last.last = at + 1
    else groups.push({ name, first: at + 1, last: at + 1 })
  }
  return groups.map(({ name, first, last }) =>
    first === last ? oneBox({ box: first, line: name }) : someBoxes({ first, last, line: name }),
  )
}

function evennessText(
  { cvPercent, slow, stretches, longestSeconds, stalls }: Evenness,
  { text }: SlowLimit,
): string {
  return [
    `CV ${cvPercent === undefined ? '–' : formatPercent(cvPercent)}`,
    `${formatPercent(100 * slow)} of the time ${text}`,
    stretches === 0
      ? 'no slow stretch'
      : `${formatCount(stretches)} slow ${stretches === 1 ? 'stretch' : 'stretches'}, the longest ${secondsText(longestSeconds)}`,
    ...(stalls === undefined || stalls === 0
      ? []
      : [`${counted(stalls, 'stall')} (under 1 % of the median)`]),
  ]
    .join(', ')
    .concat('.')
}

/** One row per run. */
function evennessTable(
  even: readonly Evenness[],
  panel: Panel | undefined,
  { isAbove, text }: SlowLimit,
): FigureNumbers {
  const { factor = 1, label: unit = '' } = panel?.unit ?? {}
  return {
    columns: [
      { key: 'line', label: 'Run' },
      { key: 'bins', label: 'Bins' },
      { key: 'mean', label: 'Mean', unit },
      { key: 'cv_percent', label: 'CV', unit: '%' },
      { key: 'p5', label: '5th percentile', unit },
      { key: 'median', label: 'Median', unit },
      { key: 'p95', label: '95th percentile', unit },
      { key: 'worst_bin', label: isAbove ? 'Highest bin' : 'Lowest bin', unit },
      { key: 'slow_percent', label: `Time ${text}`, unit: '%' },
      { key: 'slow_stretches', label: 'Slow stretches' },
      { key: 'longest_stretch', label: 'Longest', unit: 's' },
      { key: 'stalls', label: 'Stalls' },
    ],
    rows: even.map(({ line, spread, cvPercent, slow, stretches, longestSeconds, stalls }) => {
      const [least, low, , median, , high, most] = spread.map((value) => value / factor)
      const mean = line.numbers ? line.numbers.mean / factor : undefined
      return [
        ...[line.label, line.numbers?.bins, mean, cvPercent, low, median, high],
        ...[isAbove ? most : least, 100 * slow, stretches, longestSeconds, stalls],
      ]
    }),
  }
}

export const consistency = defineFigure({
  kind: 'consistency',
  name: 'Consistency',
  needs: 'series',
  form: 'picture',
  isOffered: ({ recorded }) => recorded.length > 0,
  settings,
  usualFields: ['metric', 'unit', 'levels', 'zero'],
  build: buildConsistency,
})
