import { type Group, groupsOf, metricOf, named } from './groups'
import { deviationOf, isPrinted, meanOf, middleOf, type RawCampaign } from './raw-facts'
import { differs, type Said, wrongIf } from './read-back'
import { adjusted, criticalT, twoSided } from './student'

/** Two campaigns whose cases are compared, with a margin of 1 %. */
export interface ComparisonFacts {
  readonly baseline: RawCampaign
  readonly candidate: RawCampaign
  readonly isSigma?: boolean
  /** Ranks, which take no account of pairs, as the sigma rule does not. */
  readonly isByRanks?: boolean
  /** The other metrics that are compared. */
  readonly others?: readonly string[]
  /** Verdicts that follow from how the drives were made, where the rows do not show it. */
  readonly known?: Readonly<Record<string, number>>
}

const margin = 1

interface LogRatio {
  readonly estimate: number
  readonly error: number
  readonly df: number
}

export interface Cell extends Pick<Group, 'texts' | 'test' | 'caseKey' | 'runIds'> {
  /** Those without a partner included. */
  readonly allRuns: readonly number[]
  readonly a: readonly number[]
  readonly b: readonly number[]
  readonly percent: number
  /** No verdict is given. */
  readonly isOut: boolean
  /** Some run has too few requests for the percentile, and no number. */
  readonly isShort: boolean
  /** Compared in pairs, of which `a` and `b` hold the runs. */
  readonly isPaired: boolean
  /** Unset where nothing can be tested. */
  readonly log: LogRatio | undefined
}

function logRatio(a: readonly number[], b: readonly number[]): LogRatio | undefined {
  if (a.length < 3 || b.length < 3) return undefined
  const [ra, rb] = [a, b].map((values) => deviationOf(values) ** 2 / values.length / meanOf(values) ** 2)
  if (ra === undefined || rb === undefined || ra + rb === 0) return undefined
  const df = (ra + rb) ** 2 / (ra ** 2 / (a.length - 1) + rb ** 2 / (b.length - 1))
  return { estimate: Math.log(meanOf(b) / meanOf(a)), error: Math.sqrt(ra + rb), df }
}

function endsAt({ estimate, error, df }: LogRatio, level: number): readonly [number, number] {
  const half = criticalT(1 - level, df) * error
  return [100 * Math.expm1(estimate - half), 100 * Math.expm1(estimate + half)]
}

/** The 95 % interval of the ratio of two means, less one, in percent; undefined with fewer than three runs. */
export function logIntervalOf(a: readonly number[], b: readonly number[]) {
  const log = logRatio(a, b)
  return log && endsAt(log, 0.95)
}

/** Whether a run of the group says so itself, or its rounds never became steady (a window of five, 20 % and 10 %). */
export function isInvalid(
  { runs, detail }: RawCampaign,
  { runIds, values }: Pick<Group, 'runIds' | 'values'>,
): boolean {
  const own = runs.filter(({ id }) => runIds.includes(id))
  if (own.some(({ warnings }) => warnings.some((one) => one.class === 'invalidates'))) return true
  if (detail.plan.untilSteady === undefined) return false
  const last = values.slice(-5)
  const mean = meanOf(last)
  const slope = last.reduce((sum, value, at) => sum + (at - 2) * value, 0) / 10
  return Math.max(...last) - Math.min(...last) > 0.2 * mean || Math.abs(4 * slope) > 0.1 * mean
}

/** Runs of a group with fewer than ten requests beyond the percentile of the metric. */
export function shortRuns({ rows }: RawCampaign, runIds: readonly number[], metric: string): number {
  const [, digits] = /_p(\d+)$/.exec(metric) ?? []
  if (digits === undefined) return 0
  const beyond = 1 - Number(`0.${digits}`)
  const counts = rows.filter((row) => row.metric === 'io_count' && runIds.includes(row.runId))
  return counts.filter(({ value }) => value * beyond < 10 - 1e-9).length
}

function isTooShort(campaign: RawCampaign, { runIds }: Group, metric: string): boolean {
  return shortRuns(campaign, runIds, metric) > 0
}

const judged = new WeakMap<RawCampaign, Map<string, ReturnType<typeof judge>>>()

/** Every shared case of a metric with its verdict, computed once. */
export function cellsOf(facts: ComparisonFacts, metric: string) {
  const known = judged.get(facts.candidate) ?? new Map<string, ReturnType<typeof judge>>()
  judged.set(facts.candidate, known)
  const isUnpaired = facts.isSigma === true || facts.isByRanks === true
  const key = `${metric} ${String(facts.baseline.detail.id)} ${String(isUnpaired)}`
  const found = known.get(key) ?? judge(facts, metric)
  known.set(key, found)
  return found
}

/** Runs of both sides by the repetitions that both have; undefined if the two were not in turn, or have no ratio. */
function pairsOf(facts: ComparisonFacts, own: Group, other: Group) {
  const { baseline, candidate } = facts
  const scheduleOf = ({ detail }: RawCampaign) => detail.plan.interleaved?.schedule
  const schedule = scheduleOf(baseline)
  if (facts.isSigma === true || facts.isByRanks === true) return undefined
  if (schedule === undefined || schedule !== scheduleOf(candidate)) return undefined
  const repetitions = ({ runs }: RawCampaign, { runIds }: Group) =>
    runIds.map((runId) => runs.find(({ id }) => id === runId)?.repetition)
  const [ofA, ofB] = [repetitions(baseline, own), repetitions(candidate, other)]
  const both = ofA.filter((one) => ofB.includes(one))
  const pick = ({ values, runIds }: Group, of: typeof ofA) => ({
    values: both.map((one) => values[of.indexOf(one)] ?? NaN),
    runIds: both.map((one) => runIds[of.indexOf(one)] ?? NaN),
  })
  const [a, b] = [pick(own, ofA), pick(other, ofB)]
  const isWhole = both.length === ofA.length && both.length === ofB.length
  if (both.length < (isWhole ? 2 : 3) || [...a.values, ...b.values].some((value) => value <= 0))
    return undefined
  const logs = b.values.map((value, at) => Math.log(value / (a.values[at] ?? NaN)))
  const error = deviationOf(logs) / Math.sqrt(logs.length)
  const log = { estimate: meanOf(logs), error, df: logs.length - 1 }
  return {
    a,
    b,
    percent: 100 * Math.expm1(log.estimate),
    log: logs.length > 2 && error > 1e-12 ? log : undefined,
  }
}

function judge(facts: ComparisonFacts, metric: string) {
  const { baseline, candidate } = facts
  const [as, bs] = [groupsOf(baseline, metric), groupsOf(candidate, metric)]
  const cells = as.flatMap((own): readonly Cell[] => {
    const other = bs.find(({ caseKey, test }) => caseKey === own.caseKey && test === own.test)
    if (other === undefined) return []
    const [a, b] = [own.values, other.values]
    const pairs = pairsOf(facts, own, other)
    const isShort = isTooShort(baseline, own, metric) || isTooShort(candidate, other, metric)
    const isOut = isShort || isInvalid(baseline, own) || isInvalid(candidate, other)
    return [
      {
        ...{ texts: own.texts, test: own.test, caseKey: own.caseKey, isOut, isShort },
        ...{ a: pairs?.a.values ?? a, b: pairs?.b.values ?? b, isPaired: pairs !== undefined },
        allRuns: [...own.runIds, ...other.runIds],
        runIds: pairs ? [...pairs.a.runIds, ...pairs.b.runIds] : [...own.runIds, ...other.runIds],
        percent: pairs?.percent ?? (100 * (meanOf(b) - meanOf(a))) / meanOf(a),
        log: isOut || meanOf(a) === 0 ? undefined : pairs ? pairs.log : logRatio(a, b),
      },
    ]
  })
  const tested = cells.flatMap((cell) => (cell.log === undefined ? [] : [{ ...cell, log: cell.log }]))
  const ps = adjusted(tested.map(({ log }) => twoSided(log.estimate / log.error, log.df)))
  const significant = ps.filter((p) => p <= 0.05).length
  const level = 1 - (0.05 * Math.max(significant, 1)) / Math.max(tested.length, 1)
  const sign = metric.startsWith('latency') ? -1 : 1
  const verdicts = tested.map((cell, at) => {
    const isSignificant = (ps[at] ?? 1) <= 0.05
    const ends = endsAt(cell.log, isSignificant ? level : 0.95)
    const [low, high] = [
      Math.min(...ends.map((end) => sign * end)),
      Math.max(...ends.map((end) => sign * end)),
    ]
    const [low95, high95] = endsAt(cell.log, 0.95)
    const isWithin = low95 > -margin && high95 < margin
    const verdict =
      isSignificant && low > margin
        ? 'better'
        : isSignificant && high < -margin
          ? 'worse'
          : isWithin
            ? 'equivalent'
            : isSignificant
              ? 'uncertain'
              : 'inconclusive'
    return { cell, verdict, isSignificant, ends, gain: sign * cell.percent }
  })
  const alone = { baseline: as.length - cells.length, candidate: bs.length - cells.length }
  const unmatched = alone.baseline + alone.candidate
  const isLone = ({ caseKey, test }: Group) =>
    !cells.some((one) => one.caseKey === caseKey && one.test === test)
  const loneCounts = [...as, ...bs].filter(isLone).map(({ values }) => values.length)
  return { cells, tested, verdicts, significant, level, alone, unmatched, loneCounts }
}

/** The sigma rule of the articles: a difference beyond the deviation of the candidate in percent of its mean. */
function sigmaOf({ percent, a, b }: Cell): string {
  if (a.length < 2 || b.length < 2 || (deviationOf(a) === 0 && deviationOf(b) === 0)) return 'not-tested'
  const error = (100 * deviationOf(b)) / meanOf(b)
  if (Math.abs(percent) === error) return 'touches-zero'
  return Math.abs(percent) > error ? 'meaningful' : 'not-meaningful'
}

function sigmaIsWrong(said: Said, facts: ComparisonFacts, metrics: readonly string[]): string | undefined {
  const cells = metrics.flatMap((metric) => cellsOf(facts, metric).cells)
  const signOf = (cell: Cell) => (metrics[0]?.startsWith('latency') ? -1 : 1) * cell.percent
  const own = cells.filter((cell) => !cell.isOut && sigmaOf(cell) === 'meaningful')
  switch (said.id) {
    case 'comparison-verdicts':
    case 'comparison-verdicts-of-metrics': {
      const parts = said.parts.get('verdicts') ?? []
      const names = (said.slots.get('metrics') ?? said.slots.get('metric') ?? '').split(/, | and /)
      const count = (wanted: string) =>
        cells.filter(
          (cell) => (cell.isOut || facts.isSigma !== true ? 'not-tested' : sigmaOf(cell)) === wanted,
        ).length
      return (
        sidesAreWrong(said, facts) ??
        wrongIf(names.map(metricOf).join() !== metrics.join(), 'other metrics') ??
        differs(said, 'cases', new Set(cells.map(({ caseKey, test }) => `${caseKey} ${test}`)).size) ??
        (said.slots.has('cells') ? differs(said, 'cells', cells.length) : undefined) ??
        parts
          .map(
            (part) =>
              differs(part, 'count', count(part.id.replace('comparison-', ''))) ??
              (part.slots.has('up')
                ? (differs(part, 'up', own.filter(({ percent }) => percent > 0).length) ??
                  differs(part, 'down', own.filter(({ percent }) => percent < 0).length))
                : undefined),
          )
          .find((wrong) => wrong !== undefined)
      )
    }
    case 'comparison-improvement':
    case 'comparison-loss': {
      const sign = said.id === 'comparison-loss' ? -1 : 1
      const largest = own.reduce<Cell | undefined>(
        (most, cell) => (sign * signOf(cell) > sign * (most === undefined ? 0 : signOf(most)) ? cell : most),
        undefined,
      )
      if (largest === undefined) return 'nothing is meaningful'
      const place = named(cells, (said.slots.get('case') ?? '').split(' · '))
      const [amount] = said.parts.get('amount') ?? []
      const error = (100 * deviationOf(largest.b)) / meanOf(largest.b)
      return (
        (typeof place === 'string' ? place : undefined) ??
        wrongIf(Math.abs((cells[Number(place)]?.percent ?? 0) - largest.percent) > 1e-9, 'another case is') ??
        percentIsWrong(amount?.slots.get('change'), largest.percent) ??
        wrongIf(
          !isPrinted(amount?.slots.get('deviation') ?? '', error, '%'),
          `the deviation is ${String(error)} %`,
        )
      )
    }
    default:
      return undefined
  }
}

export function sidesAreWrong(said: Said, { baseline, candidate }: ComparisonFacts): string | undefined {
  return (
    nameIsWrong(said.slots.get('candidate'), candidate, baseline) ??
    nameIsWrong(said.slots.get('baseline'), baseline, candidate)
  )
}

/** Names that a side may have: what tells its campaign from the other. */
export function nameIsWrong(
  name: string | undefined,
  own: RawCampaign,
  other: RawCampaign,
): string | undefined {
  const marks = ({ detail }: RawCampaign) => [
    ...[detail.hostRecord.device?.model ?? detail.device, detail.configuration, detail.name],
  ]
  // Figures keep a number and its unit on one line, also in names.
  const parts = (name ?? '').replaceAll('\u202f', ' ').split(' · ')
  const isOwn = parts.every((part) => marks(own).includes(part))
  return (
    wrongIf(!isOwn, `${name ?? ''} is none of ${marks(own).join(', ')}`) ??
    wrongIf(
      parts.every((part) => marks(other).includes(part)),
      'the other side has that name',
    )
  )
}

/** "+1.25 %" of what is said, with its interval "+0.80 to +1.70 %". */
export function percentIsWrong(text: string | undefined, percent: number): string | undefined {
  return wrongIf(
    !isPrinted((text ?? '').trim(), percent, '%') ||
      (/[1-9]/.test(text ?? '') && (text ?? '').startsWith('−') !== percent < 0),
    `it is ${String(percent)} %`,
  )
}

export function intervalIsWrong(
  text: string | undefined,
  [low, high]: readonly [number, number],
): string | undefined {
  const [first, last] = (text ?? '').split(' to ')
  return percentIsWrong(`${first ?? ''}\u202f%`, low) ?? percentIsWrong(last, high)
}

/** The metric of the paragraph; its first sentence names it. */
export function spokenMetric(all: readonly Said[]): string {
  const first = all.find(({ id }) => id.startsWith('comparison-verdicts'))
  const words = first?.slots.get('metric') ?? first?.slots.get('metrics') ?? ''
  return metricOf(words.split(/, | and /)[0] ?? '')
}

/** One run is far from the others. */
export function isFarOff(values: readonly number[]): boolean {
  return values.some((value) => Math.abs(value / middleOf(values) - 1) > 0.2)
}

/** Several differences that round to the largest one. */
function equalIsWrong(said: Said, facts: ComparisonFacts, metric: string, sign: number): string | undefined {
  const { cells, verdicts, tested } = cellsOf(facts, metric)
  const better = metric.startsWith('latency') ? -1 : 1
  const own = facts.isSigma
    ? cells.flatMap((cell) =>
        !cell.isOut && sigmaOf(cell) === 'meaningful'
          ? [{ percent: cell.percent, gain: better * cell.percent }]
          : [],
      )
    : verdicts.flatMap(({ cell, isSignificant, verdict, gain }) =>
        isSignificant && verdict !== 'equivalent' ? [{ percent: cell.percent, gain }] : [],
      )
  const most = Math.max(0, ...own.map(({ gain }) => sign * gain))
  const alike = own.filter(({ gain }) => sign * gain > most - 0.01)
  const [of] = said.parts.get('of') ?? []
  const change = said.slots.get('change') ?? ''
  const printed = own.filter(
    ({ percent, gain }) => sign * gain > 0 && percentIsWrong(change, percent) === undefined,
  )
  return (
    (of === undefined
      ? wrongIf(!facts.isSigma && tested.length > 1, 'of how many?')
      : differs(of, 'tests', tested.length)) ??
    wrongIf(
      !alike.some(({ percent }) => percentIsWrong(change, percent) === undefined),
      `the largest is ${String(most)} %`,
    ) ??
    differs(said, 'cases', printed.length)
  )
}

function extremeIsWrong(
  said: Said,
  facts: ComparisonFacts,
  metric: string,
  sign: number,
): string | undefined {
  const { cells, verdicts, tested, level } = cellsOf(facts, metric)
  const own = verdicts
    .filter(
      ({ isSignificant, verdict, gain }) => isSignificant && verdict !== 'equivalent' && sign * gain > 0,
    )
    .sort((one, other) => Math.abs(other.gain) - Math.abs(one.gain))
  const [largest, next] = own
  if (largest === undefined) return 'nothing is significant'
  if (next !== undefined && Math.abs(largest.gain - next.gain) < 0.001) return 'another is as large'
  const place = named(cells, (said.slots.get('case') ?? '').split(' · '))
  const [of] = said.parts.get('of') ?? []
  const [amount] = said.parts.get('amount') ?? []
  return (
    (typeof place === 'string' ? place : undefined) ??
    wrongIf(
      Math.abs((cells[Number(place)]?.percent ?? NaN) - largest.cell.percent) > 1e-9,
      'another case is',
    ) ??
    (of === undefined ? wrongIf(tested.length > 1, 'of how many?') : differs(of, 'tests', tested.length)) ??
    percentIsWrong(amount?.slots.get('change'), largest.cell.percent) ??
    intervalIsWrong(
      amount?.slots.get('interval'),
      tested.length > 1 ? largest.ends : endsAt(largest.cell.log, 0.95),
    ) ??
    (amount?.slots.has('level') === true
      ? wrongIf(
          !isPrinted(amount.slots.get('level') ?? '', 100 * level, '%'),
          `the level is ${String(100 * level)}`,
        )
      : undefined)
  )
}

/** Holds a sentence of a comparison's paragraph against the runs; `metric`: the one that the paragraph speaks of. */
export function comparisonIsWrong(said: Said, facts: ComparisonFacts, metric: string): string | undefined {
  const isOfMetrics = said.id === 'comparison-verdicts-of-metrics'
  if (isOfMetrics || (facts.isSigma === true && /-(verdicts|improvement|loss)$/.test(said.id)))
    return sigmaIsWrong(said, facts, isOfMetrics ? [metric, ...(facts.others ?? [])] : [metric])
  const { cells, tested, verdicts, significant, unmatched } = cellsOf(facts, metric)
  const few = tested.filter(({ a, b }) => a.length < 5 || b.length < 5).length
  switch (said.id) {
    case 'comparison-nothing-shared':
      return wrongIf(cells.length > 0, 'some cases are shared') ?? sidesAreWrong(said, facts)
    case 'comparison-verdicts': {
      const counts = new Map(Object.entries(facts.known ?? {}))
      if (facts.known !== undefined) counts.delete('cases')
      for (const { verdict } of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
      if (cells.length > tested.length) counts.set('not-tested', cells.length - tested.length)
      const parts = said.parts.get('verdicts') ?? []
      return (
        sidesAreWrong(said, facts) ??
        wrongIf(metricOf(said.slots.get('metric') ?? '') !== metric, 'it is another metric') ??
        differs(said, 'cases', facts.known?.cases ?? cells.length) ??
        wrongIf(parts.length !== counts.size, `the verdicts are ${JSON.stringify([...counts])}`) ??
        parts
          .map(
            (part) =>
              differs(part, 'count', counts.get(part.id.replace('comparison-', '')) ?? 0) ??
              wrongIf(
                part.slots.has('margin') && !isPrinted(part.slots.get('margin') ?? '', margin, '%'),
                'margin',
              ),
          )
          .find((wrong) => wrong !== undefined)
      )
    }
    case 'comparison-none-significant':
    case 'comparison-significant': {
      const [family] = said.parts.get('family') ?? []
      return (
        (family?.id === 'comparison-one-test'
          ? wrongIf((facts.known?.cases ?? tested.length) !== 1, 'there are more tests')
          : family && differs(family, 'tests', tested.length)) ??
        (said.slots.has('count')
          ? differs(said, 'count', facts.known?.cases ?? significant)
          : wrongIf(significant > 0, 'some are significant'))
      )
    }
    case 'comparison-all-few':
      return (
        wrongIf(said.slots.get('unit') !== 'runs', 'the runs are the unit') ??
        wrongIf(few !== cells.length, 'some have five runs')
      )
    case 'comparison-some-few':
      return (
        wrongIf(said.slots.get('unit') !== 'runs', 'the runs are the unit') ?? differs(said, 'cases', few)
      )
    case 'comparison-improvement':
      return extremeIsWrong(said, facts, metric, 1)
    case 'comparison-loss':
      return extremeIsWrong(said, facts, metric, -1)
    case 'comparison-geometric': {
      const change = /^(\S+\u202f%)/u.exec(said.slots.get('change') ?? '')?.[1]
      const logs = cells.filter(({ isOut }) => !isOut)
      const ratio = meanOf(logs.map(({ a, b }) => Math.log(meanOf(b) / meanOf(a))))
      return (
        wrongIf(metricOf(said.slots.get('metric') ?? '') !== metric, 'it is another metric') ??
        percentIsWrong(change, 100 * Math.expm1(ratio))
      )
    }
    case 'comparison-other-families': {
      const own = (said.slots.get('metrics') ?? '').split(', ').map(metricOf)
      return wrongIf([...own].sort().join() !== [...(facts.others ?? [])].sort().join(), 'other metrics')
    }
    case 'comparison-disagreeing':
      return facts.known
        ? differs(said, 'cases', facts.known.cases ?? 0)
        : differs(said, 'cases', cells.filter(({ a, b }) => isFarOff(a) || isFarOff(b)).length)
    case 'comparison-equal-improvements':
    case 'comparison-equal-losses':
      return equalIsWrong(said, facts, metric, said.id === 'comparison-equal-losses' ? -1 : 1)
    case 'comparison-unmatched':
      return differs(said, 'cases', unmatched)
    default:
      return 'nothing checks it'
  }
}
