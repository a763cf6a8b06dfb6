import {
  geometricMean,
  logInterval,
  logRatioWelch,
  logTest,
  pairedLogRatio,
} from '../../src/core/statistics/comparison/log-ratio'
import { roundLogs, roundsRatio } from '../../src/core/statistics/comparison/geometric-rounds'
import { compareCases, discoveryRate } from '../../src/core/statistics/comparison/settle-family'
import { benjaminiHochberg, isDiscovery } from '../../src/core/statistics/comparison/benjamini-hochberg'
import { familyVerdict } from '../../src/core/statistics/comparison/verdict'
import { welchT } from '../../src/core/statistics/comparison/welch'
import { momentsOf, type Moments } from '../../src/core/statistics/summary/moments'
import type { JudgeMethods, JudgeObject } from './cases'
import { endsOf, fiellerShape, mannWhitneyShape, orNull, percentOfRatio, testShape } from './shapes'
import { inputsOf, type Inputs, isNumber } from './inputs'
import { confidenceOf } from './summary-methods'

const baselineNames = ['baseline', 'base', 'a', 'A', 'old']
const candidateNames = ['new', 'candidate', 'b', 'B']

/** Count, mean and deviation of both sides of a case. */
export function bothMoments(inputs: Inputs): { readonly baseline: Moments; readonly candidate: Moments } {
  const baseline = inputs.side(...baselineNames).moments
  const candidate = inputs.side(...candidateNames).moments
  if (baseline !== undefined && candidate !== undefined) return { baseline, candidate }
  const empty = baseline === undefined ? baselineNames : candidateNames
  throw inputs.wrong(inputs.find(...empty) ?? '', 'is empty', 'Give at least one run.')
}

/** The runs of both sides of a case. */
function bothRuns(inputs: Inputs): {
  readonly baseline: readonly number[]
  readonly candidate: readonly number[]
} {
  const sides = [baselineNames, candidateNames].map((names) => {
    const values = inputs.side(...names).values
    if (values !== undefined && values.length > 0) return values
    throw inputs.wrong(
      inputs.find(...names) ?? '',
      'has no runs',
      'Give its runs as a list; a mean is not enough here.',
    )
  })
  return { baseline: sides[0] ?? [], candidate: sides[1] ?? [] }
}

function welch(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const test = welchT(baseline, candidate)
  return { t: orNull(test?.t), df: orNull(test?.df), p: orNull(test?.p) }
}

function fieller(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  return fiellerShape(baseline, candidate, confidenceOf(inputs))
}

function logRatio(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const estimate = logRatioWelch(baseline, candidate)
  const ends = estimate && logInterval(estimate, confidenceOf(inputs))
  return {
    log_ratio: orNull(estimate?.logRatio),
    se: orNull(estimate?.standardError),
    df: orNull(estimate?.df),
    ci_pct: endsOf(percentOfRatio(ends?.low), percentOfRatio(ends?.high)),
  }
}

/** The app's own inference on two means: ratio, test and interval from one estimate on the log scale. */
function logRatioTest(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const estimate = logRatioWelch(baseline, candidate)
  const test = estimate && logTest(estimate)
  const ends = estimate && logInterval(estimate, confidenceOf(inputs))
  const ratio = baseline.mean > 0 && candidate.mean > 0 ? candidate.mean / baseline.mean : undefined
  return {
    ratio: orNull(ratio),
    log_se: orNull(estimate?.standardError),
    df: orNull(estimate?.df),
    t: orNull(test?.t),
    p: orNull(test?.p),
    ci_ratio: endsOf(ends?.low, ends?.high),
    diff_pct: orNull(percentOfRatio(ratio)),
    ci_pct: endsOf(percentOfRatio(ends?.low), percentOfRatio(ends?.high)),
  }
}

function fullDefault(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothRuns(inputs)
  const moments = bothMoments(inputs)
  return {
    welch: testShape(welchT(moments.baseline, moments.candidate)),
    fieller: fiellerShape(moments.baseline, moments.candidate, confidenceOf(inputs)),
    mann_whitney: mannWhitneyShape(baseline, candidate),
  }
}

function ranks(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothRuns(inputs)
  const shape = mannWhitneyShape(baseline, candidate)
  return shape as JudgeObject
}

function paired(inputs: Inputs): JudgeObject {
  const baseline = inputs.numbers(...baselineNames)
  const candidate = inputs.numbers(...candidateNames)
  if (baseline.length !== candidate.length) {
    const counts = `has ${candidate.length} runs against ${baseline.length}`
    throw inputs.wrong(
      inputs.find(...candidateNames) ?? '',
      counts,
      'Give one candidate run for each baseline run.',
    )
  }
  const pairs = pairedLogRatio(baseline, candidate)
  const exact = pairs && { low: Math.exp(pairs.logRatio), high: Math.exp(pairs.logRatio) }
  const ends = pairs?.estimate ? logInterval(pairs.estimate, confidenceOf(inputs)) : exact
  const a = momentsOf(baseline)
  const b = momentsOf(candidate)
  return {
    diff_pct: orNull(
      pairs === undefined ? singlePair(baseline, candidate) : 100 * Math.expm1(pairs.logRatio),
    ),
    ci_pct: endsOf(percentOfRatio(ends?.low), percentOfRatio(ends?.high)),
    p: orNull(pairs?.estimate && logTest(pairs.estimate).p),
    unpaired_welch_p: orNull(a && b && welchT(a, b)?.p),
  }
}

/** The difference of one pair of runs, which has no interval. */
function singlePair([a, ...more]: readonly number[], [b]: readonly number[]): number | undefined {
  const single = a !== undefined && b !== undefined && a > 0 && b > 0 && more.length === 0
  return single ? percentOfRatio(b / a) : undefined
}

function adjusted(inputs: Inputs): JudgeObject {
  const p = inputs.numbersOrNull('p', 'p_values', 'pvalues')
  const q = inputs.numberOr(0.05, 'q', 'alpha')
  if (p.some((value) => value !== null && (value < 0 || value > 1))) {
    throw inputs.wrong(
      'p',
      'holds a value outside 0..1',
      'Give probabilities; null for a cell without a test.',
    )
  }
  const values = benjaminiHochberg(p.map((value) => value ?? undefined))
  return {
    adjusted: values.map(orNull),
    reject: values.map((value) => (value === undefined ? null : isDiscovery(value, q))),
    raw_below_alpha: p.filter((value) => value !== null && value < q).length,
  }
}

function geometric(inputs: Inputs): JudgeObject {
  const mean = geometricMean(inputs.numbers('ratios', 'values'))
  return { geomean: orNull(mean), geomean_pct: orNull(percentOfRatio(mean)) }
}

/** Geometric mean of the ratios of many cases, with the round as the unit. */
function geometricByRound(inputs: Inputs): JudgeObject {
  const sides = ['baseline_cases_by_rounds', 'new_cases_by_rounds'].map((name) =>
    inputs.list(name).map((values, i) => {
      if (Array.isArray(values) && values.every(isNumber)) return { values, repetitions: [...values.keys()] }
      throw inputs.wrong(
        `${name}[${String(i)}]`,
        'is not a list of numbers',
        'Give the values of a case by round.',
      )
    }),
  )
  const [a, b] = sides.map((cases) => roundLogs(cases))
  const ratio = a && b && roundsRatio(a, b, inputs.flagOr(false, 'paired'))
  const ends = ratio?.estimate && logInterval(ratio.estimate, confidenceOf(inputs))
  return {
    ratio: orNull(ratio && Math.exp(ratio.logRatio)),
    df: orNull(ratio?.estimate?.df),
    diff_pct: orNull(ratio && 100 * Math.expm1(ratio.logRatio)),
    ci_pct: endsOf(percentOfRatio(ends?.low), percentOfRatio(ends?.high)),
  }
}

function verdicts(inputs: Inputs): JudgeObject {
  const margin = inputs.numberOr(1, 'margin')
  const better = inputs.flagOr(true, 'higher_is_better') ? 'higher' : 'lower'
  const verdict = inputs.list('ci', 'intervals').map((interval, i) => {
    if (interval === null) return null
    if (Array.isArray(interval) && isNumber(interval[0]) && isNumber(interval[1])) {
      const [lowPercent, highPercent] = [interval[0], interval[1]]
      const ends = { lowPercent, highPercent }
      const evidence = {
        isDiscovery: lowPercent > 0 || highPercent < 0,
        differencePercent: (lowPercent + highPercent) / 2,
        interval: ends,
        familyInterval: () => ends,
      }
      return familyVerdict(evidence, better, margin)
    }
    throw inputs.wrong(`ci_pct[${i}]`, 'is not a pair of numbers', 'Give [low, high] in percent, or null.')
  })
  return { verdict }
}

/** The cases of one metric, each with its verdict among the others. */
function family(inputs: Inputs): JudgeObject {
  const pairs = inputs.list('cells', 'cases').map((cell, i) => {
    const fields = inputsOf(cell, `inputs.cells[${i}]`)
    return { baseline: runsOf(fields, baselineNames), candidate: runsOf(fields, candidateNames) }
  })
  const better = inputs.textOr('higher', 'better')
  if (better !== 'higher' && better !== 'lower')
    throw inputs.wrong('better', `is "${better}"`, 'Give "higher" or "lower".')
  const marginPercent = inputs.numberOr(1, 'margin')
  if (marginPercent < 0) throw inputs.wrong('margin_pct', `is ${marginPercent}`, 'Give 0 or more percent.')
  const rate = inputs.numberOr(discoveryRate, 'q')
  if (!(rate > 0 && rate < 1)) throw inputs.wrong('q', `is ${rate}`, 'Give a rate between 0 and 1.')
  const { adjustedP, discoveries, level, cases } = compareCases(pairs, { better, marginPercent }, rate)
  return {
    adjusted: adjustedP.map(orNull),
    rejected: discoveries,
    level,
    verdict: cases.map((one) => one.verdict),
  }
}

/** The runs of a side; an absent side has none. */
function runsOf(fields: Inputs, names: readonly string[]): readonly number[] {
  return fields.find(...names) === undefined ? [] : fields.runs(...names)
}

/** Two conditions and families of them. */
export const comparisonMethods: JudgeMethods = {
  welch_t_from_summary: welch,
  welch_t: welch,
  fieller_welch: fieller,
  fieller_unbounded: fieller,
  log_ratio_delta: logRatio,
  log_ratio_welch: logRatioTest,
  family_verdicts: family,
  'welch+fieller+mwu': fullDefault,
  mann_whitney: ranks,
  paired_log_ratio: paired,
  benjamini_hochberg: adjusted,
  geomean_of_ratios: geometric,
  geometric_mean_by_round: geometricByRound,
  four_way_verdict: verdicts,
}
