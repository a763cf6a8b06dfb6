import {
  cellsOf,
  type ComparisonFacts,
  intervalIsWrong,
  logIntervalOf,
  percentIsWrong,
  sidesAreWrong,
} from './check-comparison'
import { metricOf, named } from './groups'
import { isPrinted } from './raw-facts'
import { differs, type Said, wrongIf } from './read-back'

const verdictsOf: Readonly<Record<string, readonly string[]>> = {
  'answer-equal': ['equivalent'],
  'answer-equal-all': ['equivalent'],
  'answer-small': ['uncertain'],
  'answer-open': ['inconclusive'],
  'answer-alike': ['inconclusive'],
  'answer-untested': ['untested'],
}

/** The metric of the answer, which its slots name. */
export function answeredMetric(all: readonly Said[]): string {
  return metricOf(all.find(({ id }) => id.startsWith('answer-'))?.slots.get('metric') ?? '')
}

/** Holds the first sentence of an article against the runs. */
export function answerIsWrong(said: Said, facts: ComparisonFacts, metric: string): string | undefined {
  const { cells, verdicts } = cellsOf(facts, metric)
  const judged = cells.map((cell) => ({
    cell,
    verdict: verdicts.find((one) => one.cell.runIds === cell.runIds)?.verdict ?? 'untested',
  }))
  type Judged = (typeof judged)[number]
  const whereIsWrong = (one: Said, own: readonly Judged[]): string | undefined => {
    const [where] = one.parts.get('where') ?? []
    if (where === undefined) return 'where?'
    if (where.id === 'answer-in-all')
      return wrongIf(own.length < cells.length, 'not in all') ?? differs(where, 'count', cells.length)
    if (where.id === 'answer-in-some')
      return (
        wrongIf(own.length === cells.length, 'in all') ??
        differs(where, 'count', own.length) ??
        differs(where, 'all', cells.length)
      )
    const cases = where.parts.get('cases') ?? []
    const places = cases.map((quoted) => named(cells, (quoted.slots.get('case') ?? '').split(' · ')))
    return (
      places.find((place) => typeof place === 'string') ??
      wrongIf(
        [...places].sort().join() !==
          own
            .map(({ cell }) => cells.indexOf(cell))
            .sort()
            .join(),
        'other cases',
      )
    )
  }
  const byIsWrong = (one: Said, own: readonly Judged[]): string | undefined => {
    const sizes = own.map(({ cell }) => Math.abs(cell.percent))
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
    const [by] = one.parts.get('by') ?? []
    const isSize = (slot: string, size: number) =>
      wrongIf(!isPrinted(by?.slots.get(slot) ?? '', size, '%'), `it is ${String(size)} %`)
    if (by?.id === 'answer-by') return isSize('percent', least) ?? isSize('percent', most)
    return isSize('least', least) ?? isSize('most', most)
  }
  const of = (...wanted: readonly string[]) => judged.filter(({ verdict }) => wanted.includes(verdict))
  const marginIsWrong = (one: Said) =>
    wrongIf(one.slots.has('margin') && !isPrinted(one.slots.get('margin') ?? '', 1, '%'), 'the margin is 1 %')
  const partIsWrong = (part: Said) => {
    const own = of(...(verdictsOf[part.id] ?? [part.slots.get('way') ?? '']))
    return (
      wrongIf(own.length === 0, 'there is none') ??
      marginIsWrong(part) ??
      whereIsWrong(part, own) ??
      (part.parts.has('by') ? byIsWrong(part, own) : undefined)
    )
  }
  const wrong =
    sidesAreWrong(said, facts) ??
    wrongIf(metricOf(said.slots.get('metric') ?? '') !== metric, 'it is another metric')
  if (wrong !== undefined) return wrong
  if (said.id === 'answer-printed') {
    const percents = judged.map(({ cell }) => cell.percent)
    const [least, most] = [Math.min(...percents), Math.max(...percents)]
    const [by] = said.parts.get('by') ?? []
    return (
      wrongIf(verdicts.length > 0, 'some are tested') ??
      whereIsWrong(said, judged) ??
      (by?.id === 'answer-change'
        ? (percentIsWrong(by.slots.get('change'), least) ?? percentIsWrong(by.slots.get('change'), most))
        : intervalIsWrong(by?.slots.get('interval'), [least, most]))
    )
  }
  if (said.id === 'answer-one-case') {
    const [{ cell } = { cell: undefined }, ...more] = judged
    if (cell === undefined || more.length > 0) return 'it is not the only case'
    const way = cell.percent > 0 ? 'higher' : 'lower'
    return (
      wrongIf(said.slots.get('way') !== way, `it is ${way}`) ??
      percentIsWrong(said.slots.get('percent'), Math.abs(cell.percent)) ??
      (cell.isPaired
        ? undefined
        : intervalIsWrong(said.slots.get('interval'), logIntervalOf(cell.a, cell.b) ?? [NaN, NaN]))
    )
  }
  const rest = said.parts.get('rest') ?? []
  const [first, second] = [of('better'), of('worse')].sort((one, other) => other.length - one.length)
  return (
    partIsWrong(said) ??
    rest.map(partIsWrong).find((one) => one !== undefined) ??
    (said.id === 'answer-ahead'
      ? (wrongIf(of(said.slots.get('way') ?? '').length < (first?.length ?? 0), 'the other way leads') ??
        wrongIf(
          rest.length !==
            [second ?? [], of('uncertain'), of('equivalent'), of('inconclusive'), of('untested')].filter(
              (own) => own.length > 0,
            ).length,
          'something is left out',
        ))
      : undefined)
  )
}
