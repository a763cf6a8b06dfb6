import type { ReviewReader } from '../../bench/store/review-store'
import { tableToCsv } from '../../core/document/csv'
import type { Cell, Table } from '../../core/figures/tables/table'
import type { Series } from '../../core/results/observation'
import { formatDuration } from '../../core/units/durations'
import { formatCount, formatNumber } from '../../core/units/number-format'
import { CommandError, exitStatus, type Command, type ParsedCommand } from '../command'
import { textTable } from '../output'
import { withReview } from '../with-review'

export const series: Command = {
  words: ['series'],
  positionals: ['FILE.benchwright'],
  summary: 'Print what a run left over time, in base units: the engine’s series and those of its host.',
  options: {
    run: { type: 'string', value: 'ID', help: 'The run, by the id that the window and the file show.' },
    csv: { type: 'boolean', help: 'Print CSV to standard output, one row per point.' },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const runId = runOf(parsed)
      const found = seriesOf(review, runId)
      if (parsed.json) await context.stdout.stream('json', seriesJson(runId, found))
      else if (parsed.flag('csv')) await context.stdout.stream('csv', tableToCsv(seriesTable(runId, found)))
      else {
        const header = ['source', 'device', 'direction', 'metric', 'points', 'span', 'mean', 'unit']
        await context.stdout.stream('lines', textTable(header, found.map(overview)))
      }
      return exitStatus.done
    }),
}

function runOf(parsed: ParsedCommand): number {
  const text = parsed.text('run')
  if (text === undefined) throw new CommandError('series: --run ID is missing.', 'Name the run.')
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new CommandError(
      `--run ${text}: that is no run.`,
      'A run is named by its number, such as --run 12.',
    )
  return Number(text)
}

function seriesOf(review: ReviewReader, runId: number): readonly Series[] {
  const run = review.run(runId)
  if (!run) throw new CommandError(`${review.path}: there is no run ${runId}.`, knownRuns(review))
  const found = review.series(runId)
  if (found.length > 0) return found
  throw new CommandError(
    `${review.path}: run ${runId} (${run.state}) has no series.`,
    'Choose a run whose plan records series or observes the host, and that was measured to its end.',
  )
}

function knownRuns(review: ReviewReader): string {
  const spans = review.campaigns().flatMap(({ id, name }) => {
    const ids = review.runs(id).map((run) => run.id)
    const [first, last] = [ids[0], ids.at(-1)]
    return first === undefined || last === undefined ? [] : [`${first} to ${last} of "${name}"`]
  })
  return spans.length === 0 ? 'The file has no runs.' : `The file has runs ${spans.join(', ')}.`
}

/** One line: how much there is, and its mean. Of a histogram over time that is the mean latency of all its I/Os. */
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

/** Numbers in one piece of the output. */
const numbersPerPiece = 4096

/** A JSON document in pieces: a day of series, and a histogram over time the more, is too long for one text. */
function* seriesJson(runId: number, all: readonly Series[]): Iterable<string> {
  yield `{"run":${runId},"series":[`
  for (const [
    index,
    { source, device = null, direction, metric, unit, levels, ...columns },
  ] of all.entries()) {
    const head = JSON.stringify({ source, device, direction, metric, unit, levels })
    yield `${index === 0 ? '' : ','}\n${head.slice(0, -1)}`
    const { seconds, values, binsNs } = columns
    yield* jsonColumn('t_seconds', seconds)
    yield* jsonColumn('values', values)
    if (binsNs) yield* jsonColumn('bins_ns', binsNs)
    yield '}'
  }
  yield '\n]}\n'
}

function* jsonColumn(key: string, numbers: Float64Array): Iterable<string> {
  yield `,"${key}":[`
  for (let from = 0; from < numbers.length; from += numbersPerPiece)
    yield `${from === 0 ? '' : ','}${numbers.subarray(from, from + numbersPerPiece).join()}`
  yield ']'
}

/** One row per point; the latency bins of histograms over time have a column only where there are some. */
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
