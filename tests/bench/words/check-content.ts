import { drawnIsWrong } from './check-drawn'
import type { Check } from './check-summary'
import { drawnCampaigns, drawnCells, type DrawnFacts, drawnSeries, plain } from './drawn'
import { metricOf } from './groups'
import { logIntervalOf } from './check-comparison'
import { meanOf, printed, testWords } from './raw-facts'
import type { FigurePoint } from '../../../src/core/figures/figure/figure'
import { differs, type Said, wrongIf } from './read-back'

type ContentCheck = Check<DrawnFacts>

const numberIn = (text: string | undefined) => Number((text ?? '').replace(/[^\d.−-]/g, '').replace('−', '-'))

/** A printed mean by its level, as one value. */
function printedAt({ published, figure }: DrawnFacts, { y = NaN }: FigurePoint) {
  const factor = printed(`1\u202f${figure.unit}`)?.value ?? 1
  const found = published.find(
    ({ value, metric }) =>
      metric === figure.metric &&
      value.kind === 'summary' &&
      Math.abs(value.mean - y * factor) <= 1e-9 * value.mean,
  )
  const level = found?.levels[figure.xKey]
  if (found?.value.kind !== 'summary' || typeof level !== 'number') return []
  return [{ level, values: [found.value.mean], test: found.test }]
}

/** Lines of the figure with the runs at their levels. */
function linesOf(facts: DrawnFacts) {
  const { figure } = facts
  return drawnSeries(facts).flatMap(({ lineLabel, role, points, panel = 0 }) => {
    if (role !== 'measured') return []
    const placed = points.flatMap((point) => {
      const cell = drawnCells(facts).find((one) => one.point === point)
      const run = cell?.campaign.runs.find(({ id }) => id === point.dots[0]?.runId)
      const level = run?.levels[figure.xKey]
      const row = cell?.campaign.rows.find(({ runId }) => runId === run?.id)
      if (cell === undefined) return printedAt(facts, point)
      return typeof level !== 'number' ? [] : [{ level, values: cell.values, test: row?.test ?? '' }]
    })
    return [{ label: plain(lineLabel), panel, placed }]
  })
}

function metricIsWrong(said: Said, { figure }: DrawnFacts): string | undefined {
  return wrongIf(metricOf(said.slots.get('metric') ?? '') !== figure.metric, `the metric is ${figure.metric}`)
}

function dropIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const parts = plain(said.slots.get('line') ?? '')
    .replace(' (largest change)', '')
    .split(', ')
  const lines = linesOf(facts).filter(({ label, placed }) => {
    const own = [...label.split(/, | · /), ...testWords(placed[0]?.test ?? ''), label]
    return placed.length > 1 && parts.every((part) => own.includes(part))
  })
  const [line] = lines
  if (line === undefined || lines.length > 1) return `${String(lines.length)} lines have that name`
  const [from, to] = [numberIn(said.slots.get('from')), numberIn(said.slots.get('to'))]
  const levels = line.placed.map(({ level }) => level)
  const of = (level: number) => line.placed.find((one) => one.level === level)?.values ?? []
  const drop = 100 * (1 - meanOf(of(to)) / meanOf(of(from)))
  const [interval] = said.parts.get('interval') ?? []
  // From the one level to the other, and of what falls.
  const ends = logIntervalOf(of(from), of(to))?.map((end) => (drop < 0 ? end : -end)) ?? []
  const isPrinted = of(from).length === 1
  const isNear = (text: string | undefined, value: number) => {
    const decimals = /\.(\d+)/.exec(text ?? '')?.[1]?.length ?? 0
    return Math.abs(numberIn(text) - value) <= 0.501 * 10 ** -decimals
  }
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  return (
    wrongIf(from !== Math.max(...levels) || to !== Math.min(...levels), 'they are not the ends') ??
    wrongIf(said.slots.get('way') !== (drop < 0 ? 'higher' : 'lower'), 'it is the other way') ??
    wrongIf(!isNear(said.slots.get('percent'), Math.abs(drop)), `it is ${String(drop)} %`) ??
    wrongIf(
      interval?.id === 'content-interval' &&
        !isPrinted &&
        facts.figure.statistic === 'mean' &&
        (!isNear(interval.slots.get('low'), low) || !isNear(interval.slots.get('high'), high)),
      `the interval is ${String(low)} to ${String(high)}`,
    )
  )
}

/** Lines that change places, with the levels between which they do, by the order of their means. */
function crossingsOf(facts: DrawnFacts) {
  const lines = linesOf(facts).filter(({ panel }) => panel === 0)
  const [first, ...others] = lines
  return others.flatMap((other) => {
    const levels = (first?.placed ?? []).map(({ level }) => level).sort((a, b) => a - b)
    const signOf = (level: number) => {
      const [a, b] = [first, other].map(
        (line) => line?.placed.find((one) => one.level === level)?.values ?? [],
      )
      return Math.sign(meanOf(a ?? []) - meanOf(b ?? []))
    }
    return levels.flatMap((level, at) => {
      const before = levels[at - 1]
      const names = [first?.label, other.label]
      const after = levels[at + 1]
      if (before !== undefined && signOf(before) * signOf(level) < 0)
        return [{ names, from: before, to: level }]
      const isEqual = signOf(level) === 0 && before !== undefined && after !== undefined
      return isEqual && signOf(before) * signOf(after) < 0 ? [{ names, from: level, to: level }] : []
    })
  })
}

/** Only print without deviations leaves nothing to test. */
function testIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const isPrinted = drawnCells(facts).length === 0
  return wrongIf((said.parts.get('untested') ?? []).length > 0 !== isPrinted, 'whether it was tested')
}

/** Holds what figures of data content and of fill levels say against the runs. */
export function contentIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const check = checks[said.id]
  return check === undefined ? drawnIsWrong(said, facts) : check(said, facts)
}

const checks: Readonly<Record<string, ContentCheck>> = {
  'content-no-result': (said, facts) =>
    metricIsWrong(said, facts) ??
    wrongIf(
      facts.campaigns.some(
        ({ detail, rows }) =>
          rows.some(({ metric }) => metric === facts.figure.metric) &&
          detail.plan.axes.some(({ key }) => /^(compress|dedupe)_percent$/.test(key)),
      ),
      'a result has it',
    ),
  'content-differences': (said, { published, figure }) =>
    differs(
      said,
      'differences',
      published.filter(
        ({ value, metric, levels }) =>
          value.kind === 'difference' &&
          metric === figure.metric &&
          Object.keys(levels).some((key) => /^(compress|dedupe)_/.test(key)),
      ).length,
    ),
  'content-no-place': (said, { campaigns, published }) => {
    const words = [...campaigns.flatMap(({ runs }) => runs), ...published].flatMap(({ levels }) =>
      Object.entries(levels).flatMap(([key, level]) =>
        /^(compress|dedupe)_/.test(key) && typeof level === 'string' ? [level] : [],
      ),
    )
    return wrongIf(
      [...new Set(words)].join(', ') !== said.slots.get('levels'),
      `they are ${words.join(', ')}`,
    )
  },
  'content-means': (_, { published, figure }) =>
    wrongIf(!published.some(({ metric }) => metric === figure.metric), 'nothing was printed'),
  'content-drop': dropIsWrong,
  'content-random': (said, facts) => {
    const isIozone = drawnCampaigns(facts).some(({ detail }) => detail.engine === 'iozone')
    return wrongIf((said.slots.get('what') === 'no percentage') === isIozone, 'it is the other')
  },
  'content-dedupe': (_, { figure }) => wrongIf(figure.xKey !== 'dedupe_percent', 'it is another axis'),
  'content-dedupe-asked': (_, { figure }) => wrongIf(figure.xKey !== 'dedupe_percent', 'it is another axis'),
  'content-dedupe-sampled': (said) =>
    wrongIf(
      said.slots.get('repeated') !== '0 to 97\u202f%' || said.slots.get('compressed') !== '50\u202f%',
      'it was sampled otherwise',
    ),
  'fill-no-run': (said, facts) =>
    metricIsWrong(said, facts) ??
    wrongIf(
      said.slots.get('axes') !== 'fill_percent, used_percent, fill_bytes, used_bytes',
      'it is another axis',
    ) ??
    wrongIf(
      facts.campaigns.some(({ detail }) => detail.plan.axes.some(({ key }) => /^(fill|used)_/.test(key))),
      'a run has it',
    ),
  'fill-no-capacity': (_, facts) =>
    wrongIf(
      drawnCampaigns(facts).some(({ detail }) => detail.hostRecord.device?.sizeBytes !== undefined),
      'it is known',
    ),
  'fill-crossing': (said, facts) => {
    const names = [said.slots.get('one'), said.slots.get('other')].map((name = '') => plain(name))
    const [where] = said.parts.get('where') ?? []
    const [from, to] = [
      where?.slots.get('from') ?? where?.slots.get('level'),
      where?.slots.get('to') ?? where?.slots.get('level'),
    ]
    const factor = facts.figure.xKey.endsWith('_bytes') ? 1e9 : 1
    const [low, high] = [factor * numberIn(from), factor * numberIn(to)]
    return (
      testIsWrong(said, facts) ??
      wrongIf(
        !crossingsOf(facts).some(
          (one) =>
            one.names.every((name, at) => name === names[at]) &&
            low <= one.from &&
            high >= one.to &&
            [low, high].every((level) => linesOf(facts)[0]?.placed.some((each) => each.level === level)),
        ),
        'they do not',
      )
    )
  },
  'fill-shaded': (said, facts) =>
    wrongIf(crossingsOf(facts).length === 0, 'nothing changes places') ??
    wrongIf(
      (said.slots.get('what') === 'drives') !==
        new Set(drawnCampaigns(facts).map(({ detail }) => detail.hostRecord.device?.model ?? detail.device))
          .size >
          1,
      'they are others',
    ) ??
    testIsWrong(said, facts),
  'fill-retained': (_, { figure }) => wrongIf(!figure.metric.includes('latency'), 'higher is better'),
}
