import { metricInSentence } from '../results/metrics'
import { reservationName } from '../results/reserved-runs'
import { template } from '../words/template'
import type { CandidateComparison, Comparison } from '../comparison/comparison'
import { formatShort } from '../units/number-format'
import type { MeasuredCategory, ScoreCategory, Scorecard, ScoreWinner } from './scorecard'

const notMeasured = template('score-not-measured', 'Not measured: {reason}', { reason: 'given' })
const nothingShared = template('score-nothing-shared', 'Measured: no case was measured on both sides.')
const ofMetric = template('score-metric', ' ({metric})', { metric: 'metric' })
const invalidCases = template('score-invalid', ' Not valid, so not tested: {cases}.', { cases: 'count' })
const knownAgainst = template('score-reserved', ' Known against its runs: {reservations}.', {
  reservations: 'given',
})
const measuredSaid = template(
  'score-measured',
  'Measured{metric}: {candidate} against {baseline} better in {better}, worse in {worse}, equivalent in {equivalent} of {tested|# tested case|# tested cases}.{invalid}{reserved}',
  {
    ...{ candidate: 'name', baseline: 'name', metric: { of: [ofMetric] } },
    ...{ better: 'count', worse: 'count', equivalent: 'count', tested: 'count' },
    ...{ invalid: { of: [invalidCases] }, reserved: { of: [knownAgainst] } },
  },
)
const overruledSaid = template('score-overruled', 'Overruled in favour of {winner}: {reason}', {
  winner: 'name',
  reason: 'given',
})
/** What a remark on a measured category is made of. */
export const remarkTemplates = [notMeasured, nothingShared, measuredSaid, overruledSaid] as const

/** A category with its winner as printed. */
export interface JudgedCategory {
  readonly category: ScoreCategory
  /** Undefined if not decided, or if the comparison cannot be made. */
  readonly winner: ScoreWinner | undefined
  /** The verdict on a measured category, and why the user overruled it. */
  readonly remark: string | undefined
}

export interface JudgedScorecard {
  readonly name: string
  readonly card: Scorecard
  readonly categories: readonly JudgedCategory[]
}

/**
 * Decides every category: by the user's choice or, if measured, by its verdict, unless the user overruled it in
 * writing. `compare` throws for a comparison that cannot be made; its message becomes the remark.
 */
export function judgeScorecard(
  name: string,
  card: Scorecard,
  compare: (measured: MeasuredCategory) => Comparison,
): JudgedScorecard {
  return {
    ...{ name, card },
    categories: card.categories.map((category): JudgedCategory => {
      const { measured, overruled } = category
      if (measured === undefined) return { category, winner: category.winner, remark: undefined }
      const verdict = verdictOf(card, measured, compare)
      if (overruled === undefined) return { category, ...verdict }
      const over = winnerText(card, overruled.winner)
      return {
        ...{ category, winner: overruled.winner },
        remark: `${verdict.remark} ${overruledSaid({ winner: over, reason: overruled.reason.replace(/\.?$/, '.') })}`,
      }
    }),
  }
}

function verdictOf(
  card: Scorecard,
  measured: MeasuredCategory,
  compare: (measured: MeasuredCategory) => Comparison,
): { readonly winner: ScoreWinner | undefined; readonly remark: string } {
  let comparison: Comparison
  try {
    comparison = compare(measured)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { winner: undefined, remark: notMeasured({ reason }) }
  }
  return measuredVerdict(card, measured, comparison)
}

/**
 * Who wins by a comparison. A candidate beats the baseline with at least one case better and none worse; it loses the
 * other way round; they are even if every tested case is equivalent. The only one that beats the baseline wins; the
 * baseline wins if it beats all. Several that beat it were not compared with one another, so nobody wins.
 */
export function measuredVerdict(
  card: Scorecard,
  { baseline, candidates }: MeasuredCategory,
  comparison: Comparison,
): { readonly winner: ScoreWinner; readonly remark: string } {
  const metric = comparison.families[0]?.metric
  const pairs = candidates.flatMap((place, at) => {
    const one = comparison.candidates[at]
    return one === undefined ? [] : [{ place, ...countOf(one, metric) }]
  })
  const winners = pairs.filter(({ better, worse }) => better > 0 && worse === 0)
  const losers = pairs.filter(({ better, worse }) => worse > 0 && better === 0)
  const even = pairs.filter(({ equivalent, tested }) => tested > 0 && equivalent === tested)
  const [only] = winners
  const winner: ScoreWinner =
    only !== undefined && winners.length === 1
      ? only.place
      : pairs.length > 0 && losers.length === pairs.length
        ? baseline
        : pairs.length > 0 && even.length === pairs.length
          ? 'tie'
          : 'none'
  const named = (place: number) => card.candidates[place] ?? ''
  const remark = pairs
    .filter(({ cells }) => cells > 0)
    .map(({ place, better, worse, equivalent, tested, invalid, reserved }) =>
      measuredSaid({
        metric: metric === undefined ? '' : ofMetric({ metric: metricInSentence(metric) }),
        ...{ candidate: named(place), baseline: named(baseline), better, worse, equivalent, tested },
        invalid: invalid === 0 ? '' : invalidCases({ cases: invalid }),
        reserved: reserved === '' ? '' : knownAgainst({ reservations: reserved }),
      }),
    )
    .join(' ')
  return { winner, remark: remark === '' ? nothingShared() : remark }
}

/** Verdicts of cases that were tested. */
const testedVerdicts: ReadonlySet<string> = new Set([
  ...['better', 'worse', 'equivalent'],
  ...['better_small_or_uncertain', 'worse_small_or_uncertain', 'inconclusive', 'few_runs_slow'],
])

function countOf({ cells }: CandidateComparison, metric: string | undefined) {
  const own = cells.filter((cell) => metric === undefined || cell.metric === metric)
  const count = (verdict: string) => own.filter(({ comparison }) => comparison.verdict === verdict).length
  const [better, worse, equivalent] = [count('better'), count('worse'), count('equivalent')]
  const known = new Set(
    own.flatMap(({ reservations: of }) =>
      [...(of?.baseline ?? []), ...(of?.candidate ?? [])].map(reservationName),
    ),
  )
  return {
    reserved: [...known].join(', '),
    cells: own.length,
    ...{ better, worse, equivalent, invalid: count('not_valid') },
    tested: own.filter(({ comparison }) => testedVerdicts.has(comparison.verdict)).length,
  }
}

/** A winner as a table's cell: a candidate's name, `tie` or `none`; empty where nobody decided. */
export function winnerCell({ candidates }: Scorecard, winner: ScoreWinner | undefined): string {
  return typeof winner === 'number' ? (candidates[winner] ?? '') : (winner ?? '')
}

/** "vCache", "a tie", "nobody". */
export function winnerText({ candidates }: Scorecard, winner: ScoreWinner): string {
  if (winner === 'tie') return 'a tie'
  return winner === 'none' ? 'nobody' : (candidates[winner] ?? '')
}

/** Wins of each candidate in order, then the categories that nobody won: `2-2-1`. Undecided ones are not counted. */
export function winCount({ card, categories }: JudgedScorecard): readonly number[] {
  const decided = categories.flatMap(({ winner }) => (winner === undefined ? [] : [winner]))
  return [
    ...card.candidates.map((_, at) => decided.filter((winner) => winner === at).length),
    decided.filter((winner) => typeof winner !== 'number').length,
  ]
}

/** Weighted sum of the points of each candidate; undefined for one that lacks points in a category that others have points in. */
export function weightedPoints({ candidates, categories }: Scorecard): readonly (number | undefined)[] {
  const scored = categories.filter(({ entries }) => entries.some(({ points }) => points !== undefined))
  return candidates.map((_, at) => {
    if (scored.length === 0) return undefined
    const points = scored.map(({ entries, weight = 1 }) => {
      const own = entries[at]?.points
      return own === undefined ? undefined : own * weight
    })
    return points.reduce<number | undefined>(
      (sum, own) => (sum === undefined || own === undefined ? undefined : sum + own),
      0,
    )
  })
}

/** The remarks on one candidate: mark, points and text. */
export function entryText(entry: Scorecard['categories'][number]['entries'][number] | undefined): string {
  return [
    entry?.mark,
    entry?.points === undefined
      ? undefined
      : `${formatShort(entry.points, 6)} ${entry.points === 1 ? 'point' : 'points'}`,
    entry?.text?.trim(),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('; ')
}
