import { metricInSentence } from '../../results/metrics'
import type { ComparisonVerdict } from '../../statistics/comparison/case-comparison'
import { formatDecimals } from '../../units/number-format'
import { largestOf, smallestOf } from '../../iterables'
import { template } from '../../words/template'
import { cellLabel, cellNaming } from './cell-label'
import type { CandidateComparison, ComparedCell, ComparedSide, Comparison } from '../comparison'
import { cellDifference } from './cell-text'
import { isNameKey } from '../sides/selection'
import { decimalsOf, intervalText } from './percent-text'

const quoted = template('answer-case', '“{case}”', { case: 'case' })
const inCases = template('answer-in-cases', '{cases}', { cases: { of: [quoted], between: ' and ' } })
const inAll = template('answer-in-all', 'all {count} cases', { count: 'count' })
const inSome = template('answer-in-some', '{count} of {all} cases', { count: 'count', all: 'count' })
const where = { of: [inCases, inAll, inSome] }

const byOne = template('answer-by', 'by {percent}', { percent: 'percent' })
const byRange = template('answer-by-range', 'by {least} to {most}', { least: 'percent', most: 'percent' })
const by = { of: [byOne, byRange] }

const ways = ['better', 'worse'] as const
const otherWay = template('answer-other-way', '; {way} in {where}, {by}', { way: ways, where, by })
const equal = template('answer-equal', '; equal within ±{margin} in {where}', { margin: 'percent', where })
const small = template('answer-small', '; by a small or uncertain amount in {where}', { where })
const open = template('answer-open', '; not to be told apart in {where}', { where })
const untested = template('answer-untested', '; not tested in {where}', { where })
const rest = { of: [otherWay, equal, small, open, untested], between: '' }

const ahead = template(
  'answer-ahead',
  '{candidate} has {way} {metric} than {baseline} in {where}, {by}{rest}.',
  { candidate: 'name', way: ways, metric: 'metric', baseline: 'name', where, by, rest },
)
const oneCase = template(
  'answer-one-case',
  'The {metric} of {candidate} is {percent} {way} than that of {baseline} (95\u202f% interval {interval}).',
  {
    ...{ metric: 'metric', candidate: 'name', percent: 'percent', way: ['higher', 'lower'] },
    ...{ baseline: 'name', interval: 'interval' },
  },
)
const alike = template(
  'answer-alike',
  'In {metric}, {candidate} and {baseline} cannot be told apart in {where}.',
  { metric: 'metric', candidate: 'name', baseline: 'name', where },
)
const equalAll = template(
  'answer-equal-all',
  'In {metric}, {candidate} and {baseline} are equal within ±{margin} in {where}.',
  { metric: 'metric', candidate: 'name', baseline: 'name', margin: 'percent', where },
)

const changeOne = template('answer-change', '{change}', { change: 'change' })
const changeRange = template('answer-changes', '{interval}', { interval: 'interval' })
const printed = template(
  'answer-printed',
  'Against {baseline}, the {metric} of {candidate} differs by {by} in {where}; none of it was tested.',
  {
    ...{ baseline: 'name', metric: 'metric', candidate: 'name' },
    ...{ by: { of: [changeOne, changeRange] }, where },
  },
)

/** Up to this many cases are named, each by what distinguishes it. */
const mostNamed = 2

/**
 * The answer of a comparison in one sentence, of its primary metric and by its verdicts: where the candidate is better or
 * worse, by how much, and where that is not known; how large differences are that nothing tests. Undefined where nothing
 * stands out and something else than a tie has to be said, for the sigma rule, and for several metrics of which none is tested.
 */
export function answerText(
  { mode, marginPercent, baseline, families }: Comparison,
  { candidate, cells }: CandidateComparison,
): string | undefined {
  const [family] = families
  if (mode === 'sigma' || family === undefined) return undefined
  const own = cells.filter(({ metric }) => metric === family.metric)
  if (family.tested === 0 && (families.length > 1 || own.length === 0)) return undefined
  const of = (...wanted: readonly ComparisonVerdict[]) =>
    own.filter(({ comparison }) => wanted.includes(comparison.verdict))
  const naming = cellNaming(own)
  const place = (some: readonly ComparedCell[]) => {
    if (own.length > mostNamed)
      return some.length === own.length
        ? inAll({ count: own.length })
        : inSome({ count: some.length, all: own.length })
    return inCases({ cases: some.map((cell) => quoted({ case: cellLabel(cell, naming) })) })
  }
  const [better, worse] = [of('better'), of('worse')]
  const [equals, smalls] = [of('equivalent'), of('better_small_or_uncertain', 'worse_small_or_uncertain')]
  const opens = of('inconclusive')
  const told = new Set([...better, ...worse, ...equals, ...smalls, ...opens])
  const others = own.filter((cell) => !told.has(cell))
  const names = {
    metric: metricInSentence(family.metric),
    candidate: candidate.label,
    baseline: baseline.label,
  }
  if (family.tested === 0) {
    const by = changes(own)
    return by === undefined ? undefined : printed({ ...names, by, where: place(own) })
  }
  const margin = `${String(marginPercent)}\u202f%`
  const [single] = better.length + worse.length === 1 && own.length === 1 ? [...better, ...worse] : []
  const one = single && singleText(single, names)
  if (one !== undefined) return one
  const leading = better.length >= worse.length ? better : worse
  if (leading.length === 0) {
    if (opens.length === own.length) return alike({ ...names, where: place(own) })
    return equals.length === own.length ? equalAll({ ...names, margin, where: place(own) }) : undefined
  }
  const [way, behind, other] =
    leading === better ? (['better', worse, 'worse'] as const) : (['worse', better, 'better'] as const)
  return ahead({
    ...names,
    candidate: atStart(candidate),
    way,
    where: place(leading),
    by: amounts(leading),
    rest: [
      ...(behind.length === 0 ? [] : [otherWay({ way: other, where: place(behind), by: amounts(behind) })]),
      ...(smalls.length === 0 ? [] : [small({ where: place(smalls) })]),
      ...(equals.length === 0 ? [] : [equal({ margin, where: place(equals) })]),
      ...(opens.length === 0 ? [] : [open({ where: place(opens) })]),
      ...(others.length === 0 ? [] : [untested({ where: place(others) })]),
    ],
  })
}

/** A side at the start of a sentence: a name is written as it is, words of this program begin with a capital. */
export function atStart({ label, chosenBy, selection }: ComparedSide): string {
  const isName = selection.some(({ key }) => isNameKey(key)) || label !== chosenBy
  return isName ? label : label.charAt(0).toUpperCase() + label.slice(1)
}

function singleText(
  { comparison: { differencePercent, lowPercent, highPercent } }: ComparedCell,
  names: { readonly metric: string; readonly candidate: string; readonly baseline: string },
): string | undefined {
  if (differencePercent === undefined || lowPercent === undefined || highPercent === undefined)
    return undefined
  return oneCase({
    ...names,
    percent: sizeText(differencePercent, decimalsOf(lowPercent, highPercent)),
    way: differencePercent > 0 ? 'higher' : 'lower',
    interval: intervalText(lowPercent, highPercent),
  })
}

/** Differences as their cells print them, from the smallest to the largest; undefined if one has none. */
function changes(cells: readonly ComparedCell[]): string | undefined {
  const sorted = [...cells].sort(
    (one, other) => (one.comparison.differencePercent ?? 0) - (other.comparison.differencePercent ?? 0),
  )
  const texts = sorted.flatMap((cell) => cellDifference(cell) ?? [])
  const [least = '', most = ''] = [texts[0], texts.at(-1)]
  if (texts.length < cells.length) return undefined
  return least === most
    ? changeOne({ change: least })
    : changeRange({ interval: `${least.replace(/\u202f%$/, '')} to ${most}` })
}

/** How large differences are, without their sign: "by 12 to 41 %", with the decimals that the least certain one justifies. */
function amounts(cells: readonly ComparedCell[]): string {
  const sizes = cells.flatMap(({ comparison }) => Math.abs(comparison.differencePercent ?? NaN))
  const decimals = smallestOf(
    cells.map(({ comparison: { lowPercent, highPercent } }) => decimalsOf(lowPercent, highPercent) ?? 2),
  )
  const [least, most] = [smallestOf(sizes), largestOf(sizes)].map((size) => sizeText(size, decimals))
  if (least === undefined || most === undefined || least === most) return byOne({ percent: most ?? '' })
  return byRange({ least, most })
}

function sizeText(percent: number, decimals = 2): string {
  return `${formatDecimals(Math.abs(percent), decimals)}\u202f%`
}
