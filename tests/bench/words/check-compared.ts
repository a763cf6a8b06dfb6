import {
  type Cell,
  cellsOf,
  type ComparisonFacts,
  nameIsWrong,
  percentIsWrong,
  shortRuns,
  isFarOff,
  sidesAreWrong,
} from './check-comparison'
import { metricLabel, metricOf, named } from './groups'
import { isPrinted, meanOf, middleOf } from './raw-facts'
import { countOf, differs, rangeIsWrong, type Said, wrongIf } from './read-back'

/** A figure or a table of a comparison. */
export interface ComparedFacts extends ComparisonFacts {
  readonly kind: string
  readonly mode: 'default' | 'sigma' | 'robust'
  /** Those of its cells, the first one first. */
  readonly metrics: readonly string[]
  /** The other metrics that are compared and not in it. */
  readonly hidden: readonly string[]
  readonly acceptance?: string | undefined
  /** Marks of the figure, if fewer cells fit than are compared. */
  readonly marks: number | undefined
  /** Which rows a table has, if not all of them. */
  readonly rows?: 'changed' | 'tests'
}

/** What is compared of one metric, each cell with the metric's name among its words. */
function ofMetric(facts: ComparedFacts, metric: string) {
  const judged = cellsOf(facts, metric)
  const named = ({ texts, ...rest }: Cell): Cell => ({ ...rest, texts: [...texts, metricLabel(metric)] })
  return { ...judged, cells: judged.cells.map(named), tested: judged.tested.map(named) }
}

const known = new WeakMap<ComparedFacts, ReturnType<typeof gathered>>()

/** All that is compared, computed once. */
function allOf(facts: ComparedFacts) {
  const found = known.get(facts) ?? gathered(facts)
  known.set(facts, found)
  return found
}

function gathered(facts: ComparedFacts) {
  const all = facts.metrics.map((metric) => ({ metric, ...ofMetric(facts, metric) }))
  return { all, cells: all.flatMap((one) => one.cells), tested: all.flatMap((one) => one.tested) }
}

/** Runs on both sides, or on one. */
function runsOf(cells: readonly Cell[], side: 'a' | 'b' | 'both'): readonly number[] {
  return cells.flatMap(({ a, b }) =>
    side === 'both' ? [a.length, b.length] : [side === 'a' ? a.length : b.length],
  )
}

function runsAreWrong(said: Said | undefined, counts: readonly number[]): string | undefined {
  return said === undefined ? 'no number of runs' : rangeIsWrong(said, 'runs', counts)
}

function meansAreWrong(
  means: Said | undefined,
  facts: ComparedFacts,
  the: 'means' | 'Means' = 'Means',
): string | undefined {
  const isPercentile = facts.metrics.every((metric) => /_p\d/.test(metric))
  return (
    wrongIf((means?.slots.get('the') ?? '') !== the, 'another beginning') ??
    wrongIf(
      means?.id !== (isPercentile ? 'compared-percentile-means' : 'compared-means'),
      'they are other means',
    ) ??
    runsAreWrong(means?.parts.get('runs')?.[0], runsOf(allOf(facts).cells, 'both'))
  )
}

/** Cells that have a ratio, with what it is called. */
function ratiosOf(facts: ComparedFacts): ReadonlyMap<string, readonly Cell[]> {
  const found = new Map<string, Cell[]>()
  for (const cell of allOf(facts).cells) {
    const ratio = ratioOf(facts, cell)
    if (ratio !== undefined) found.set(ratio, [...(found.get(ratio) ?? []), cell])
  }
  return found
}

/** What has no number has no ratio; single runs and runs of one value have one of means by the rule of sigma. */
function ratioOf(facts: ComparedFacts, cell: Cell): string | undefined {
  if (cell.isShort || meanOf(cell.a) === 0) return undefined
  const isTested = cell.a.length > 1 && cell.b.length > 1 && !(isAlike(cell.a) && isAlike(cell.b))
  if (facts.mode === 'sigma') return isTested ? 'sigma rule' : 'ratio of means'
  const isRanked = facts.mode === 'robust' && isTested && !cell.isOut
  if (isRanked && [...cell.a, ...cell.b].some((value) => value <= 0)) return undefined
  if (isRanked) return 'Hodges-Lehmann ratio'
  return cell.isPaired ? 'paired ratio' : 'ratio of means'
}

function hasInterval(facts: ComparedFacts, cell: Cell): boolean {
  if (cell.isOut || meanOf(cell.a) === 0 || cell.a.length < 2 || cell.b.length < 2) return false
  if (isAlike(cell.a) && isAlike(cell.b)) return false
  // The widest interval of ranks holds the ratio with 95 % only from four runs a side on.
  return facts.mode !== 'robust' || (cell.a.length > 3 && cell.b.length > 3)
}

function ratioNamesAreWrong(said: Said, facts: ComparedFacts): string | undefined {
  const names = said.parts.get('ratios')?.map((one) => one.slots.get('ratio'))
  const wanted = [...ratiosOf(facts)].flatMap(([ratio, cells]) =>
    cells.some((cell) => hasInterval(facts, cell)) ? [ratio] : [],
  )
  return wrongIf(names?.join() !== wanted.join(), `the ratios are ${wanted.join()}`)
}

function estimatesAreWrong(said: Said, facts: ComparedFacts): string | undefined {
  const ratios = ratiosOf(facts)
  const estimates = said.parts.get('estimates') ?? []
  if (ratios.size === 0)
    return wrongIf(estimates[0]?.id !== 'compared-no-percentage', 'nothing has a percentage')
  if (estimates.length !== ratios.size) return `there are ${String(ratios.size)} estimates`
  return estimates
    .map((one) => {
      const name = one.slots.get('ratio') ?? (one.id === 'compared-paired' ? 'paired ratio' : one.id)
      const own = ratios.get(name)
      if (own === undefined) return `no cell has a ${name}`
      if (one.id === 'compared-paired') return runsAreWrong(one.parts.get('runs')?.[0], runsOf(own, 'b'))
      return (
        runsAreWrong(one.parts.get('candidate')?.[0], runsOf(own, 'b')) ??
        runsAreWrong(one.parts.get('baseline')?.[0], runsOf(own, 'a'))
      )
    })
    .find((wrong) => wrong !== undefined)
}

const candidatesAre = (said: Said, { baseline, candidate }: ComparedFacts) =>
  nameIsWrong(said.slots.get('candidates'), candidate, baseline)
const baselineIs = (said: Said, { baseline, candidate }: ComparedFacts) =>
  nameIsWrong(said.slots.get('baseline'), baseline, candidate)

/** The first of these cells are named, and the rest counted. */
function placesAreWrong(said: Said, facts: ComparedFacts, wanted: readonly Cell[]): string | undefined {
  const { cells } = allOf(facts)
  const places = said.parts.get('places') ?? []
  const more = said.parts.get('more')?.[0]
  const found = places.map((one) => named(cells, (one.slots.get('case') ?? '').split(' · ')))
  const isWanted = (at: string | number) => {
    const cell = typeof at === 'number' ? cells[at] : undefined
    return wanted.some(
      ({ caseKey, test, percent }) =>
        cell?.caseKey === caseKey && cell.test === test && cell.percent === percent,
    )
  }
  return (
    found.find((one) => typeof one === 'string') ??
    wrongIf(!found.every(isWanted), 'another case has it') ??
    wrongIf(new Set(found).size !== found.length, 'a case is named twice') ??
    wrongIf(
      places.length + (more === undefined ? 0 : countOf(more, 'count')) !== (facts.marks ?? wanted.length),
      `${String(facts.marks ?? wanted.length)} cases have it`,
    )
  )
}

/** Cells of which a run has a reservation of this name. */
function reserved(facts: ComparedFacts, words: string, kind: string): readonly Cell[] | undefined {
  const { cells } = allOf(facts)
  const has = [facts.baseline, facts.candidate].flatMap(({ runs }) =>
    runs.flatMap((run) =>
      run.warnings.some((one) => one.id.replaceAll('-', ' ') === words && one.class === kind) ? [run.id] : [],
    ),
  )
  // Rounds and times of runs are known against runs beside their own warnings.
  if (has.length === 0) return undefined
  return cells.filter(({ runIds }) => runIds.some((id) => has.includes(id)))
}

function reservedIsWrong(said: Said, facts: ComparedFacts, kind: string): string | undefined {
  const told = said.parts.get('found') ?? []
  const words = told.map((one) => one.slots.get('reservation') ?? '')
  const { cells } = allOf(facts)
  const known = [facts.baseline, facts.candidate].flatMap(({ runs }) =>
    runs.flatMap((run) =>
      cells.some(({ runIds }) => runIds.includes(run.id))
        ? run.warnings.flatMap((one) => (one.class === kind ? [one.id.replaceAll('-', ' ')] : []))
        : [],
    ),
  )
  return (
    wrongIf(said.id.endsWith('-once') !== (kind === 'qualifies' && told.length === 1), 'one or more') ??
    wrongIf(!known.every((one) => words.includes(one)), `it is ${known.join()}`) ??
    wrongIf(new Set(words).size !== words.length, 'it is said twice') ??
    told.map((one) => reservationIsWrong(one, facts, kind)).find((wrong) => wrong !== undefined)
  )
}

/** One kind of what is known against runs, and the cells that have it. */
function reservationIsWrong(said: Said, facts: ComparedFacts, kind: string): string | undefined {
  const words = said.slots.get('reservation') ?? ''
  const own = reserved(facts, words, kind)
  if (own === undefined)
    return /^(not steady|beside another campaign)$/.test(words) ? undefined : 'no run says so'
  if (said.parts.has('places')) return placesAreWrong(said, facts, own)
  const [where] = said.parts.get('where') ?? []
  const { cells } = allOf(facts)
  return where?.id === 'compared-all-cells'
    ? wrongIf(own.length !== cells.length, 'not all cells have it')
    : ((where && differs(where, 'own', own.length)) ?? (where && differs(where, 'cells', cells.length)))
}

/** Cells with too few requests for their percentile, and in how many of their runs. */
function shortAreWrong(said: Said, facts: ComparedFacts): string | undefined {
  const [metric = ''] = facts.metrics
  const shortOf = ({ runIds }: Cell) =>
    shortRuns(facts.baseline, runIds, metric) + shortRuns(facts.candidate, runIds, metric)
  const own = allOf(facts).cells.filter((cell) => shortOf(cell) > 0)
  return (
    placesAreWrong(said, facts, own) ??
    (said.parts.get('places') ?? [])
      .map((place, at) => {
        const [few] = place.parts.get('few') ?? []
        const cell = own[at]
        if (few === undefined || cell === undefined) return 'in how many runs?'
        return differs(few, 'few', shortOf(cell)) ?? differs(few, 'runs', cell.runIds.length)
      })
      .find((wrong) => wrong !== undefined)
  )
}

/** Repetitions of a cell that both sides have. */
function completePairs({ baseline, candidate }: ComparedFacts, { allRuns }: Cell) {
  const of = ({ runs }: ComparedFacts['baseline']) =>
    runs.filter(({ id }) => allRuns.includes(id)).map(({ repetition }) => repetition)
  const [a, b] = [of(baseline), of(candidate)]
  return a.filter((one) => b.includes(one))
}

/** Cells of which some repetitions have no partner, and which these are. */
function pairsAreWrong(said: Said, facts: ComparedFacts): string | undefined {
  const own = allOf(facts).cells.filter(
    (cell) => cell.isPaired && 2 * completePairs(facts, cell).length < cell.allRuns.length,
  )
  return (
    placesAreWrong(said, facts, own) ??
    (said.parts.get('places') ?? [])
      .map((place, at) => {
        const [alone] = place.parts.get('alone') ?? []
        const cell = own[at]
        if (alone === undefined || cell === undefined) return 'which runs?'
        const pairs = completePairs(facts, cell)
        const lone = (['baseline', 'candidate'] as const).flatMap((side) => {
          const repetitions = facts[side].runs
            .filter(({ id, repetition }) => cell.allRuns.includes(id) && !pairs.includes(repetition))
            .map(({ repetition }) => repetition)
          return repetitions.length === 0 ? [] : [{ side, repetitions }]
        })
        const sides = alone.parts.get('sides') ?? []
        return (
          differs(
            alone,
            'runs',
            lone.reduce((sum, { repetitions }) => sum + repetitions.length, 0),
          ) ??
          wrongIf(sides.length !== lone.length, 'other sides') ??
          sides
            .map((one, place) =>
              wrongIf(
                one.slots.get('side') !== lone[place]?.side ||
                  one.slots.get('numbers') !== lone[place]?.repetitions.join(', '),
                'other runs have no partner',
              ),
            )
            .find((wrong) => wrong !== undefined)
        )
      })
      .find((wrong) => wrong !== undefined)
  )
}

/** Log of the ratio that a cell has: of the means, the median of all ratios, or of the geometric means of pairs. */
function logOf(facts: ComparedFacts, cell: Cell): number {
  const { a, b } = cell
  const ratio = ratioOf(facts, cell)
  if (ratio === 'Hodges-Lehmann ratio')
    return Math.log(middleOf(b.flatMap((one) => a.map((other) => one / other))))
  if (ratio === 'paired ratio') return meanOf(b.map((one, at) => Math.log(one / (a[at] ?? NaN))))
  return Math.log(meanOf(b) / meanOf(a))
}

const few = ({ a, b }: Cell) => a.length < 5 || b.length < 5
const isAlike = (values: readonly number[]) =>
  values.length > 1 && values.every((value) => value === values[0])

/** Holds what stands below a figure of a comparison against the runs. */
export function comparedIsWrong(said: Said, facts: ComparedFacts): string | undefined {
  const { cells, all, tested } = allOf(facts)
  switch (said.id) {
    case 'compared-change':
      return candidatesAre(said, facts) ?? baselineIs(said, facts) ?? estimatesAreWrong(said, facts)
    case 'compared-bars':
    case 'table-interval':
      return ratioNamesAreWrong(said, facts)
    case 'compared-filled': {
      const [over] = said.parts.get('over') ?? []
      switch (over?.id) {
        case 'compared-over-shown':
          return (
            wrongIf(facts.marks !== undefined, 'more cells are compared') ??
            differs(over, 'cells', tested.length)
          )
        case 'compared-over-all':
          return wrongIf(facts.marks === undefined, 'all are shown') ?? differs(over, 'cells', tested.length)
        case 'compared-over-each':
          return (over.parts.get('metrics') ?? [])
            .map((one) => {
              const spoken = metricOf(one.slots.get('metric') ?? '')
              const metric = all.find(({ metric: id }) => id === spoken)
              return metric === undefined
                ? 'no such metric is compared'
                : differs(one, 'cells', metric.tested.length)
            })
            .find((wrong) => wrong !== undefined)
        default:
          return 'over what?'
      }
    }
    case 'compared-sigma':
      return (
        wrongIf(facts.mode !== 'sigma', 'it is another rule') ??
        candidatesAre(said, facts) ??
        baselineIs(said, facts) ??
        meansAreWrong(said.parts.get('means')?.[0], facts, 'means')
      )
    case 'compared-sigma-rule':
      return baselineIs(said, facts)
    case 'compared-advantage':
    case 'compared-factors':
    case 'table-sigma-interval':
    case 'table-by-test':
      return candidatesAre(said, facts) ?? baselineIs(said, facts)
    case 'compared-advantage-deviations':
    case 'table-deviations':
    case 'table-changed-sigma':
      return wrongIf(facts.mode !== 'sigma', 'it is another rule') ?? candidatesAre(said, facts)
    case 'compared-advantage-intervals':
    case 'table-intervals':
    case 'table-no-difference':
      return wrongIf(facts.mode === 'sigma' && said.id !== 'table-no-difference', 'it is the sigma rule')
    case 'table-only-changed':
      return wrongIf(facts.rows !== 'changed', 'every case is listed')
    case 'table-selected':
      return wrongIf(facts.isSigma === true || facts.rows !== 'tests', 'nothing was selected')
    case 'compared-means-alone':
      return meansAreWrong(said.parts.get('means')?.[0], facts)
    case 'compared-sides': {
      const [what] = said.parts.get('what') ?? []
      const marks = (said.parts.get('marks') ?? []).map(({ id }) => id)
      const bars = marks.filter((id) => id.endsWith('-bars'))
      const wanted = { default: 'student', robust: 'order', sigma: 'deviation' }[facts.mode]
      return (
        wrongIf(
          bars.some((id) => id !== `compared-${wanted}-bars`),
          'they are other bars',
        ) ??
        wrongIf(
          what?.slots.get('middle') !== (facts.mode === 'robust' ? 'Median' : 'Mean'),
          'another middle',
        ) ??
        runsAreWrong(what?.parts.get('runs')?.[0], [
          ...runsOf(cells, 'both'),
          ...facts.metrics.flatMap((metric) => cellsOf(facts, metric).loneCounts),
        ])
      )
    }
    case 'caption-failed-of': {
      const keys = new Set(cells.map(({ caseKey }) => caseKey))
      const sides = [facts.baseline, facts.candidate].flatMap(({ runs }) => runs)
      const failed = sides.filter(({ state, caseKey }) => state === 'failed' && keys.has(caseKey)).length
      const done = new Set(cells.flatMap(({ runIds }) => runIds)).size
      return differs(said, 'failed', failed) ?? differs(said, 'runs', failed + done)
    }
    case 'caption-fixed-depth':
      return wrongIf(
        !facts.metrics.some((metric) => metric.includes('latency')) ||
          said.slots.get('latency') !== 'Latency',
        'no such latency is compared',
      )
    case 'compared-own-percentiles':
      return wrongIf(!facts.metrics.some((metric) => /_p\d/.test(metric)), 'no percentile is compared')
    case 'caption-better': {
      const ways = new Set(facts.metrics.map((metric) => (metric.includes('latency') ? 'Lower' : 'Higher')))
      return wrongIf(
        ways.size !== 1 || !ways.has(said.slots.get('way') === 'Lower' ? 'Lower' : 'Higher'),
        'it is the other way',
      )
    }
    case 'compared-also-different':
      return (
        factorsAreWrong(said.parts.get('factors') ?? [], facts) ??
        wrongIf(
          said.parts.get('accepted')?.[0]?.slots.get('reason') !== facts.acceptance,
          'another reason was given',
        )
      )
    case 'refused-not-accepted':
      return (
        factorsAreWrong(said.parts.get('named') ?? [], facts) ??
        differs(said, 'factors', said.parts.get('named')?.length ?? 0)
      )
    case 'refused-name-it': {
      const differing = differingFactors(facts).map(({ factor }) => factor)
      return wrongIf(
        !(said.slots.get('factors') ?? '').split(/, | and /).every((one) => differing.includes(one)),
        `what differs is ${differing.join(', ')}`,
      )
    }
    case 'refused-nothing-shared':
    case 'refused-share-cases':
      return wrongIf(cells.length > 0, 'some cases are shared')
    case 'refused-unnamed':
    case 'refused-choose-by-key':
    case 'refused-write-why':
      return wrongIf(cells.length === 0, 'nothing is shared')
    case 'compared-reserved-cells':
    case 'compared-reserved-cells-once':
    case 'compared-reserved':
    case 'compared-reserved-once':
      return reservedIsWrong(said, facts, 'qualifies')
    case 'compared-invalid-cells':
    case 'compared-invalid':
      return reservedIsWrong(said, facts, 'invalidates')
    case 'compared-more-panels':
      return (
        wrongIf(facts.marks === undefined, 'all panels fit') ??
        differs(said, 'shown', 24) ??
        differs(
          said,
          'panels',
          new Set(cells.map(({ texts }) => texts.find((text) => text.endsWith('iB')))).size - 24,
        )
      )
    case 'compared-other-metrics':
      return differs(said, 'cells', facts.hidden.flatMap((metric) => cellsOf(facts, metric).cells).length)
    case 'compared-no-partner': {
      const alone = (own: 'baseline' | 'candidate') =>
        facts.metrics.reduce((sum, metric) => sum + cellsOf(facts, metric).alone[own], 0)
      return (
        nameIsWrong(said.slots.get('candidate'), facts.candidate, facts.baseline) ??
        differs(said, 'baseline', alone('baseline')) ??
        differs(said, 'other', alone('candidate')) ??
        differs(said, 'cases', alone('baseline') + alone('candidate'))
      )
    }
    case 'compared-disagreeing':
      return placesAreWrong(
        said,
        facts,
        cells.filter(({ a, b }) => isFarOff(a) || isFarOff(b)),
      )
    case 'compared-percent-undefined':
      return placesAreWrong(
        said,
        facts,
        cells.filter((cell) => !cell.isShort && ratioOf(facts, cell) === undefined),
      )
    case 'compared-few-ios':
      return shortAreWrong(said, facts)
    case 'compared-pairs-incomplete':
      return placesAreWrong(
        said,
        facts,
        cells.filter((cell) => !cell.isPaired && 2 * completePairs(facts, cell).length < cell.allRuns.length),
      )
    case 'compared-pairs-without-ratio':
      return placesAreWrong(
        said,
        facts,
        cells.filter(({ a, b }) => [...a, ...b].some((value) => value <= 0)),
      )
    case 'compared-complete-pairs':
      return pairsAreWrong(said, facts)
    case 'compared-geometric': {
      const words = said.slots.get('metric') ?? ''
      const metric = facts.metrics.find((one) => one === metricOf(words))
      if (metric === undefined) return `${words} is not compared`
      const own = cellsOf(facts, metric).cells.filter(
        (cell) => !cell.isOut && ratioOf(facts, cell) !== undefined,
      )
      const change = /^(\S+\u202f%)/u.exec(said.slots.get('change') ?? '')?.[1]
      return (
        nameIsWrong(said.slots.get('candidate'), facts.candidate, facts.baseline) ??
        differs(said, 'cells', own.length) ??
        percentIsWrong(change, 100 * Math.expm1(meanOf(own.map((cell) => logOf(facts, cell)))))
      )
    }
    case 'look-few-runs': {
      const lone = facts.metrics.flatMap((metric) => cellsOf(facts, metric).loneCounts)
      const marks =
        facts.kind === 'comparison'
          ? [...runsOf(cells, 'both'), ...lone]
          : cells.map(({ a, b }) => Math.min(a.length, b.length))
      // A single run has no range.
      const areAll = marks.every((runs) => runs > 1 && runs < 5)
      return (
        wrongIf(said.slots.get('fewest') !== '5', 'five runs are enough') ??
        wrongIf(
          marks.every((runs) => runs > 4),
          'there are more runs',
        ) ??
        wrongIf(areAll !== (said.slots.get('where') === 'Fewer'), 'of all or of some')
      )
    }
    case 'compared-low-n':
      return (
        wrongIf(said.slots.get('units') !== 'runs', 'runs are compared') ??
        differs(said, 'least', 5) ??
        placesAreWrong(said, facts, cells.filter(few))
      )
    case 'compared-no-scatter':
      return (
        wrongIf(said.slots.get('units') !== 'Runs', 'runs are compared') ??
        placesAreWrong(
          said,
          facts,
          cells.filter(({ a, b, isOut }) => !isOut && isAlike(a) && isAlike(b)),
        )
      )
    case 'table-other-estimator': {
      const names = said.parts.get('ratios')?.map((one) => one.slots.get('ratio'))
      const wanted = [...ratiosOf(facts).keys()].filter((name) => /paired|Lehmann/.test(name))
      return wrongIf(names?.join() !== wanted.join(), `the ratios are ${wanted.join()}`)
    }
    case 'table-ratios':
      return (
        candidatesAre(said, facts) ??
        baselineIs(said, facts) ??
        meansAreWrong(said.parts.get('means')?.[0], facts, 'means')
      )
    case 'table-changes':
      return (
        candidatesAre(said, facts) ??
        baselineIs(said, facts) ??
        meansAreWrong(said.parts.get('means')?.[0], facts)
      )
    case 'table-adjusted': {
      const levels = said.parts.get('levels') ?? []
      const judged = all.filter((one) => one.tested.length > 0)
      return (
        wrongIf(!isPrinted(said.slots.get('margin') ?? '', 1, '%'), 'another margin') ??
        wrongIf(levels.length !== judged.length, 'a family for each metric') ??
        levels
          .map((one, at) => {
            const own = judged[at]
            return (
              differs(one, 'cells', own?.tested.length ?? 0) ??
              wrongIf(
                !isPrinted(one.slots.get('level') ?? '', 100 * (own?.level ?? 0), '%'),
                `the level is ${String(own?.level)}`,
              )
            )
          })
          .find((wrong) => wrong !== undefined)
      )
    }
    default:
      return sidesAreWrong(said, facts) ?? 'nothing checks it'
  }
}

/** What else differs between two simulated campaigns, as the host record and the plan have it. */
function differingFactors({ baseline, candidate }: ComparedFacts) {
  const of = ({ detail }: ComparedFacts['baseline']): Readonly<Record<string, string>> => ({
    device: detail.hostRecord.device?.model ?? detail.device,
    configuration: detail.configuration,
    host: detail.hostRecord.name,
    kernel: detail.hostRecord.kernel ?? '',
  })
  const [a, b] = [of(baseline), of(candidate)]
  return Object.keys(a).flatMap((factor) =>
    a[factor] === b[factor] ? [] : [{ factor, from: a[factor], to: b[factor] }],
  )
}

function factorsAreWrong(factors: readonly Said[], facts: ComparedFacts): string | undefined {
  const known = differingFactors(facts)
  return factors
    .map(({ slots }) => {
      const one = known.find(({ factor }) => factor === slots.get('factor'))
      return (
        wrongIf(one === undefined, `${slots.get('factor') ?? ''} does not differ`) ??
        wrongIf(one?.from !== slots.get('baseline') || one?.to !== slots.get('candidate'), 'other values')
      )
    })
    .find((wrong) => wrong !== undefined)
}
