import type { Figure } from '../../../../src/core/figures/figure/figure'
import { metricInSentence } from '../../../../src/core/results/metrics'
import type { Series } from '../../../../src/core/results/observation'
import type { RunSummary } from '../../../../src/core/results/run'
import { marksOf, plain } from '../drawn'
import { halfWidthOf, isPrinted, levelTexts, meanOf, middleOf, type RawCampaign } from '../raw-facts'
import { countOf, differs, rangeIsWrong, type Said, wrongIf } from '../read-back'

/** What was asked of a figure over time. */
export interface TimeAsked {
  readonly kind: string
  readonly metric: string
  readonly warmUpSeconds?: number
  readonly binSeconds?: number
  readonly fixed?: Readonly<Record<string, number>>
  readonly lines?: string
}

export interface TimeFacts {
  /** By run. */
  readonly series: ReadonlyMap<number, readonly Series[]>
  readonly campaigns: readonly RawCampaign[]
  readonly figure: Figure
  readonly asked: TimeAsked
}

interface Recorded {
  readonly campaign: RawCampaign
  readonly run: RunSummary
  readonly series: readonly Series[]
}

const known = new WeakMap<TimeFacts, readonly Recorded[]>()

/** Every run with series, or for a heat map with histograms over time. */
function recorded(facts: TimeFacts): readonly Recorded[] {
  const found =
    known.get(facts) ??
    facts.campaigns.flatMap((campaign) =>
      campaign.runs.flatMap((run) => {
        const series = facts.series.get(run.id) ?? []
        const counts = facts.asked.kind === 'heat-map' ? series.filter(({ binsNs }) => binsNs) : series
        return counts.length === 0 ? [] : [{ campaign, run, series }]
      }),
    )
  known.set(facts, found)
  return found
}

/** Those at the levels that were asked for. */
function wanted(facts: TimeFacts): readonly Recorded[] {
  return recorded(facts).filter(({ run }) =>
    Object.entries(facts.asked.fixed ?? {}).every(([key, level]) => run.levels[key] === level),
  )
}

const caseOf = ({ run }: Recorded) => `${String(run.campaignId)} ${run.caseKey}`
const casesIn = (runs: readonly Recorded[]) => new Set(runs.map(caseOf)).size

const room: Readonly<Record<string, number>> = { consistency: 24, 'heat-map': 4, 'drive-mix': 500 }

/** What has a place in the figure: the first runs of every case, or all of the first cases. */
function shown(facts: TimeFacts): readonly Recorded[] {
  const all = wanted(facts)
  const most = room[facts.asked.kind] ?? 8
  if (facts.asked.lines === 'mean') {
    const first = [...new Set(all.map(caseOf))].slice(0, most)
    return all.filter((one) => first.includes(caseOf(one)))
  }
  const turn = (one: Recorded) => all.filter((other) => caseOf(other) === caseOf(one)).indexOf(one)
  const inTurn = [...all].sort((a, b) => turn(a) - turn(b) || all.indexOf(a) - all.indexOf(b))
  const first = new Set(inTurn.slice(0, most))
  return all.filter((one) => first.has(one))
}

/** The series that the figure draws of a run, or the histograms that its percentiles are read from. */
function ofMetric({ series }: Recorded, metric: string): readonly Series[] {
  const own = series.filter((one) => one.metric === metric && one.binsNs === undefined)
  return own.length > 0 || !/^completion_latency_p\d/.test(metric)
    ? own
    : series.filter(({ binsNs }) => binsNs !== undefined)
}

const isOfHistograms = (series: readonly Series[]) => series.some(({ binsNs }) => binsNs !== undefined)

/** Seconds in a printed time. */
const seconds = (text: string | undefined) => Number((text ?? '').replaceAll(/[^\d.]/g, ''))

const ends = (series: readonly Series[]) => Math.max(0, ...series.map((one) => one.seconds.at(-1) ?? 0))

/** How long a bin is if nobody says so. */
function usualBin(facts: TimeFacts, shownRuns = shown(facts)): number {
  const { asked } = facts
  const all = shownRuns.flatMap(({ series }) =>
    asked.kind === 'processor-split' ? series.filter(({ source }) => source === 'cpu') : series,
  )
  const longest = ends(all)
  if (asked.binSeconds !== undefined) return asked.binSeconds
  if (asked.kind === 'whole-drive') return Math.max(1, Math.ceil(longest / 2000))
  if (longest >= 600) return 10
  return longest >= 60 ? 1 : Math.min(1, ...all.map(({ intervalSeconds }) => intervalSeconds))
}

/** Means of a series in whole bins behind the warm-up. */
function binsOf(facts: TimeFacts, series: Series): readonly number[] {
  const length = Math.max(usualBin(facts), series.intervalSeconds)
  const from = facts.asked.warmUpSeconds ?? 0
  const count = Math.max(0, Math.floor((ends([series]) - from) / length))
  const found = Array.from({ length: count }, (): number[] => [])
  for (const [at, end] of series.seconds.entries())
    found[Math.floor((end - series.intervalSeconds / 2 - from) / length)]?.push(series.values[at] ?? NaN)
  return found.map(meanOf)
}

/** What the drawn lines are read from, each with its metric and the length of its bins. */
function drawnLines(facts: TimeFacts) {
  const ids = new Set(
    facts.figure.series.flatMap(({ id, role, mark, visible }) =>
      role === 'measured' && mark === 'line' && visible ? [id] : [],
    ),
  )
  return [...ids].flatMap((id) => {
    const [line = '', source = '', metric = ''] = id.split('/')
    const runId = Number(/run=(\d+)/.exec(line)?.[1])
    const one = recorded(facts).find(({ run }) => run.id === runId)
    if (one === undefined) return []
    const series = ofMetric(one, metric).filter((each) => each.source === source)
    const length = Math.max(usualBin(facts), ...series.map(({ intervalSeconds }) => intervalSeconds))
    const isMain = metric === facts.figure.metric
    return [{ one, series, length, isMain, isPercentile: isOfHistograms(series) }]
  })
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)

/** Lengths of time that a sentence lists. */
const lengthsIn = (said: Said, slot: string) =>
  (said.parts.get(slot) ?? []).map((one) => seconds(one.slots.get('length')))

function lengthsAreWrong(told: readonly number[], own: readonly number[]): string | undefined {
  return wrongIf(told.join() !== ascending(own).join(), `they are ${ascending(own).join()} s`)
}

/** The runs behind the lines of a figure: those that recorded what it draws. */
function runsDrawn(facts: TimeFacts): number {
  const { xKey } = facts.figure
  const metrics = new Set(
    facts.figure.series.flatMap(({ id, role }) => (role === 'measured' ? (id.split('/')[2] ?? []) : [])),
  )
  return shown(facts).filter(
    (one) => isOnAxis(one, xKey) && [...metrics].some((metric) => ofMetric(one, metric).length > 0),
  ).length
}

/** The run that a line is called by: its marks, its levels and its repetition, and what is written or read. */
function runNamed(facts: TimeFacts, text: string): Recorded | string {
  const parts = plain(text).split(', ')
  const found = shown(facts).filter(({ campaign, run }) => {
    const own = [
      ...marksOf(campaign),
      ...Object.entries(run.levels).flatMap(([key, level]) => levelTexts(key, level)),
      ...(run.levels.read_percent === undefined ? [] : [`${String(run.levels.read_percent)}% reads`]),
      `repetition ${String(run.repetition)}`,
      ...['reads', 'writes', 'total'],
    ].map(plain)
    return parts.every((part) => own.includes(part))
  })
  const isOne = (facts.asked.lines === 'mean' ? casesIn(found) : found.length) === 1
  return isOne ? (found[0] ?? 'none') : `${String(found.length)} runs have that name`
}

type TimeCheck = (said: Said, facts: TimeFacts) => string | undefined

/** One line by its name, and what is wrong with what is said of it. */
function ofLine(wrong: (one: Recorded, facts: TimeFacts, said: Said) => string | undefined): TimeCheck {
  return (said, facts) => {
    const one = runNamed(facts, said.slots.get('line') ?? '')
    return typeof one === 'string' ? one : wrong(one, facts, said)
  }
}

/** Lines of the first panel: reads and writes of each run, or means of the runs of a case. */
/** Only of boxes some runs have none, for want of a bin. */
function howIsWrong(said: Said, facts: TimeFacts): string | undefined {
  const { kind, series } = facts.figure
  const boxes = series.flatMap(({ mark, columns }) => (mark === 'box' ? Array.from(columns?.x ?? []) : []))
  const isPart = kind === 'consistency' && boxes.length < shown(facts).length
  return wrongIf((said.slots.get('how') === 'looked at') !== isPart, 'whether all are drawn')
}

function linesIn(facts: TimeFacts) {
  // A map of latencies draws no mean of them.
  const metric = facts.asked.kind === 'heat-map' ? 'completion_latency_p50' : facts.figure.metric
  const all = shown(facts).filter((one) => ofMetric(one, metric).length > 0)
  if (facts.asked.lines !== 'mean')
    return all.flatMap((one) => {
      const series = ofMetric(one, metric)
      return isOfHistograms(series) ? [{ one, series }] : series.map((each) => ({ one, series: [each] }))
    })
  return [...new Set(all.map(caseOf))].flatMap((each) => {
    const own = all.filter((one) => caseOf(one) === each)
    const [one] = own
    const series = own.flatMap((run) => ofMetric(run, metric).slice(0, 1))
    const [first] = series
    if (one === undefined || first === undefined) return []
    const values = first.values.map((_, at) => meanOf(series.map((other) => other.values[at] ?? NaN)))
    return [{ one, series: [{ ...first, values }] }]
  })
}

/** What is said of some lines: of one by its name, or of some of a campaign. */
function ofLines(isSo: (series: readonly Series[], facts: TimeFacts) => boolean): TimeCheck {
  return (said, facts) => {
    const [lines] = said.parts.get('lines') ?? []
    if (lines === undefined) return 'no line is named'
    const all = linesIn(facts)
    const so = all.filter(({ series }) => isSo(series, facts))
    if (lines.id === 'time-one-line') {
      const one = runNamed(facts, lines.slots.get('line') ?? '')
      return typeof one === 'string' ? one : wrongIf(!so.some((line) => line.one === one), 'it is not so')
    }
    const called = lines.slots.get('campaign') ?? ''
    const isOwn = ({ one }: (typeof all)[number]) => marksOf(one.campaign).includes(plain(called))
    return differs(lines, 'some', so.filter(isOwn).length) ?? differs(lines, 'all', all.filter(isOwn).length)
  }
}

/** MSER-5 by its definition: the cut at most half the way that leaves the least squared standard error. */
function mserCut(values: readonly number[]): { readonly cut: number; readonly half: number } {
  const batches = Array.from({ length: Math.floor(values.length / 5) }, (_, at) =>
    meanOf(values.slice(5 * at, 5 * at + 5)),
  )
  const half = Math.floor(batches.length / 2)
  let best = { cut: 0, error: Infinity }
  for (let cut = 0; cut <= half; cut++) {
    const kept = batches.slice(cut)
    const mean = meanOf(kept)
    const error = kept.reduce((sum, one) => sum + (one - mean) ** 2, 0) / kept.length ** 2
    if (error < best.error) best = { cut, error }
  }
  return { cut: best.cut, half }
}

function cutOf(
  series: readonly Series[],
  facts: TimeFacts,
): { readonly at: number; readonly isHalf: boolean } {
  const whole = { ...facts, asked: { ...facts.asked, warmUpSeconds: 0 } }
  const values = series[0] ? binsOf(whole, series[0]) : []
  const { cut, half } = mserCut(values)
  return { at: 5 * cut * usualBin(facts), isHalf: cut === half }
}

const isDropped = (facts: TimeFacts) => (facts.asked.warmUpSeconds ?? 0) > 0

/** The part of a figure over time that its marks of one kind are. */
const marks = ({ figure }: TimeFacts, label: string) =>
  figure.series.filter((one) => one.label === label && one.visible)

/** Bins below half the median of their line, by line of the first panel. */
function slowCounts(facts: TimeFacts): readonly number[] {
  return drawnLines(facts).flatMap(({ series, isMain }) => {
    if (!isMain) return []
    const bins = series[0] ? binsOf(facts, series[0]) : []
    return bins.filter((one) => one < middleOf(bins) / 2).length
  })
}

/** Levels that differ by a fifth and hold for five bins or more, as the worlds make them: changes between them. */
function changesIn(facts: TimeFacts): readonly number[] {
  return drawnLines(facts).flatMap(({ series, isMain }) => {
    if (!isMain) return []
    const bins = series[0] ? binsOf(facts, series[0]) : []
    const isEdge = (_: number, at: number) => {
      const [before, after] = [bins.slice(at - 5, at), bins.slice(at, at + 5)]
      if (before.length < 5 || after.length < 5) return false
      const step = Math.min(...after) - Math.max(...before)
      const fall = Math.min(...before) - Math.max(...after)
      return Math.max(step, fall) > 0.2 * meanOf(before)
    }
    return bins.filter(isEdge).length
  })
}

const warmUpIs: TimeCheck = (said, { asked }) =>
  wrongIf(seconds(said.slots.get('length')) !== asked.warmUpSeconds, 'it is another')

/** Nothing is drawn. */
const isEmpty = ({ figure }: TimeFacts) =>
  !figure.series.some(
    ({ role, columns, points }) =>
      role === 'measured' && ((columns?.y?.length ?? columns?.high?.length ?? 0) > 0 || points.length > 0),
  )

/** Share of reads of a run, by the drive; and what was asked. */
function mixOf({ run, series }: Recorded, facts: TimeFacts) {
  const metric = facts.asked.metric === 'iops' ? 'iops' : 'bandwidth'
  const sum = (direction: string) =>
    series
      .filter((one) => one.source === 'disk' && one.metric === metric && one.direction === direction)
      .reduce((all, { values }) => all + values.reduce((part, one) => part + one, 0), 0)
  const asked = Number(run.levels.read_percent)
  return { asked, seen: (100 * sum('read')) / (sum('read') + sum('write')) }
}

/** Mixes that the drive did not see, as means over the repetitions. */
function missedMixes(facts: TimeFacts) {
  const all = shown(facts).map((one) => mixOf(one, facts))
  return ascending(all.map(({ asked }) => asked)).flatMap((asked) => {
    const seen = meanOf(all.filter((one) => one.asked === asked).map((one) => one.seen))
    return Math.abs(seen - asked) > 5 ? [{ asked, seen }] : []
  })
}

/** Rounds of every case, and where five of them are steady by the definition of the SNIA. */
function roundsOf(facts: TimeFacts) {
  return facts.campaigns.flatMap(({ detail, runs, rows }) => {
    if (detail.plan.untilSteady === undefined) return []
    return [...new Set(runs.map(({ caseKey }) => caseKey))].flatMap((caseKey) => {
      const own = runs.filter((run) => run.caseKey === caseKey)
      const isWanted = Object.entries(facts.asked.fixed ?? {}).every(
        ([key, level]) => own[0]?.levels[key] === level,
      )
      const values = own.flatMap(({ id }) =>
        rows.flatMap((row) =>
          row.runId === id && row.metric === 'iops' && row.direction === 'total' ? [row.value] : [],
        ),
      )
      const names = [
        ...marksOf({ detail, runs, rows }),
        ...Object.entries(own[0]?.levels ?? {}).flatMap(([key, level]) => levelTexts(key, level)),
        'not steady',
      ].map(plain)
      return isWanted ? [{ values, names, window: steadyIn(values) }] : []
    })
  })
}

function steadyIn(values: readonly number[]) {
  for (let last = 5; last <= values.length; last++) {
    const own = values.slice(last - 5, last)
    const mean = meanOf(own)
    // The least squares slope over −2 to 2.
    const slope = own.reduce((sum, one, at) => sum + (at - 2) * one, 0) / 10
    if (Math.max(...own) - Math.min(...own) <= 0.2 * mean && Math.abs(4 * slope) <= 0.1 * mean)
      return { first: last - 4, last, own, mean, slope }
  }
  return undefined
}

type Rounds = ReturnType<typeof roundsOf>[number]

function caseNamed(facts: TimeFacts, said: Said): Rounds | string {
  const parts = plain(said.slots.get('case') ?? '').split(', ')
  const all = roundsOf(facts).slice(0, 8)
  const found = all.filter(({ names }) => parts.every((part) => names.includes(part)))
  return found.length === 1 ? (found[0] ?? 'none') : `${String(found.length)} cases have that name`
}

function windowIsWrong(said: Said, { window }: Rounds): string | undefined {
  if (window === undefined) return 'it was never steady'
  const slope = (100 * window.slope) / window.mean
  const told = Number((said.slots.get('slope') ?? '').replace('−', '-').replaceAll(/[^\d.-]/g, ''))
  const [interval] = said.parts.get('interval') ?? []
  const half = halfWidthOf(window.own) ?? NaN
  const [, low = '', high = ''] = /^(\S+) to (.*)$/.exec(interval?.slots.get('interval') ?? '') ?? []
  const unit = / ?[\u202f ](.*)$/u.exec(high)?.[1] ?? ''
  const isEnd = (text: string, value: number) => isPrinted(text, value, 'IOPS')
  return (
    differs(said, 'first', window.first) ??
    differs(said, 'last', window.last) ??
    wrongIf(!isEnd(said.slots.get('average') ?? '', window.mean), `it is ${String(window.mean)}`) ??
    wrongIf(Math.abs(told - slope) > 0.0051, `the slope is ${String(slope)} %`) ??
    wrongIf(
      !isEnd(`${low}\u202f${unit}`, window.mean - half) || !isEnd(high, window.mean + half),
      `the half width is ${String(half)}`,
    )
  )
}

const capacityOf = ({ campaign }: Recorded) =>
  (campaign.detail.hostRecord as { device?: { sizeBytes?: number } }).device?.sizeBytes

/** Whether a run has what the x axis shows. */
const isOnAxis = (one: Recorded, xKey: string) =>
  xKey === 'time' || (countsWrites(one) && (xKey !== 'drive_writes' || capacityOf(one) !== undefined))

const countsWrites = ({ series }: Recorded) =>
  series.some(({ metric, direction }) => metric === 'bandwidth' && direction === 'write')

/** What a run wrote in all: its bandwidth summed up. */
const writtenBy = ({ series }: Recorded) =>
  series
    .filter(({ metric, direction }) => metric === 'bandwidth' && direction === 'write')
    .reduce(
      (all, { values, intervalSeconds }) => all + intervalSeconds * values.reduce((sum, one) => sum + one, 0),
      0,
    )

/** Three digits are printed. */
const isGigabytes = (text: string | undefined, bytes: number) =>
  plain(text ?? '').endsWith(' GB') && Math.abs(seconds(text) * 1e9 - bytes) <= 0.005 * bytes

/** Speeds of a run, and the mean of a part of them. */
const speedsOf = (one: Recorded) => Array.from(ofMetric(one, 'bandwidth')[0]?.values ?? [])
const partOf = (speeds: readonly number[], from: number, to: number) =>
  meanOf(speeds.slice(from * speeds.length, to * speeds.length))

const byteUnits: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/** Whether a printed amount is about this one; `slack`: as a share, besides three digits. */
function isBytes(text: string | undefined, bytes: number, slack = 0): boolean {
  const [number = '', unit = ''] = plain(text ?? '').split(' ')
  const told = Number(number) * (byteUnits[unit] ?? NaN)
  return Math.abs(told - bytes) <= (0.005 + slack) * bytes
}

const isSpeed = (text: string | undefined, speed: number) =>
  (text ?? '').endsWith('B/s') && isBytes(text?.replace('/s', ''), speed, 0.01)

/** What a run wrote in all, in which time, and how much of the drive that is. */
function wholeIsWrong(one: Recorded, said: Said): string | undefined {
  const [share] = said.parts.get('share') ?? []
  const [bytes, time] = [writtenBy(one), ends(ofMetric(one, 'bandwidth'))]
  const percent = (100 * bytes) / (capacityOf(one) ?? NaN)
  return (
    wrongIf(!isBytes(said.slots.get('written'), bytes), `it wrote ${String(bytes)} B`) ??
    wrongIf(seconds(said.slots.get('time')) !== Math.round(time), `it took ${String(time)} s`) ??
    wrongIf(!isSpeed(said.slots.get('mean'), bytes / time), `it wrote ${String(bytes / time)} B/s`) ??
    wrongIf((share === undefined) !== Number.isNaN(percent), 'whether the capacity is known') ??
    wrongIf(
      share !== undefined && Math.abs(seconds(share.slots.get('share')) - percent) > 0.005 * percent + 0.05,
      `it is ${String(percent)} %`,
    )
  )
}

const withBandwidth = (facts: TimeFacts) =>
  shown(facts).filter((one) => ofMetric(one, 'bandwidth').length > 0 && isOnAxis(one, facts.figure.xKey))

/** The fall that counts as the end of a cache. */
const fallIs: TimeCheck = (said) => wrongIf(plain(said.slots.get('fall') ?? '') !== '20 %', 'it is 20 %')

const noBandwidth = ofLine((one) => wrongIf(ofMetric(one, 'bandwidth').length > 0, 'it was recorded'))

/** Holds what figures over time say against the series of their runs. */
export function timeIsWrong(said: Said, facts: TimeFacts): string | undefined {
  const check = checks[said.id]
  // What all figures say is held against the facts elsewhere.
  if (/^(look|reserved)-/.test(said.id)) return undefined
  return check === undefined ? 'nothing checks it' : check(said, facts)
}

const checks: Readonly<Record<string, TimeCheck>> = {
  'caption-no-data': (_, facts) => wrongIf(!isEmpty(facts), 'something is drawn'),
  'caption-fixed-depth': (said, facts) =>
    wrongIf(
      facts.campaigns.some(({ detail }) =>
        Object.keys(detail.plan.base).some((key) => /^(rate|offered)/.test(key)),
      ),
      'requests arrive at a rate',
    ) ?? wrongIf(said.slots.get('latency') !== 'Completion latency', 'it is another latency'),
  'caption-better': (said) => wrongIf(said.slots.get('way') !== 'Higher', 'it is a speed'),
  'time-means': (said, facts) => {
    const lines = drawnLines(facts).filter(({ isPercentile }) => !isPercentile)
    const [longer] = said.parts.get('longer') ?? []
    return (
      lengthsAreWrong(
        [seconds(said.slots.get('length')), ...(longer ? lengthsIn(longer, 'lengths') : [])],
        lines.map(({ length }) => length),
      ) ?? differs(said, 'runs', runsDrawn(facts))
    )
  },
  'time-percentiles': (said, facts) =>
    lengthsAreWrong(
      [seconds(said.slots.get('length'))],
      drawnLines(facts).flatMap(({ isPercentile, length }) => (isPercentile ? [length] : [])),
    ),
  'time-percentiles-only': (said, facts) =>
    wrongIf(
      drawnLines(facts).some(({ isPercentile }) => !isPercentile),
      'some are means',
    ) ??
    lengthsAreWrong(
      [seconds(said.slots.get('length'))],
      drawnLines(facts).map(({ length }) => length),
    ) ??
    differs(said, 'runs', runsDrawn(facts)),
  'time-repetitions': (_, facts) =>
    wrongIf(
      facts.asked.lines !== 'mean' || casesIn(shown(facts)) === shown(facts).length,
      'none was repeated',
    ),
  'time-warm-up': warmUpIs,
  'time-changes': (_, facts) =>
    wrongIf(marks(facts, 'change point').length === 0, 'none is drawn') ??
    wrongIf(!changesIn(facts).some((count) => count > 0), 'no level changes'),
  'time-some-changes': (said, facts) =>
    differs(said, 'all', Math.max(...changesIn(facts))) ??
    differs(
      said,
      'marked',
      Math.max(...marks(facts, 'change point').map(({ columns }) => columns?.x?.length ?? 0)),
    ),
  'time-slow': (_, facts) => wrongIf(Math.max(...slowCounts(facts)) === 0, 'none is slow'),
  'time-some-slow': (said, facts) =>
    differs(said, 'all', Math.max(...slowCounts(facts))) ??
    differs(
      said,
      'marked',
      Math.max(...marks(facts, 'slow bin').map(({ columns }) => columns?.x?.length ?? 0)),
    ),
  'time-nothing-left': (said, facts) =>
    wrongIf(!isDropped(facts), 'nothing is dropped') ??
    ofLines((series) => ends(series) <= (facts.asked.warmUpSeconds ?? 0))(said, facts),
  'time-no-bin': (said, facts) =>
    wrongIf(isDropped(facts), 'some is dropped') ??
    ofLines((series) => ends(series) < usualBin(facts))(said, facts),
  'time-too-few-ios': ofLines((series) =>
    series.every(({ binsNs, values }) => binsNs !== undefined && values.every((one) => one < 100)),
  ),
  'time-mser-limit': ofLines((series, facts) => cutOf(series, facts).isHalf),
  'time-mser': (said, facts) => {
    const dropped = facts.asked.warmUpSeconds ?? 0
    const isLater = (series: readonly Series[]) => {
      const { at, isHalf } = cutOf(series, facts)
      return !isHalf && at > dropped
    }
    const [lines] = said.parts.get('lines') ?? []
    const one = lines?.id === 'time-one-line' ? runNamed(facts, lines.slots.get('line') ?? '') : undefined
    const own = linesIn(facts).filter((line) => typeof one !== 'object' || line.one === one)
    const cuts = own.flatMap(({ series }) => (isLater(series) ? [cutOf(series, facts).at] : []))
    return (
      ofLines(isLater)(said, facts) ??
      wrongIf(
        seconds(said.slots.get('most')) !== Math.max(...cuts),
        `it is ${String(Math.max(...cuts))} s`,
      ) ??
      wrongIf(seconds(said.slots.get('dropped')) !== dropped, `it is ${String(dropped)} s`) ??
      wrongIf((said.parts.get('less') ?? []).length > 0 !== cuts.length > 1, 'whether there are several')
    )
  },
  'time-other-metric': (said, facts) =>
    wrongIf(said.slots.get('wanted') !== metricInSentence(facts.asked.metric), 'another was asked for') ??
    wrongIf(said.slots.get('metric') !== metricInSentence(facts.figure.metric), 'another is shown') ??
    wrongIf(
      shown(facts).some(
        (one) => isOnAxis(one, facts.figure.xKey) && ofMetric(one, facts.asked.metric).length > 0,
      ),
      'a run recorded it',
    ),
  'time-no-panel': (said, facts) =>
    wrongIf(said.slots.get('quantity') !== 'temperature/temperature', 'it was not asked for') ??
    wrongIf(
      shown(facts).some((one) => ofMetric(one, 'temperature').length > 0),
      'a run recorded it',
    ),
  'time-nothing-recorded': (_, facts) => wrongIf(recorded(facts).length > 0, 'a run has series'),
  'time-none-chosen': (said, facts) =>
    wrongIf(wanted(facts).length > 0, 'some are') ?? differs(said, 'runs', recorded(facts).length),
  'time-choose-others': (_, facts) =>
    wrongIf(shown(facts).length === wanted(facts).length && wanted(facts).length > 0, 'all are shown') ??
    wrongIf(recorded(facts).length === 0, 'there are none'),
  'time-first-of-cases': (said, facts) =>
    wrongIf(casesIn(wanted(facts)) !== casesIn(shown(facts)), 'a case is missing') ??
    howIsWrong(said, facts) ??
    differs(said, 'shown', shown(facts).length) ??
    differs(said, 'all', wanted(facts).length),
  'time-first-cases': (said, facts) =>
    wrongIf(casesIn(wanted(facts)) === casesIn(shown(facts)), 'no case is missing') ??
    howIsWrong(said, facts) ??
    differs(said, 'shown', casesIn(shown(facts))) ??
    differs(said, 'all', casesIn(wanted(facts))),
  'time-no-bytes': noBandwidth,
  'time-no-drive-writes': ofLine((one, { figure }) =>
    wrongIf(figure.xKey !== 'drive_writes' || writtenBy(one) === Infinity, 'it is another axis'),
  ),
  'consistency-boxes': (said, facts) => {
    const lines = linesIn(facts)
    const isLatency = facts.figure.metric.includes('latency')
    const isPart = lines.length > new Set(lines.map(({ one }) => one)).size
    const isOfAll = lines.some(({ series }) => isOfHistograms(series))
    return (
      wrongIf(
        said.slots.get('of') !== (isPart ? 'the reads or the writes of one run' : 'one run'),
        'it is not',
      ) ??
      wrongIf(
        said.slots.get('what') !== (isOfAll ? 'percentiles of all I/Os' : 'means'),
        'it is the other',
      ) ??
      wrongIf(
        said.slots.get('end') !== `${isLatency ? 'highest' : 'lowest'} ${isOfAll ? 'percentile' : 'mean'}`,
        'it is the other end',
      ) ??
      lengthsAreWrong(
        lengthsIn(said, 'lengths'),
        lines.flatMap(({ series }) =>
          series.map(({ intervalSeconds }) => Math.max(usualBin(facts), intervalSeconds)),
        ),
      )
    )
  },
  'consistency-warm-up': warmUpIs,
  'consistency-numbered': (said, facts) => {
    let next = 1
    for (const one of said.parts.get('boxes') ?? []) {
      const first = countOf(one, one.id === 'consistency-box' ? 'box' : 'first')
      const last = one.id === 'consistency-box' ? first : countOf(one, 'last')
      const parts = plain(one.slots.get('line') ?? '').split(', ')
      const own = linesIn(facts).filter(({ one: { campaign, run }, series }) =>
        parts.every((part) =>
          [
            ...marksOf(campaign),
            ...series.map(({ direction }) => `${direction}s`),
            ...Object.entries(run.levels).flatMap(([key, level]) => levelTexts(key, level)),
          ]
            .map(plain)
            .includes(part),
        ),
      )
      if (first !== next || own.length === 0 || last < first)
        return `${String(own.length)} runs are called so`
      next = last + 1
    }
    return wrongIf(next - 1 !== linesIn(facts).length, 'a box is missing')
  },
  'consistency-better': (said, { figure }) =>
    wrongIf(
      said.slots.get('way') !== (figure.metric.includes('latency') ? 'lower' : 'higher'),
      'it is the other',
    ),
  'heat-cells': (said, facts) => {
    const lengths = shown(facts).map(({ series }) =>
      Math.max(facts.asked.binSeconds ?? Math.ceil(ends(series) / 120), 1),
    )
    return lengthsAreWrong(lengthsIn(said, 'lengths'), lengths)
  },
  'heat-lines': (_, facts) => wrongIf(isEmpty(facts), 'nothing is drawn'),
  'heat-none': (_, facts) => wrongIf(recorded(facts).length > 0, 'a run has histograms'),
  'processor-parts': (said, facts) => {
    const series = shown(facts).flatMap((one) => one.series.filter(({ source }) => source === 'cpu'))
    return lengthsAreWrong(
      lengthsIn(said, 'lengths'),
      series.map(({ intervalSeconds }) => Math.max(intervalSeconds, usualBin(facts))),
    )
  },
  'processor-warm-up': warmUpIs,
  'processor-none': (_, facts) =>
    wrongIf(
      shown(facts).some(({ series }) => series.some(({ source }) => source === 'cpu')),
      'one was observed',
    ),
  'processor-not': ofLine(({ series }) =>
    wrongIf(
      series.some(({ source }) => source === 'cpu'),
      'it was observed',
    ),
  ),
  'seen-share': (said, { asked }) =>
    wrongIf(said.slots.get('what') !== (asked.metric === 'iops' ? 'requests' : 'bytes'), 'it is the other'),
  'seen-dashed': (_, { figure }) =>
    wrongIf(!figure.series.some(({ role }) => role === 'reference'), 'none is dashed'),
  'seen-single': (_, facts) => wrongIf(casesIn(shown(facts)) !== shown(facts).length, 'some were repeated'),
  'seen-runs': (said, facts) => {
    const seen = shown(facts).filter(({ series }) => series.some(({ source }) => source === 'disk'))
    const counts = [...new Set(seen.map(caseOf))].map(
      (one) => seen.filter((other) => caseOf(other) === one).length,
    )
    const said1 = (said.parts.get('marks') ?? []).map(({ id }) => id)
    const points = facts.figure.series.flatMap((one) => one.points)
    return (
      rangeIsWrong(said, 'runs', counts) ??
      wrongIf(
        said.slots.get('middle') !== (facts.figure.statistic === 'median' ? 'Medians' : 'Means'),
        'it is the other',
      ) ??
      wrongIf(said1.includes('caption-dots') !== facts.figure.show.dots, 'whether dots are drawn') ??
      wrongIf(
        said1.includes('seen-bars') !==
          (facts.figure.show.intervals && points.some(({ low }) => low !== undefined)),
        'whether bars are drawn',
      )
    )
  },
  'seen-other-mix': (said, facts) => {
    const missed = missedMixes(facts)
    const told = said.parts.get('cases') ?? []
    const [more] = said.parts.get('more') ?? []
    const percent = (one: Said, slot: string) => Number(plain(one.slots.get(slot) ?? '').replace(' %', ''))
    const isTold = (one: Said) =>
      missed.some(
        ({ asked, seen }) => percent(one, 'asked') === asked && Math.abs(percent(one, 'seen') - seen) <= 0.05,
      ) && facts.campaigns.some((campaign) => marksOf(campaign).includes(plain(one.slots.get('line') ?? '')))
    return (
      wrongIf(!told.every(isTold), 'another mix or line') ??
      wrongIf(
        told.length + (more ? countOf(more, 'count') : 0) !== missed.length,
        `${String(missed.length)} are missed`,
      )
    )
  },
  'seen-none': (_, facts) =>
    wrongIf(
      shown(facts).some(
        ({ run, series }) =>
          run.levels.read_percent !== undefined && series.some(({ source }) => source === 'disk'),
      ),
      'one was observed',
    ),
  'steady-in': (said, facts) => {
    const all = roundsOf(facts)
    return all.length === 1 && all[0] ? windowIsWrong(said, all[0]) : 'there are several cases'
  },
  'steady-case-in': (said, facts) => {
    const one = caseNamed(facts, said)
    return typeof one === 'string' ? one : windowIsWrong(said, one)
  },
  'steady-marks': (_, facts) => wrongIf(!roundsOf(facts).some(({ window }) => window), 'none was steady'),
  'steady-grey': (_, facts) =>
    wrongIf(
      roundsOf(facts).every(({ window }) => window),
      'all were steady',
    ),
  'steady-never': (said, facts) => {
    const one = caseNamed(facts, said)
    if (typeof one === 'string') return one
    return (
      wrongIf(one.window !== undefined || one.values.length < 5, 'it was') ??
      differs(said, 'rounds', one.values.length)
    )
  },
  'steady-few-rounds': (said, facts) => {
    const one = caseNamed(facts, said)
    if (typeof one === 'string') return one
    return wrongIf(one.values.length >= 5, 'there are five') ?? differs(said, 'rounds', one.values.length)
  },
  'steady-none': (_, { campaigns }) =>
    wrongIf(
      campaigns.some(({ detail }) => detail.plan.untilSteady !== undefined),
      'one did',
    ),
  'steady-none-chosen': (_, facts) =>
    wrongIf(roundsOf(facts).length > 0, 'one is') ??
    wrongIf(!facts.campaigns.some(({ detail }) => detail.plan.untilSteady !== undefined), 'there is none'),
  // The windows that the figure names are found by this rule here, too.
  'steady-rule': (_, facts) =>
    wrongIf(
      facts.figure.series.filter(({ id }) => id.endsWith('/window')).length !==
        roundsOf(facts)
          .slice(0, 8)
          .filter(({ window }) => window !== undefined).length,
      'the windows are found by another rule',
    ),
  'steady-choose-other': (_, facts) =>
    wrongIf(roundsOf(facts).length > 0, 'one is shown') ??
    wrongIf(!facts.campaigns.some(({ detail }) => detail.plan.untilSteady !== undefined), 'there is none'),
  'steady-ask': (_, { campaigns }) =>
    wrongIf(
      campaigns.some(({ detail }) => detail.plan.untilSteady !== undefined),
      'one did',
    ),
  'steady-choose-levels': (_, facts) =>
    wrongIf(roundsOf(facts).length === (facts.figure.panels?.titles.length ?? 0), 'all are shown'),
  'steady-first': (said, facts) =>
    differs(said, 'cases', roundsOf(facts).length) ??
    differs(said, 'shown', facts.figure.panels?.titles.length ?? 0),
  'course-speed': (said, facts) =>
    lengthsAreWrong(
      lengthsIn(said, 'lengths'),
      withBandwidth(facts).map((one) =>
        Math.max(usualBin(facts), ofMetric(one, 'bandwidth')[0]?.intervalSeconds ?? 0),
      ),
    ) ?? differs(said, 'runs', withBandwidth(facts).length),
  'course-cache': fallIs,
  'course-few-bins': ofLine(
    (one, facts, said) =>
      wrongIf(speedsOf(one).length / usualBin(facts) >= 60, 'there are enough') ?? differs(said, 'least', 60),
  ),
  'course-alike': ofLine((one) => {
    const speeds = speedsOf(one)
    const steps = speeds.slice(1).map((value, at) => Math.abs(value - (speeds[at] ?? 0)))
    return wrongIf(Math.max(...steps) > 0.2 * (Math.max(...speeds) - Math.min(...speeds)), 'they differ')
  }),
  'course-trend': ofLine((one) => {
    const parts = [0, 0.25, 0.5, 0.75].map((from) => partOf(speedsOf(one), from, from + 0.25))
    return wrongIf(!parts.every((value, at) => at === 0 || value < (parts[at - 1] ?? 0)), 'it does not fall')
  }),
  'course-no-fall': (said, facts) =>
    fallIs(said, facts) ??
    ofLine((one) => {
      const speeds = speedsOf(one)
      return wrongIf(partOf(speeds, 0.5, 1) < 0.8 * partOf(speeds, 0, 0.5), 'it fell')
    })(said, facts),
  'course-overwritten': ofLine((one, _, said) => {
    const size = Number(one.campaign.detail.plan.base.file_size)
    return (
      wrongIf(!isGigabytes(said.slots.get('bytes'), writtenBy(one)), `it is ${String(writtenBy(one))} B`) ??
      wrongIf(writtenBy(one) <= size, 'there was room') ??
      wrongIf(
        plain(said.slots.get('region') ?? '') !== plain(`${String(size / 2 ** 30)} GiB`),
        'it is another',
      )
    )
  }),
  'course-whole': ofLine((one, _, said) => wholeIsWrong(one, said)),
  'course-with-cache': ofLine((one, facts, said) => {
    // All worlds with a cache keep its speed for the first 100 seconds.
    const speeds = speedsOf(one)
    const [before, after] = [meanOf(speeds.slice(0, 100)), meanOf(speeds.slice(100))]
    const half = (usualBin(facts) * (before + after)) / 4
    return (
      wrongIf(!(after < 0.8 * before), 'its speed does not fall') ??
      wrongIf(
        !isBytes(said.slots.get('cache'), 100 * before, half / (100 * before)),
        'it is another cache',
      ) ??
      wrongIf(!isBytes(said.slots.get('half'), half, 0.3), `half a bin is ${String(half)} B`) ??
      wrongIf(!isSpeed(said.slots.get('before'), before), `it was ${String(before)} before`) ??
      wrongIf(!isSpeed(said.slots.get('after'), after), `it was ${String(after)} after`) ??
      wholeIsWrong(one, said)
    )
  }),
  'course-no-bandwidth': noBandwidth,
  'course-no-capacity': ofLine((_, { figure }) =>
    wrongIf(figure.xKey !== 'drive_writes', 'it is another axis'),
  ),
  'course-none': (_, facts) => wrongIf(recorded(facts).length > 0, 'a run has series'),
}
