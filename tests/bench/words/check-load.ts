import { axisNames, drawnIsWrong } from './check-drawn'
import type { Check } from './check-summary'
import { type DrawnCell, drawnCells, type DrawnFacts, drawnCampaigns, drawnSeries, plain } from './drawn'
import { metricOf } from './groups'
import { isPrinted, levelTexts, meanOf, middleOf } from './raw-facts'
import { noModelIsWrong, uslIsWrong } from './check-usl'
import { countOf, type Said, wrongIf } from './read-back'

type LoadCheck = Check<DrawnFacts>

/** A point of a line: its load, the average of its rate, and the interval of that as drawn. */
interface Point {
  readonly load: number
  readonly rate: number
  readonly low: number | undefined
  readonly high: number | undefined
  readonly cell: DrawnCell
}

const isRate = (metric: string) => !metric.includes('latency')

/** The lines with the rates at their loads, by the runs of their dots. */
function linesOf(facts: DrawnFacts): ReadonlyMap<string, readonly Point[]> {
  const { figure } = facts
  const middle = figure.statistic === 'median' ? middleOf : meanOf
  const lines = new Map<string, Point[]>()
  for (const { lineLabel, role, points } of figure.series) {
    if (role !== 'measured') continue
    for (const point of points) {
      const cell = drawnCells(facts).find((one) => one.point === point)
      const run = cell?.campaign.runs.find(({ id }) => id === point.dots[0]?.runId)
      const level = { ...cell?.campaign.detail.plan.base, ...run?.levels }[figure.xKey]
      if (cell === undefined || typeof level !== 'number') continue
      // Where latency is up, the rate is across.
      const isAcross = figure.kind === 'latency-throughput'
      if (!isAcross && !isRate(cell.metric)) continue
      const rows = isAcross
        ? cell.campaign.rows.filter(
            ({ metric, direction, runId }) =>
              metric === facts.metrics[0] &&
              direction === 'total' &&
              point.dots.some((dot) => dot.runId === runId),
          )
        : []
      const rate = isAcross ? middle(rows.map(({ value }) => value)) : middle(cell.values)
      const [low, high] = isAcross ? [point.xLow, point.xHigh] : [point.low, point.high]
      const own = lines.get(lineLabel) ?? []
      own.push({ load: level, rate, low, high, cell })
      lines.set(lineLabel, own)
    }
  }
  for (const own of lines.values()) own.sort((a, b) => a.load - b.load)
  return lines
}

/** The smallest load within 5 % of the best; none if it is the largest, and for fewer than three points. */
function kneeOf(points: readonly Point[]): number | undefined {
  const best = Math.max(...points.map(({ rate }) => rate))
  const knee = points.find(({ rate }) => rate >= 0.95 * best)?.load
  return points.length < 3 || knee === points.at(-1)?.load ? undefined : knee
}

/** What the intervals allow: from the first that may be within 5 % of the best to the first that surely is. */
function rangeOf(points: readonly Point[]) {
  const lows = Math.max(...points.map(({ low = NaN }) => low))
  const highs = Math.max(...points.map(({ high = NaN }) => high))
  const last = points.at(-1)?.load
  return [
    points.find(({ high = NaN }) => high >= 0.95 * lows)?.load ?? last,
    points.find(({ low = NaN }) => low >= 0.95 * highs)?.load ?? last,
  ]
}

function axisOf({ figure }: DrawnFacts): string {
  return (axisNames[figure.xKey] ?? figure.xKey).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
}

function axisIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const wanted = axisOf(facts)
  return wrongIf(said.slots.get('axis') !== wanted, `the axis is ${wanted}`)
}

const numberIn = (text: string | undefined) => Number((text ?? '').replace(/[^\d.]/g, ''))

function kneeIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const lines = linesOf(facts)
  const named = said.parts.get('line')?.[0]?.slots.get('line')
  const [first] = lines.values()
  const own = named === undefined ? first : lines.get(named)
  if (own === undefined) return 'there is no such line'
  const [range] = said.parts.get('range') ?? []
  const [low, high] = rangeOf(own)
  const isOpen = high === own.at(-1)?.load
  return (
    wrongIf(said.slots.get('at')?.startsWith(axisOf(facts)) !== true, 'another axis') ??
    wrongIf((named === undefined) !== lines.size < 2, 'whether the line is named') ??
    wrongIf((named === undefined) !== (said.slots.get('knee') === 'Knee'), 'its case') ??
    wrongIf(numberIn(said.slots.get('at')) !== kneeOf(own), `the knee is at ${String(kneeOf(own))}`) ??
    wrongIf((range === undefined) !== (low === high), 'whether the intervals leave something open') ??
    wrongIf(
      range !== undefined &&
        (numberIn(range.slots.get('low')) !== low || numberIn(range.slots.get('high')) !== high),
      `the intervals allow ${String(low)} to ${String(high)}`,
    ) ??
    wrongIf(
      range !== undefined && (range.parts.get('open') ?? []).length > 0 !== isOpen,
      'whether it is the largest',
    )
  )
}

/** Offered and reached rates of the drawn cases, by their levels. */
function offeredOf(facts: DrawnFacts) {
  return drawnCampaigns(facts).flatMap(({ detail, rows, runs }) =>
    [...new Set(runs.map(({ caseKey }) => caseKey))].flatMap((caseKey) => {
      const own = runs.filter((run) => run.caseKey === caseKey).map(({ id }) => id)
      const of = (metric: string) =>
        rows.flatMap((row) =>
          row.metric === metric && row.direction === 'total' && own.includes(row.runId) ? [row.value] : [],
        )
      const levels = { ...detail.plan.base, ...runs.find((run) => run.caseKey === caseKey)?.levels }
      const {
        rate_iops: limit,
        offered_iops: iops = limit,
        offered_transactions: transactions = iops,
        jobs = 1,
      } = levels
      const told = [...of('offered_iops'), ...of('offered_transactions')]
      const isPerJob = levels.offered_iops === undefined && levels.offered_transactions === undefined
      const asked = Number(transactions) * (isPerJob ? Number(jobs) : 1)
      const offered = told.length > 0 ? meanOf(told) : asked
      const rates = [...of('iops'), ...of('transactions')]
      const full = of('depth_full')
      return rates.length === 0 || !Number.isFinite(offered)
        ? []
        : [{ offered, reached: meanOf(rates), full: full.length === 0 ? undefined : meanOf(full) }]
    }),
  )
}

/** A list of offered rates in the unit of the sentence. */
function ratesAreWrong(said: Said, offered: readonly number[]): string | undefined {
  const unit = said.slots.get('unit') ?? ''
  const told = (said.slots.get('rates') ?? '').split(', ')
  const wanted = [...new Set(offered)]
  return wrongIf(
    told.length !== wanted.length ||
      !told.every((text, at) => isPrinted(`${text}\u202f${unit}`, wanted[at] ?? NaN)),
    `they are ${wanted.join(', ')}`,
  )
}

const isShort = ({ offered, reached }: { readonly offered: number; readonly reached: number }) =>
  reached < 0.95 * offered

function whoIsWrong(said: Said, { metrics }: DrawnFacts): string | undefined {
  const isDatabase = metrics.includes('transactions')
  return (
    wrongIf(said.slots.get('who') !== (isDatabase ? 'server' : 'drive'), 'it is the other') ??
    wrongIf(
      said.slots.has('what') && said.slots.get('what') !== (isDatabase ? 'Transactions' : 'Requests'),
      'they are others',
    )
  )
}

function hasReference(
  facts: DrawnFacts,
  isIt: (one: DrawnFacts['figure']['series'][number]) => boolean,
): boolean {
  return drawnSeries(facts).some((one) => one.role === 'reference' && isIt(one))
}

/** That no run has a metric, and whose levels. */
function noRunIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const metric = metricOf(said.slots.get('metric') ?? '')
  const axis = said.slots.get('axis')
  const has = ({ detail, rows, runs }: DrawnFacts['campaigns'][number]) =>
    rows.some((row) => row.metric === metric) &&
    runs.some(({ levels }) =>
      Object.keys({ ...detail.plan.base, ...levels }).some(
        (key) => (axisNames[key] ?? key).toLowerCase() === axis,
      ),
    )
  return (
    wrongIf(!/^(iops|transactions|latency_mean|latency_p99)$/.test(metric), 'it is no metric of a load') ??
    wrongIf(
      !/^(jobs|queue depth|threads|offered (load|rate)|iops limit)$/.test(axis?.toLowerCase() ?? ''),
      'it is no load',
    ) ??
    wrongIf(facts.campaigns.some(has), 'a run has both')
  )
}

/** Holds what a figure of loads says against its runs. */
export function loadIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const check = checks[said.id]
  return check === undefined ? drawnIsWrong(said, facts) : check(said, facts)
}

/** The runs of a line whose fit is told. */
function fitted(
  wrong: (said: Said, points: Parameters<typeof uslIsWrong>[1], isOfMeans: boolean) => string | undefined,
): LoadCheck {
  return (said, facts) => {
    const lines = linesOf(facts)
    const own = lines.get(said.slots.get('line') ?? '')
    if (own === undefined) return 'there is no such line'
    const points = own.map(({ load, rate, cell }) => ({ load, rate, values: cell.values }))
    return wrong(said, points, facts.figure.statistic !== 'median')
  }
}

const checks: Readonly<Record<string, LoadCheck>> = {
  'scaling-usl': fitted(uslIsWrong),
  'scaling-no-model': fitted(noModelIsWrong),
  'sweep-no-run': noRunIsWrong,
  'load-omission': (_, facts) =>
    wrongIf(
      drawnCampaigns(facts).some(({ detail }) =>
        [...Object.keys(detail.plan.base), ...detail.plan.axes.map(({ key }) => key)].some((key) =>
          /^(offered_|rate)/.test(key),
        ),
      ),
      'requests arrive at a rate',
    ),
  'load-joined': (said, facts) =>
    axisIsWrong(said, facts) ??
    wrongIf(
      (said.parts.get('ring') ?? []).length > 0 !==
        [...linesOf(facts).values()].some((own) => kneeOf(own) !== undefined),
      'whether there is a knee',
    ),
  'load-knee': kneeIsWrong,
  'load-no-saturation': (said, facts) => {
    const lines = linesOf(facts)
    const open = [...lines].flatMap(([line, own]) =>
      own.length > 2 && kneeOf(own) === undefined ? [line] : [],
    )
    const part = said.parts.get('lines')?.[0]
    const named = part?.slots.get('lines')
    const more = part?.parts.get('more')?.[0]
    return (
      wrongIf(open.length === 0, 'each has a knee') ??
      wrongIf(
        named !== (open.length < lines.size ? open.slice(0, 4).join(', ') : undefined),
        `it is ${open.join(', ')}`,
      ) ??
      wrongIf(
        part !== undefined &&
          (more === undefined ? 0 : countOf(more, 'count')) !== Math.max(0, open.length - 4),
        'others are open',
      ) ??
      wrongIf((named === undefined) !== (said.slots.get('no') === 'No'), 'its case')
    )
  },
  'load-little': (said, facts) => {
    const own = linesOf(facts).get(said.slots.get('line') ?? '')
    if (own === undefined) return 'there is no such line'
    const off = own.flatMap(({ load, cell }) => {
      const runIds = cell.point.dots.map(({ runId }) => runId)
      const of = (metric: string) =>
        cell.campaign.rows.flatMap((row) =>
          row.metric === metric && row.direction === 'total' && runIds.includes(row.runId) ? [row.value] : [],
        )
      const run = cell.campaign.runs.find(({ id }) => id === runIds[0])
      const { queue_depth = 1, jobs = 1 } = { ...cell.campaign.detail.plan.base, ...run?.levels }
      const iops = of('iops')
      const rate = iops.length / iops.reduce((sum, value) => sum + 1 / value, 0)
      const [measured, expected] = [
        meanOf(of('latency_mean')),
        (1e9 * Number(queue_depth) * Number(jobs)) / rate,
      ]
      return Math.abs(measured / expected - 1) > 0.1 ? [{ load, measured, expected }] : []
    })
    const places = said.parts.get('places') ?? []
    const [more] = said.parts.get('more') ?? []
    const isTold = (place: Said, at: number) => {
      const one = off[at]
      return (
        one !== undefined &&
        numberIn(place.slots.get('load')) === one.load &&
        isPrinted(place.slots.get('measured') ?? '', one.measured, 'ns') &&
        isPrinted(place.slots.get('expected') ?? '', one.expected, 'ns')
      )
    }
    return (
      wrongIf(!places.every(isTold), 'another load or latency') ??
      wrongIf(
        places.length + (more ? countOf(more, 'count') : 0) !== off.length,
        `${String(off.length)} are off`,
      )
    )
  },
  'load-one-level': (said, facts) =>
    axisIsWrong(said, facts) ??
    wrongIf(
      facts.figure.series.some(({ points }) => points.length > 1),
      'a line has several',
    ),
  'load-only-level': (said, { campaigns, figure }) => {
    const own = campaigns.flatMap(({ runs, detail }) =>
      runs.flatMap(({ levels }) => ({ ...detail.plan.base, ...levels })[figure.xKey] ?? []),
    )
    const texts = [...new Set(own)].flatMap((level) => levelTexts(figure.xKey, level).map(plain))
    return (
      wrongIf(!texts.includes(plain(said.slots.get('level') ?? '')), `there are ${texts.join()}`) ??
      wrongIf(figure.series.length > 0, 'there is a curve')
    )
  },
  'scaling-knee': (_, facts) =>
    wrongIf(![...linesOf(facts).values()].some((own) => kneeOf(own) !== undefined), 'there is no knee'),
  'scaling-fit': (_, facts) =>
    wrongIf(!hasReference(facts, ({ partLabel }) => partLabel === 'USL fit'), 'no fit is drawn'),
  'offered-come': whoIsWrong,
  'offered-saturation': (_, facts) =>
    wrongIf(
      !offeredOf(facts).some((one) => isShort(one) && one.full !== undefined && one.full >= 50),
      'nothing is saturated',
    ),
  'offered-not-reached': (_, facts) =>
    wrongIf(!offeredOf(facts).some((one) => isShort(one) && one.full === undefined), 'all runs say so'),
  'offered-all-reached': (said, facts) =>
    whoIsWrong(said, facts) ?? wrongIf(offeredOf(facts).some(isShort), 'one was not'),
  'offered-generator': (said, facts) =>
    ratesAreWrong(
      said,
      offeredOf(facts).flatMap((one) =>
        isShort(one) && one.full !== undefined && one.full < 50 ? [one.offered] : [],
      ),
    ),
  'offered-depth-full': (said, facts) =>
    ratesAreWrong(
      said,
      offeredOf(facts).flatMap(({ full = 0, offered }) => (full > 1 ? [offered] : [])),
    ),
  'offered-unknown': (_, facts) => wrongIf(offeredOf(facts).length > 0, 'they say so'),
  'second-twice': (said, { metrics }) =>
    wrongIf(metricOf(said.slots.get('metric') ?? '') !== metrics[0], `the first is ${metrics[0] ?? ''}`),
  'second-no-run': (said, { campaigns }) => {
    const metric = metricOf((said.slots.get('metric') ?? '').split(', ')[0] ?? '')
    return (
      wrongIf(metric !== 'queries' && metric !== 'iops', 'another one was asked for') ??
      wrongIf(
        campaigns.some(({ rows }) => rows.some((row) => row.metric === metric)),
        'a run has it',
      )
    )
  },
  'second-no-metric': (said) => wrongIf(said.slots.get('metric') !== 'nonsense', 'it is a metric'),
  'second-no-part': (_, { figure }) => wrongIf(figure.kind === 'mix-sweep', 'it can'),
}
