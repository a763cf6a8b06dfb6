import type { Figure } from '../../../src/core/figures/figure/figure'
import type { Check } from './check-summary'
import {
  type DrawnCell,
  drawnCampaigns,
  drawnCells,
  drawnSeries,
  marksOf,
  type DrawnFacts,
  placeOf,
  plain,
  plannedCases,
  type PlannedCase,
} from './drawn'
import { groupsOf, metricOf } from './groups'
import {
  deviationOf,
  halfWidthOf,
  isPrinted,
  levelTexts,
  meanOf,
  middleOf,
  printed,
  type RawCampaign,
  testWords,
} from './raw-facts'
import { countOf, differs, rangeIsWrong, type Said, wrongIf } from './read-back'

type DrawnCheck = Check<DrawnFacts>

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
}

function harmonicOf(values: readonly number[]): number {
  return values.length / values.reduce((sum, value) => sum + 1 / value, 0)
}

const middles: Readonly<Record<string, (values: readonly number[]) => number>> = {
  ...{ Mean: meanOf, Means: meanOf, Median: middleOf, Medians: middleOf, 'Harmonic mean': harmonicOf },
}

/** Every mark is the average that the caption calls it, of as many runs. */
function averagesAreWrong(said: Said, facts: DrawnFacts): string | undefined {
  const cells = drawnCells(facts)
  const middle = middles[said.slots.get('middle') ?? '']
  // A harmonic mean with a run of 0 is not drawn.
  const isMiddle = ({ values, point, factor }: DrawnCell) =>
    middle !== undefined &&
    (point.y === undefined ? values.includes(0) : isNear(middle(values), point.y * factor))
  return (
    wrongIf(
      cells.every(({ values }) => values.length === 1),
      'they are single runs',
    ) ??
    rangeIsWrong(
      said,
      'runs',
      cells.map(({ values }) => values.length),
    ) ??
    wrongIf(!cells.every(isMiddle), 'the marks are no such average')
  )
}

/** What the dots and the bars of the picture are. */
function marksAreWrong(marks: readonly Said[], facts: DrawnFacts): string | undefined {
  const { statistic, series } = facts.figure
  const { dots } = facts.figure.show
  // Means of runs that are all the same have none, of which nothing is said.
  const hasSome = series.some(({ points }) => points.some(({ low, xLow }) => (low ?? xLow) !== undefined))
  const intervals = facts.figure.show.intervals && (hasSome || statistic !== 'mean')
  const has = (id: string) => marks.some((one) => one.id === id)
  return (
    wrongIf(dots !== has('caption-dots'), dots ? 'there are dots' : 'there are no dots') ??
    wrongIf(
      intervals !== marks.some(({ id }) => id.endsWith('-bars') || id.includes('interval')),
      'intervals',
    ) ??
    marks.map(({ id }) => barsAreWrong(id, facts)).find((wrong) => wrong !== undefined)
  )
}

const isAlike = (values: readonly number[]) => values.every((value) => value === values[0])

/** From so few runs a median has no interval of 95 %. */
const fewestOfMedian = 6

function barsAreWrong(id: string, facts: DrawnFacts): string | undefined {
  const cells = drawnCells(facts)
  const withBar = cells.filter(({ point }) => point.low !== undefined)
  const isStudent = ({ values, point, factor }: DrawnCell) => {
    const half = isAlike(values) ? 0 : (halfWidthOf(values) ?? NaN)
    const slack = 1e-5 * half + 1e-9 * meanOf(values)
    if (id === 'caption-percentile-bars' && half >= meanOf(values)) {
      const widest = Math.exp(half / meanOf(values))
      return (
        Math.abs((point.high ?? NaN) * factor - meanOf(values) * widest) <= 1e-4 * meanOf(values) * widest
      )
    }
    const low = Math.max(values.every((value) => value >= 0) ? 0 : -Infinity, meanOf(values) - half)
    return (
      Math.abs((point.high ?? NaN) * factor - meanOf(values) - half) <= slack &&
      Math.abs((point.low ?? NaN) * factor - low) <= slack
    )
  }
  const areEnough = (fewest: number) => cells.every(({ values }) => values.length >= fewest)
  switch (id) {
    case 'caption-mean-bars':
    case 'caption-mean-intervals':
    case 'caption-percentile-bars':
      return (
        wrongIf(!withBar.every(isStudent), 'a bar is no interval of Student') ??
        wrongIf(
          cells.some(
            ({ values, point }) => values.length > 1 && deviationOf(values) > 0 && point.low === undefined,
          ),
          'a bar is missing',
        )
      )
    case 'caption-no-harmonic-interval':
    case 'caption-no-median-interval':
      return wrongIf(withBar.length > 0, 'there is an interval')
    case 'caption-median-bars':
      return wrongIf(!areEnough(fewestOfMedian) || !withBar.every(holdsMedian), 'not all have one')
    case 'caption-some-median-bars':
      return wrongIf(areEnough(fewestOfMedian) || !withBar.every(holdsMedian), 'all have one')
    case 'caption-order-bars':
    case 'caption-median-intervals':
      return wrongIf(!withBar.every(holdsMedian), 'a bar is no interval of the median')
    case 'caption-plain-bars':
      return wrongIf(!withBar.every((cell) => isStudent(cell) || holdsMedian(cell)), 'a bar is neither')
    default:
      return undefined
  }
}

/** Whether two of the runs are the ends, with a chance of 95 % that the median lies between them. */
function holdsMedian({ values, point, factor }: DrawnCell): boolean {
  const sorted = [...values].sort((a, b) => a - b)
  const from = sorted.findIndex((value) => isNear(value, (point.low ?? NaN) * factor))
  const above = [...sorted].reverse().findIndex((value) => isNear(value, (point.high ?? NaN) * factor))
  const to = above < 0 ? above : sorted.length - 1 - above
  if (from < 0 || to < 0) return false
  let [chance, ways] = [0, 1]
  for (let below = 0; below <= sorted.length; below += 1) {
    if (below > from && below <= to) chance += ways
    ways = (ways * (sorted.length - below)) / (below + 1)
  }
  return chance / 2 ** sorted.length >= 0.95 - 1e-9
}

/** The printed means that are drawn. */
function printedOf(facts: DrawnFacts) {
  const { published, figure, panel } = facts
  const factor = printed(`1\u202f${figure.unit}`)?.value ?? 1
  const points = drawnSeries(facts).flatMap((one) => one.points)
  const isDrawn = (mean: number) =>
    figure.kind === 'ranking' ||
    points.some(({ y = NaN, dots }) => dots.length === 0 && isNear(y * factor, mean))
  return published.flatMap(({ value, metric, campaignId, levels, test, note }) => {
    if (value.kind !== 'summary' || metric !== figure.metric) return []
    const texts = Object.entries(levels).flatMap(([key, level]) => levelTexts(key, level))
    const isOfPanel =
      panel === undefined || [...texts, ...testWords(test)].map(plain).includes(plain(panel.title))
    return isOfPanel && figure.campaignIds?.includes(campaignId) !== false && isDrawn(value.mean)
      ? [note === undefined ? value : { note, ...value }]
      : []
  })
}

/** Failed runs of the cases that are drawn. */
function failedOf(facts: DrawnFacts): number {
  const failed = new Map(plannedCases(facts).map((one) => [one.place, one.failed]))
  return [...failed.values()].reduce((sum, one) => sum + one, 0)
}

/** The first of these cases are named, and the rest counted. */
function placesAreWrong(
  said: Said,
  facts: DrawnFacts,
  isOne: (one: PlannedCase) => boolean,
  isToldRight: (place: Said, one: PlannedCase) => boolean = () => true,
): string | undefined {
  const places = said.parts.get('places') ?? []
  const more = said.parts.get('more')?.[0]
  const found = places.map((place) => placeOf(facts, place.slots.get('place')))
  // Levels of which no plan has all together.
  const isGap = found.some((one) => typeof one !== 'string' && one.place === '')
  const all = isGap
    ? found.length + (more ? countOf(more, 'count') : 0)
    : plannedCases(facts).filter(isOne).length
  return (
    found.find((one) => typeof one === 'string') ??
    wrongIf(
      found.some((one) => typeof one !== 'string' && !isOne(one)),
      'another case has it',
    ) ??
    wrongIf(
      found.some((one, at) => {
        const place = places[at]
        return typeof one !== 'string' && (place === undefined || !isToldRight(place, one))
      }),
      'something else is said of it',
    ) ??
    wrongIf(new Set(found).size < found.length, 'one case is named twice') ??
    wrongIf(
      found.length + (more === undefined ? 0 : countOf(more, 'count')) !== all,
      `${String(all)} cases have it`,
    )
  )
}

/** Two digits of a share in percent. */
function isShare(text: string | undefined, share: number): boolean {
  const found = Number(/^([\d.]+)[ \u202f]%$/u.exec(text ?? '')?.[1] ?? NaN)
  return Math.abs(found - share) <= (share >= 10 ? 0.5001 : share >= 1 ? 0.05001 : 0.005001)
}

const scatterOf = ({ values }: PlannedCase) => (100 * deviationOf(values)) / meanOf(values)

const lower = /latency|errors|amplification|pressure|temperature/

/** The points of a metric that is said within the sentence. */
function metricIsWrong(said: Said, { figure }: DrawnFacts): string | undefined {
  const words = said.slots.get('metric')
  return wrongIf(words !== undefined && metricOf(words) !== figure.metric, `the metric is ${figure.metric}`)
}

/** Levels of the drawn campaigns, by axis, as the audit spells them. */
function levelsOf(
  facts: DrawnFacts,
  campaigns = drawnCampaigns(facts),
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (key: string, texts: readonly string[]) => {
    const own = found.get(key) ?? new Set<string>()
    for (const text of texts.slice(0, 1)) own.add(plain(text))
    found.set(key, own)
  }
  for (const { detail, runs, rows } of campaigns) {
    for (const { levels } of runs)
      for (const [key, level] of Object.entries({ ...detail.plan.base, ...levels }))
        add(key, levelTexts(key, level))
    for (const { test, metric } of [
      ...rows,
      ...facts.published.filter(({ campaignId }) => campaignId === detail.id),
    ])
      if (metric === facts.figure.metric) add('test', testWords(test))
  }
  return found
}

/** What axes are called. */
export const axisNames: Readonly<Record<string, string>> = {
  ...{ block_size: 'Block size', read_percent: 'Reads', queue_depth: 'Queue depth', jobs: 'Jobs' },
  ...{ pattern: 'Pattern', test: 'Test', rate_iops: 'IOPS limit' },
  ...{
    offered_iops: 'Offered rate',
    offered_percent: 'Offered load',
    runtime: 'Run time',
    fill_percent: 'Fill level',
  },
  ...{ compress_percent: 'Compressible' },
  ...{ dedupe_percent: 'Dedupe', fill_bytes: 'Data on the drive', used_bytes: 'Data on the drive' },
  configuration: 'Server configuration',
}

function idealIsWrong(facts: DrawnFacts): string | undefined {
  const series = drawnSeries(facts)
  const curves = series.filter(({ role, visible }) => role === 'reference' && visible)
  if (curves.length === 0) return 'no ideal mix is drawn'
  const isIdeal = ({ line, points, panel }: Figure['series'][number]) => {
    const own = series.find(
      (one) => one.line === line && one.part === 'total' && one.role === 'measured' && one.panel === panel,
    )
    const rate = (x: number) => own?.points.find((point) => point.x === x)?.y ?? NaN
    return points.every(({ x, y }) => isNear(y ?? NaN, 1 / (x / 100 / rate(100) + (1 - x / 100) / rate(0))))
  }
  return wrongIf(!curves.every(isIdeal), 'a curve is no ideal mix')
}

/** Shares of reads of the drawn campaigns, as asked for and as reached. */
function sharesOf(facts: DrawnFacts) {
  return drawnCampaigns(facts).flatMap((campaign) =>
    groupsOf(campaign, 'achieved_read_percent').map((group) => {
      const run = campaign.runs.find(({ id }) => group.runIds.includes(id))
      return {
        texts: [...group.texts, ...marksOf(campaign)].map(plain),
        asked: Number({ ...campaign.detail.plan.base, ...run?.levels }.read_percent),
        reached: meanOf(group.values),
      }
    }),
  )
}

/** Mean latencies of cases with a known number of requests outstanding, and those that their rates demand. */
function latenciesOf(facts: DrawnFacts) {
  return drawnCampaigns(facts).flatMap((campaign) => {
    const { detail, runs } = campaign
    const rates = groupsOf(campaign, 'iops')
    return groupsOf(campaign, 'latency_mean').flatMap((group) => {
      const run = runs.find(({ id }) => group.runIds.includes(id))
      const levels = { ...detail.plan.base, ...run?.levels }
      const rate = rates.find(({ caseKey, test }) => caseKey === group.caseKey && test === group.test)
      const { queue_depth: depth, jobs = 1 } = levels
      const isPaced = Object.keys(levels).some((key) => /^(offered_|rate)/.test(key))
      if (rate === undefined || typeof depth !== 'number' || typeof jobs !== 'number' || isPaced) return []
      return [
        {
          texts: [...group.texts, ...marksOf(campaign)].map(plain),
          reported: meanOf(group.values),
          expected: (1e9 * depth * jobs) / harmonicOf(rate.values),
        },
      ]
    })
  })
}

/** Every kind of what is known against runs that is said, and that no other of the class is. */
function reservationsAreWrong(kind: 'invalidates' | 'qualifies') {
  return (said: Said, facts: DrawnFacts): string | undefined => {
    const told = said.parts.get('found') ?? []
    const isKind = (one: Said) => one.slots.get('reservation') ?? ''
    const known = new Set(
      drawnCampaigns(facts).flatMap(({ runs }) =>
        runs
          .filter(({ state }) => state === 'done')
          .flatMap(({ warnings }) =>
            warnings.flatMap((one) => (one.class === kind ? [one.id.replaceAll('-', ' ')] : [])),
          ),
      ),
    )
    return (
      wrongIf((said.id === 'reserved-once') !== (kind === 'qualifies' && told.length === 1), 'one or more') ??
      wrongIf(![...known].every((one) => told.map(isKind).includes(one)), `it is ${[...known].join()}`) ??
      wrongIf(new Set(told.map(isKind)).size !== told.length, 'it is said twice') ??
      told.map((one) => reservedIsWrong(one, facts, kind)).find((wrong) => wrong !== undefined)
    )
  }
}

/** Cases of which runs have a reservation of this name, each with how many; of all campaigns if all their runs have it. */
function reservedIsWrong(
  said: Said,
  facts: DrawnFacts,
  kind: 'invalidates' | 'qualifies',
): string | undefined {
  const words = said.slots.get('reservation') ?? ''
  const has = ({ warnings }: RawCampaign['runs'][number]) =>
    warnings.some((one) => one.id.replaceAll('-', ' ') === words && one.class === kind)
  const known = drawnCampaigns(facts).map((campaign) => ({
    campaign,
    done: campaign.runs.filter(({ state }) => state === 'done'),
  }))
  // Rounds and times of runs are known against runs beside their own warnings.
  if (!known.some(({ done }) => done.some(has)))
    return wrongIf(!/^(not steady|beside another campaign)$/.test(words), 'no run says so')
  const wanted = known.flatMap(({ campaign, done }) => {
    const name = (text: string) => ({
      marks: known.length === 1 ? undefined : marksOf(campaign).map(plain),
      text,
    })
    if (done.every(has))
      return [{ ...name(done.length === 1 ? 'the run' : `all ${String(done.length)} runs`), levels: [] }]
    const keys = [...new Set(done.filter(has).map(({ caseKey }) => caseKey))]
    return keys.map((key) => {
      const own = done.filter(({ caseKey }) => caseKey === key)
      const levels = Object.entries(own[0]?.levels ?? {}).flatMap(([axis, level]) =>
        levelTexts(axis, level).slice(0, 1),
      )
      return {
        ...name(`(${String(own.filter(has).length)} of ${String(own.length)}`),
        levels: levels.map(plain),
      }
    })
  })
  const places = said.parts.get('places') ?? []
  const more = places.filter(({ id }) => id === 'reserved-more').map((one) => countOf(one, 'count'))
  const named = places.filter(({ id }) => id !== 'reserved-more').map(({ text }) => plain(text))
  const isTold = (text: string) =>
    wanted.some(
      (one) =>
        text.includes(one.text) &&
        one.levels.every((level) => text.includes(level)) &&
        (one.marks === undefined
          ? !text.includes(' of ') || one.text.includes(' of ')
          : one.marks.some((mark) => text.includes(` of ${mark}`))),
    )
  return (
    wrongIf(named.length + (more[0] ?? 0) !== wanted.length, `${String(wanted.length)} places have it`) ??
    wrongIf(!named.every(isTold), 'another place has it')
  )
}

/** Holds what a figure of runs says against its runs. */
export function drawnIsWrong(said: Said, facts: DrawnFacts): string | undefined {
  const check = checks[said.id]
  return check === undefined ? 'nothing checks it' : check(said, facts)
}

const checks: Readonly<Record<string, DrawnCheck>> = {
  'caption-no-data': (_, facts) =>
    wrongIf(
      drawnSeries(facts).some(({ points }) => points.some(({ y }) => y !== undefined)),
      'there are data',
    ),
  'caption-ideal-mix': (_, facts) => idealIsWrong(facts),
  'caption-middle': (said, facts) =>
    averagesAreWrong(said, facts) ?? marksAreWrong(said.parts.get('marks') ?? [], facts),
  'caption-middle-percentile': (said, facts) =>
    metricIsWrong(said, facts) ??
    averagesAreWrong(said, facts) ??
    marksAreWrong(said.parts.get('marks') ?? [], facts),
  'caption-averages': (said, facts) =>
    averagesAreWrong(said, facts) ??
    (facts.figure.kind === 'ranking' ? undefined : marksAreWrong(said.parts.get('rest') ?? [], facts)),
  'caption-single-runs': (_, facts) =>
    wrongIf(
      drawnCells(facts).some(({ values }) => values.length !== 1),
      'some have more runs',
    ),
  'printed-means': (said, facts) => {
    const own = printedOf(facts)
    const counts = own.flatMap(({ n }) => n ?? [])
    const [of] = said.parts.get('of') ?? []
    const hasBar = own.some(({ standardDeviation: sd, n = 0 }) => sd !== undefined && n > 1)
    return (
      wrongIf(own.length === 0, 'nothing was printed') ??
      wrongIf((of?.id === 'printed-uncounted') !== (counts.length === 0), 'whether runs were counted') ??
      (of?.id === 'printed-of-runs' ? rangeIsWrong(of, 'runs', counts) : undefined) ??
      (facts.figure.kind === 'ranking'
        ? undefined
        : wrongIf(
            (said.parts.get('interval') ?? []).length > 0 !== (hasBar && facts.figure.show.intervals),
            'whether there are intervals',
          ))
    )
  },
  'printed-notes': (said, facts) => {
    const notes = printedOf(facts).map(({ note }) => note)
    const told = said.parts.get('notes') ?? []
    const isWrong = (one: Said) => {
      const own = one.id === 'printed-about' ? 'about' : one.slots.get('note')
      const count = notes.filter((each) => each === own).length
      const [which] = one.parts.get('which') ?? []
      if (which?.id === 'printed-all') return count !== notes.length
      return (
        which === undefined || countOf(which, 'count') !== count || countOf(which, 'all') !== notes.length
      )
    }
    return wrongIf(told.some(isWrong), 'other numbers have that note')
  },
  'caption-failed-of': (said, facts) => {
    const failed = failedOf(facts)
    const done = new Set(drawnCells(facts).flatMap(({ point }) => point.dots.map(({ runId }) => runId))).size
    return differs(said, 'failed', failed) ?? differs(said, 'runs', failed + done)
  },
  'caption-failed': (said, facts) => differs(said, 'failed', failedOf(facts)),
  'caption-better': (said, { figure }) =>
    wrongIf(
      said.slots.get('way') !== (lower.test(figure.metric) ? 'Lower' : 'Higher'),
      'it is the other way',
    ),
  'caption-fixed-depth': (said, facts) => {
    const latencies = facts.metrics.filter((metric) => metric.includes('latency'))
    const isOffered = drawnCampaigns(facts).some(({ detail }) =>
      [...Object.keys(detail.plan.base), ...detail.plan.axes.map(({ key }) => key)].some((key) =>
        /^(offered_|rate_)/.test(key),
      ),
    )
    const words = (said.slots.get('latency') ?? '').toLowerCase()
    return (
      wrongIf(isOffered, 'requests arrive at a rate') ??
      wrongIf(
        !latencies.some((metric) => metric.startsWith('completion') === words.startsWith('completion')),
        'it is another latency',
      )
    )
  },
  'meaning-write-amplification': (_, { figure }) =>
    wrongIf(figure.metric !== 'database_write_amplification', 'it is another metric'),
  'caption-configurations': (said, facts) => {
    const levels = drawnCampaigns(facts).flatMap(({ runs }) =>
      runs.map(({ levels: { configuration = '' } }) => String(configuration)),
    )
    // Each by its name, with the options that differ.
    const names = [...new Set(levels.map((level) => level.split(':')[0] ?? ''))]
    const told = said.slots.get('names')?.split('; ') ?? []
    return wrongIf(
      told.length !== names.length || !told.every((one) => names.some((name) => one.startsWith(name))),
      `there are ${names.join(', ')}`,
    )
  },
  'notes-failed': (said, facts) =>
    differs(said, 'runs', failedOf(facts)) ??
    placesAreWrong(
      said,
      facts,
      ({ failed }) => failed > 0,
      (place, { failed, values }) =>
        countOf(place, 'done') === values.length && countOf(place, 'runs') === values.length + failed,
    ),
  'notes-few-ios': (said, facts) =>
    placesAreWrong(
      said,
      facts,
      ({ few }) => few > 0,
      (place, { few, counted }) => {
        const [told] = place.parts.get('few') ?? []
        return told !== undefined && countOf(told, 'few') === few && countOf(told, 'runs') === counted
      },
    ),
  'notes-no-data': (said, facts) =>
    placesAreWrong(said, facts, ({ values, few }) => values.length === 0 && few === 0),
  'notes-single': (said, facts) => placesAreWrong(said, facts, ({ values }) => values.length === 1),
  'notes-low-n': (said, facts) =>
    placesAreWrong(said, facts, ({ values }) => values.length > 1 && values.length < 5),
  'notes-scatter': (said, facts) =>
    placesAreWrong(
      said,
      facts,
      (one) => one.values.length > 1 && scatterOf(one) >= 5,
      (place, one) => isShare(place.slots.get('share'), scatterOf(one)),
    ),
  'notes-open': (said, facts) =>
    differs(
      said,
      'runs',
      drawnCampaigns(facts).flatMap(({ runs }) =>
        runs.filter(({ state }) => /waiting|running|interrupted|unknown/.test(state)),
      ).length,
    ),
  'notes-harmonic': (said, facts) => {
    const below = ({ values }: PlannedCase) => 100 * (1 - harmonicOf(values) / meanOf(values))
    return placesAreWrong(
      said,
      facts,
      (one) => one.engine === 'iozone' && one.values.length > 0 && below(one) > 0.5,
      (place, one) => isShare(place.slots.get('share'), below(one)),
    )
  },
  'axis-only-level': (said, facts) => {
    const level = plain(said.slots.get('level') ?? '')
    const others = plain(said.slots.get('others') ?? '').split(', ')
    // A test has the name of its pattern, which may have levels of which nothing of this metric was measured.
    const lists = [...levelsOf(facts).values()]
      .filter((one) => one.has(level))
      .map((all) => [...all].filter((one) => one !== level).sort())
    const [first] = lists
    if (first === undefined) return 'there is no such level'
    const told = [...others].sort().join()
    return wrongIf(!lists.some((one) => one.join() === told), `the others are ${first.join(', ')}`)
  },
  'axis-differing': (said, facts) => {
    const [key = '', levels] =
      [...levelsOf(facts)].find(
        ([one]) => (axisNames[one] ?? one).toLowerCase() === said.slots.get('axis')?.toLowerCase(),
      ) ?? []
    const told = plain(said.slots.get('levels') ?? '').split(', ')
    return wrongIf(
      levels === undefined ||
        levels.size !== told.length ||
        !told.every((one) => [...levels].some((each) => each.includes(one))),
      `the levels of ${key} are ${[...(levels ?? [])].join(', ')}`,
    )
  },
  'look-few-runs': (said, facts) => {
    const points = drawnCells(facts).map(({ values, point }) => ({ n: values.length, point }))
    const isFew = ({ n }: { readonly n: number }) => n > 1 && n < 5
    const hasBar = points.some((one) => isFew(one) && one.point.low !== undefined)
    return (
      differs(said, 'fewest', 5) ??
      wrongIf(!points.some(isFew), 'none has so few') ??
      wrongIf(points.every(isFew) !== (said.slots.get('where') === 'Fewer'), 'all or some') ??
      wrongIf(hasBar !== said.parts.get('thin')?.some(({ id }) => id === 'look-thin-line'), 'thin lines')
    )
  },
  'look-no-harmonic-mean': (_, { figure }) =>
    wrongIf(figure.statistic !== 'mean', 'it does not show the mean'),
  'look-many-lines': (said, facts) =>
    differs(said, 'lines', new Set(drawnSeries(facts).map(({ line }) => line)).size),
  'missed-latencies': (said, facts) => {
    const all = latenciesOf(facts)
    const off = all.filter(({ reported, expected }) => Math.abs(reported / expected - 1) > 0.1)
    const places = said.parts.get('places') ?? []
    const isTold = (place: Said) =>
      off.some(
        ({ texts, reported, expected }) =>
          plain(place.slots.get('case') ?? '')
            .split(', ')
            .every((part) => texts.includes(part)) &&
          isPrinted(place.slots.get('reported') ?? '', reported, 'ns') &&
          isPrinted(place.slots.get('expected') ?? '', expected, 'ns'),
      )
    const more = said.parts.get('more')?.[0]
    return (
      wrongIf(said.slots.get('the') !== 'The', 'it begins a sentence') ??
      differs(said, 'checked', all.length) ??
      differs(said, 'differing', off.length) ??
      wrongIf(!places.every(isTold), 'a case is another') ??
      wrongIf(
        places.length + (more === undefined ? 0 : countOf(more, 'count')) !== off.length,
        `${String(off.length)} differ`,
      )
    )
  },
  'missed-by-runs': (said, facts) => {
    const [missed] = said.parts.get('missed') ?? []
    const off = sharesOf(facts).filter(({ asked, reached }) => Math.abs(asked - reached) > 5)
    const places = missed?.parts.get('places') ?? []
    const more = missed?.parts.get('more')?.[0]
    const percent = (text = '') => Number(/^[\d.]+/.exec(text)?.[0])
    const isTold = (place: Said) =>
      off.some(
        ({ texts, asked, reached }) =>
          plain(place.slots.get('case') ?? '')
            .split(/, | · /)
            .every((part) => texts.includes(part)) &&
          percent(place.slots.get('asked')) === asked &&
          Math.abs(percent(place.slots.get('reached')) - reached) <= 0.51,
      )
    return (
      wrongIf(
        places.length + (more === undefined ? 0 : countOf(more, 'count')) !== off.length,
        'other cases',
      ) ?? wrongIf(!places.every(isTold), 'another share')
    )
  },
  'reserved-invalid': reservationsAreWrong('invalidates'),
  'reserved-once': reservationsAreWrong('qualifies'),
  'reserved-often': reservationsAreWrong('qualifies'),
  'results-none': (_, { campaigns }) =>
    wrongIf(
      campaigns.some(({ rows }) => rows.length > 0),
      'a campaign has one',
    ),
  'left-out-by-hand': (said, facts) => {
    const own = drawnCampaigns(facts).flatMap(({ runs }) =>
      runs.flatMap(
        (run) =>
          facts.excluded?.flatMap(({ runId, reason }) => (runId === run.id ? { run, reason } : [])) ?? [],
      ),
    )
    const told = said.parts.get('runs') ?? []
    const isTold = (part: Said) => {
      const name = plain(part.slots.get('run') ?? '')
      return own.some(
        ({ run, reason }) =>
          reason === part.slots.get('reason') &&
          name.endsWith(`run ${String(run.repetition)}`) &&
          Object.entries(run.levels).every(([key, level]) =>
            levelTexts(key, level).some((text) => name.includes(plain(text))),
          ),
      )
    }
    return (
      wrongIf(told.length !== own.length, `${String(own.length)} were`) ??
      wrongIf(!told.every(isTold), 'another run, or another reason')
    )
  },
  'look-broken-axis': (said, { figure: { y, unit } }) => {
    const start = printed(said.slots.get('start')?.replace(' ', '\u202f') ?? '')
    const factor = printed(`1\u202f${unit}`)?.value ?? 1
    return (
      wrongIf(y.broken !== true, 'the axis is not broken') ??
      wrongIf(
        start === undefined || Math.abs(start.value - (y.min ?? 0) * factor) > start.slack,
        'it begins elsewhere',
      )
    )
  },
  'panels-by': (said, { facet = '', figure }) =>
    wrongIf((axisNames[facet] ?? facet).toLowerCase() !== said.slots.get('axis'), 'it is another axis') ??
    wrongIf((figure.panels?.titles.length ?? 0) < 2, 'there are no panels'),
  'panels-cut': (said, facts) =>
    wrongIf((axisNames[facts.facet ?? ''] ?? '') !== said.slots.get('axis'), 'it is another axis') ??
    differs(said, 'all', levelsOf(facts, facts.campaigns).get(facts.facet ?? '')?.size ?? 0) ??
    differs(said, 'shown', facts.figure.panels?.titles.length ?? 0),
  'panels-none': (said, { facet = '', figure }) =>
    wrongIf((axisNames[facet] ?? facet).toLowerCase() !== said.slots.get('axis'), 'it is another axis') ??
    wrongIf((figure.panels?.titles.length ?? 0) > 1 && figure.panels?.ofLines !== true, 'there are panels'),
  'sweep-few-ios': (said, facts) => {
    const counts = facts.campaigns.flatMap(({ rows }) =>
      rows.flatMap(({ metric, value }) => (metric === 'io_count' ? [value] : [])),
    )
    const [, digits = ''] = /_p(\d+)$/.exec(facts.figure.metric) ?? []
    return (
      metricIsWrong(said, facts) ??
      differs(said, 'most', Math.max(...counts)) ??
      differs(said, 'fewest', Math.ceil(10 / (1 - Number(`0.${digits}`)) - 1e-6))
    )
  },
  'sweep-no-run': (said, facts) =>
    metricIsWrong(said, facts) ??
    wrongIf(
      (axisNames[facts.figure.xKey] ?? facts.figure.xKey).toLowerCase() !== said.slots.get('axis'),
      'it is another axis',
    ) ??
    wrongIf(
      facts.campaigns.some(({ rows, runs, detail }) =>
        runs.some(({ id, levels }) => {
          const own = { ...detail.plan.base, ...levels }
          const texts = Object.entries(own).flatMap(([key, level]) => levelTexts(key, level))
          return rows.some(
            ({ runId, metric, test }) =>
              runId === id &&
              metric === facts.figure.metric &&
              own[facts.figure.xKey] !== undefined &&
              (facts.panel === undefined || [...texts, ...testWords(test)].includes(facts.panel.title)),
          )
        }),
      ),
      'a run has it',
    ),
  'sweep-ideal-mix': (_, { figure }) =>
    wrongIf(figure.xKey === 'read_percent' && /^(iops|bandwidth)$/.test(figure.metric), 'it could be drawn'),
}
