import type { ReviewReader } from '../../bench/store/review-store'
import { tableToCsv } from '../../core/document/csv'
import type { Cell, Table } from '../../core/figures/figure/table'
import type { Series } from '../../core/results/observation'
import { histogramPercentile } from '../../core/statistics/latency/histogram'
import { formatBytes } from '../../core/units/bytes'
import { formatDuration } from '../../core/units/durations'
import { absentText, formatCount, formatNumber, formatPercent } from '../../core/units/number-format'
import { formatLatency } from '../../core/units/unit-scale'
import { CommandError, exitStatus, type Command, type ParsedCommand } from '../command'
import { textTable } from '../output'
import { withReview } from '../with-review'

export const series: Command = {
  words: ['series'],
  positionals: ['FILE.benchwright'],
  summary: 'Print what a run recorded over time, in base units: the engine’s series and those of its host.',
  options: {
    run: { value: 'ID', help: 'The run, by the id that the window and the file show.' },
    csv: { help: 'Print CSV to standard output, one row per point.' },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const runId = runOf(parsed, review)
      const found = seriesOf(review, runId)
      const requests = requestsOf(review, runId)
      const isEarly = review.run(runId)?.state !== 'done'
      if (isEarly) context.stderr.line(`note: run ${runId} was ended early; its series are not a result.`)
      if (parsed.json) await context.stdout.stream('json', seriesJson(runId, found, requests, isEarly))
      else if (parsed.flag('csv')) await context.stdout.stream('csv', tableToCsv(seriesTable(runId, found)))
      else {
        const header = ['source', 'device', 'direction', 'metric', 'points', 'span', 'mean', 'unit']
        await context.stdout.stream('lines', textTable(header, found.map(overview)))
        if (requests.length > 0) {
          context.stdout.line('')
          await context.stdout.stream('lines', textTable(requestHeader, requests.map(requestRow)))
        }
      }
      return exitStatus.done
    }),
}

function runOf(parsed: ParsedCommand, review: ReviewReader): number {
  const text = parsed.text('run')
  if (text === undefined) throw new CommandError('series: --run ID is missing.', recordedRuns(review))
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new CommandError(`--run ${text}: that is not a run.`, recordedRuns(review))
  return Number(text)
}

function seriesOf(review: ReviewReader, runId: number): readonly Series[] {
  const run = review.run(runId)
  if (!run) throw new CommandError(`${review.path}: there is no run ${runId}.`, recordedRuns(review))
  const found = review.series(runId)
  if (found.length > 0) return found
  throw new CommandError(`${review.path}: run ${runId} (${run.state}) has no series.`, recordedRuns(review))
}

/** If a campaign has more runs than this, they are not listed individually. */
const mostNamed = 20

/** The runs that have series, by campaign, as advice for a person who named none of them. */
function recordedRuns(review: ReviewReader): string {
  const named = review.campaigns().flatMap(({ id, name }) => {
    const ids = [...review.campaignSeries(id).sources.keys()].sort((a, b) => a - b)
    if (ids.length === 0) return []
    const more = ids.length - mostNamed
    const rest = more > 0 ? ` and ${formatCount(more)} more (show --runs lists them)` : ''
    return [`${ids.slice(0, mostNamed).join(', ')}${rest} of "${name}"`]
  })
  return named.length === 0
    ? 'No run of this file has series: switch series or observers on in the plan, or import the engine\u2019s logs.'
    : `Runs with series: ${named.join('; ')}.`
}

/**
 * One line: the number of values, and their mean. For a histogram over time, that is the mean latency of all its
 * I/Os.
 */
function overview({ source, device, direction, metric, unit, seconds, values, binsNs }: Series) {
  const span = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0)
  const weighted = binsNs?.reduce((sum, ns, at) => sum + ns * (values[at] ?? 0), 0)
  const total = values.reduce((sum, value) => sum + value, 0)
  const mean = weighted === undefined ? total / values.length : weighted / total
  return [
    ...[source, device, direction, metric, formatCount(seconds.length), formatDuration(span)],
    ...[formatNumber(mean, 4), binsNs ? 'ns' : unit],
  ]
}

type Percentiles = Readonly<Record<'mean' | 'p50' | 'p99', number | null>>

/** The requests that a device received in one direction over the whole run. */
type RequestSummary = ReturnType<typeof requestsOf>[number]

function requestsOf(review: ReviewReader, runId: number) {
  const scalars = (review.run(runId)?.observed ?? []).filter(({ source }) => source === 'requests')
  const histograms = (review.histograms([runId]).get(runId) ?? []).filter(
    ({ source }) => source === 'requests',
  )
  return scalars
    .filter(({ metric, levels }) => metric === 'request_count' && levels === undefined)
    .map(({ device = '', direction, value: requests }) => {
      const ofDevice = scalars.filter((one) => one.device === device)
      const own = ofDevice.filter((one) => one.direction === direction)
      const value = (metric: string) => own.find((one) => one.metric === metric)?.value ?? null
      const reads = ofDevice.find(({ metric }) => metric === 'request_read_share')?.value ?? null
      const percentiles = (metric: string): Percentiles | null => {
        const of = histograms.find(
          (one) => one.device === device && one.direction === direction && one.metric === metric,
        )
        const at = (percent: number) => (of && histogramPercentile(of, percent)?.valueNs) ?? null
        return of ? { mean: value(`${metric}_mean`), p50: at(50), p99: at(99) } : null
      }
      return {
        ...{ device, direction, requests },
        /** Of the requests that read or write. */
        share_percent:
          direction === 'write' && reads !== null ? 100 - reads : direction === 'read' ? reads : null,
        sequential_percent: value('request_sequential'),
        mean_bytes: value('request_size_mean'),
        /** The sizes with the most requests. */
        sizes: own
          .flatMap(({ metric, levels, value: count }) =>
            metric === 'request_count' && typeof levels?.block_size === 'number'
              ? [{ bytes: levels.block_size, requests: count }]
              : [],
          )
          .sort((one, other) => other.requests - one.requests),
        device_latency_ns: percentiles('device_latency'),
        queue_wait_ns: percentiles('queue_wait'),
      }
    })
}

const requestHeader = [
  ...['device', 'direction', 'requests', 'share', 'sequential', 'mean size', 'most of'],
  ...['in device p50', 'p99', 'in queue p50', 'p99'],
]

function requestRow(one: RequestSummary): readonly string[] {
  const or = (value: number | null | undefined, text: (value: number) => string) =>
    value === null || value === undefined ? absentText : text(value)
  const { device_latency_ns: served, queue_wait_ns: waited } = one
  const most = one.sizes[0]
  return [
    ...[one.device, one.direction, formatCount(one.requests), or(one.share_percent, formatPercent)],
    ...[
      or(one.sequential_percent, formatPercent),
      or(one.mean_bytes, formatBytes),
      or(most?.bytes, formatBytes),
    ],
    ...[served?.p50, served?.p99, waited?.p50, waited?.p99].map((value) => or(value, formatLatency)),
  ]
}

/** Numbers in one piece of the output. */
const numbersPerPiece = 4096

/** A JSON document in pieces: a day of series, and even more a histogram over time, is too long for one string. */
function* seriesJson(
  runId: number,
  all: readonly Series[],
  requests: readonly RequestSummary[],
  isEarly: boolean,
): Iterable<string> {
  yield `{"run":${runId},"series":[`
  for (const [
    index,
    { source, device = null, direction, metric, label, unit, levels, ...columns },
  ] of all.entries()) {
    const head = JSON.stringify({ source, device, direction, metric, label, unit, levels })
    yield `${index === 0 ? '' : ','}\n${head.slice(0, -1)}`
    const { seconds, values, binsNs } = columns
    yield* jsonColumn('t_seconds', seconds)
    yield* jsonColumn('values', values)
    if (binsNs) yield* jsonColumn('bins_ns', binsNs)
    yield '}'
  }
  yield '\n]'
  if (isEarly) yield ',\n"ended_early":true'
  if (requests.length > 0) yield `,\n"requests":${JSON.stringify(requests)}`
  yield '}\n'
}

function* jsonColumn(key: string, numbers: Float64Array): Iterable<string> {
  yield `,"${key}":[`
  for (let from = 0; from < numbers.length; from += numbersPerPiece)
    yield `${from === 0 ? '' : ','}${numbers.subarray(from, from + numbersPerPiece).join()}`
  yield ']'
}

/** One row per point; the latency bins of histograms over time have a column only if there are any. */
function seriesTable(runId: number, all: readonly Series[]): Table {
  const hasBins = all.some(({ binsNs }) => binsNs !== undefined)
  const keys = ['run', 'source', 'device', 'direction', 'metric', 'unit', 't_seconds', 'value']
  return {
    columns: [...keys, ...(hasBins ? ['bin_ns'] : [])].map((key) => ({ key, label: key })),
    rows: {
      length: all.reduce((sum, { seconds }) => sum + seconds.length, 0),
      *[Symbol.iterator](): Generator<readonly Cell[]> {
        for (const { source, device, direction, metric, unit, seconds, values, binsNs } of all)
          for (const [at, second] of seconds.entries()) {
            const row = [runId, source, device, direction, metric, unit, second, values[at]]
            yield hasBins ? [...row, binsNs?.[at]] : row
          }
      },
    },
  }
}
