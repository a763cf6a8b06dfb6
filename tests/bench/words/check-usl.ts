import { deviationOf, isPrinted, meanOf } from './raw-facts'
import { type Said, wrongIf } from './read-back'

/** The runs at one load. */
export interface LoadRuns {
  readonly load: number
  /** What is fitted: the average that is drawn. */
  readonly rate: number
  readonly values: readonly number[]
}

interface Fit {
  readonly lambda: number
  readonly sigma: number
  readonly kappa: number
  readonly error: number
}

type Rates = readonly { readonly load: number; readonly rate: number }[]

/** The law at given contention and coherency, with the best rate at a load of 1. */
function lawAt(points: Rates, sigma: number, kappa: number): Fit {
  const share = (n: number) => n / (1 + sigma * (n - 1) + kappa * n * (n - 1))
  const squares = points.reduce((sum, { load }) => sum + share(load) ** 2, 0)
  const lambda = points.reduce((sum, { load, rate }) => sum + rate * share(load), 0) / squares
  const error = points.reduce((sum, { load, rate }) => sum + (rate - lambda * share(load)) ** 2, 0)
  return { lambda, sigma, kappa, error }
}

/** Least squares by halving steps along both parameters and both diagonals; slow, and nothing like what the app does. */
function fitOf(points: Rates, hasKappa: boolean): Fit {
  let best = lawAt(points, 0.05, hasKappa ? 1e-4 : 0)
  for (let size = 1; size > 1e-7; size *= 0.7)
    for (let isBetter = true; isBetter;) {
      isBetter = false
      for (const [ds, dk] of [
        ...([
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const),
        ...([
          [1, -1],
          [-1, 1],
          [1, 1],
          [-1, -1],
        ] as const),
        ...([
          [1, -0.1],
          [-1, 0.1],
          [0.1, -1],
          [-0.1, 1],
        ] as const),
      ]) {
        const [sigma, kappa] = [best.sigma + ds * size * 0.1, best.kappa + dk * size * 0.005]
        const isLaw = points.every(({ load: n }) => 1 + sigma * (n - 1) + kappa * n * (n - 1) > 0)
        const next = isLaw && (hasKappa || dk === 0) ? lawAt(points, sigma, kappa) : undefined
        if (next === undefined || next.error >= best.error * (1 - 1e-12)) continue
        best = next
        isBetter = true
      }
    }
  return best
}

const parameters = ['lambda', 'sigma', 'kappa'] as const

/** How far each parameter may be off, by how the scatter of each mean moves it: one standard deviation. */
function scatterOf(points: readonly LoadRuns[], fit: Fit, hasKappa: boolean) {
  const squares = { lambda: 0, sigma: 0, kappa: 0 }
  for (const { load, values } of points) {
    const n = values.length
    // Means are drawn from Student's t, whose deviation is wider than that of the normal distribution.
    const own = (deviationOf(values) / Math.sqrt(n)) * Math.sqrt((n - 1) / Math.max(1, n - 3))
    const moved = fitOf(
      points.map((one) => ({ load: one.load, rate: one.rate + (one.load === load ? own : 0) })),
      hasKappa,
    )
    for (const one of parameters) squares[one] += (moved[one] - fit[one]) ** 2
  }
  return squares
}

const number = (text: string) => Number(text.replaceAll(',', '').replace('\u2212', '-'))

/** Three digits are printed. */
const isNear = (told: number, value: number) => Math.abs(told - value) <= 0.006 * Math.abs(value) + 1e-7

/** Holds the fit of a line against one of its own. `unit`: base units of what is printed. */
export function uslIsWrong(said: Said, points: readonly LoadRuns[], isOfMeans: boolean): string | undefined {
  const isSet = said.parts.get('kappaEnds')?.[0]?.id === 'scaling-no-coherency'
  const fit = fitOf(points, !isSet)
  const lambda = said.slots.get('lambda') ?? ''
  const factor = fit.lambda / number(/^\S+?(?=[ \u202f])/u.exec(lambda)?.[0] ?? lambda)
  const scale = 1000 ** Math.round(Math.log10(factor) / 3)
  const has = (one: string) => (said.parts.get(`${one}Ends`) ?? []).some(({ id }) => id === 'scaling-ends')
  const isTold = points.every(({ values }) => values.length >= 3) && isOfMeans
  const reason = said.slots.get('intervals') ?? ''
  const [peak] = said.parts.get('peak') ?? []
  const top = fit.kappa > 0 && fit.sigma < 1 ? Math.sqrt((1 - fit.sigma) / fit.kappa) : undefined
  const negative = isSet ? fitOf(points, true).kappa : -1
  const squares = has('lambda') ? scatterOf(points, fit, !isSet) : undefined
  const endsAreWrong = (one: (typeof parameters)[number]) => {
    const ends = said.parts.get(`${one}Ends`)?.[0]
    if (squares === undefined || ends?.id !== 'scaling-ends') return undefined
    const half = 1.96 * Math.sqrt(squares[one])
    const by = one === 'lambda' ? scale : 1
    const off = [
      fit[one] - by * number(ends.slots.get('low') ?? ''),
      by * number(ends.slots.get('high') ?? '') - fit[one],
    ]
    return wrongIf(
      off.some((each) => each < 0.4 * half || each > 2.5 * half),
      `the half width of ${one} is about ${String(half)}`,
    )
  }
  return (
    wrongIf(
      !isPrinted(lambda, fit.lambda) &&
        !isNear(number(lambda.split(/[ \u202f]/u)[0] ?? '') * scale, fit.lambda),
      `\u03bb is ${String(fit.lambda)}`,
    ) ??
    wrongIf(!isNear(number(said.slots.get('sigma') ?? ''), fit.sigma), `\u03c3 is ${String(fit.sigma)}`) ??
    wrongIf(!isNear(number(said.slots.get('kappa') ?? ''), fit.kappa), `\u03ba is ${String(fit.kappa)}`) ??
    wrongIf(negative > 0, '\u03ba is above 0') ??
    wrongIf((top === undefined) !== (peak?.id === 'scaling-no-peak'), 'whether there is a peak') ??
    wrongIf(
      top !== undefined && !isNear(number(peak?.slots.get('threads') ?? ''), top),
      `the peak is at ${String(top)}`,
    ) ??
    wrongIf(has('lambda') !== reason.startsWith('95'), 'whether there are intervals') ??
    wrongIf(has('lambda') && !isTold, 'there are too few runs, or other averages') ??
    wrongIf(reason.includes('three runs') && (isTold || !isOfMeans), 'there are enough') ??
    wrongIf(reason.includes('means of the runs') !== !isOfMeans, 'they are the other average') ??
    wrongIf(
      reason.includes('scatter') &&
        (!isTold || !points.some(({ values }) => deviationOf(values) > 0.3 * meanOf(values))),
      'they do not scatter so widely',
    ) ??
    parameters.map(endsAreWrong).find((one) => one !== undefined)
  )
}

/** Why there is no fit: the whole law has a parameter below 0, or a line is as near. */
export function noModelIsWrong(said: Said, points: readonly LoadRuns[]): string | undefined {
  const fit = fitOf(points, true)
  const slope =
    points.reduce((sum, { load, rate }) => sum + load * rate, 0) /
    points.reduce((sum, { load }) => sum + load ** 2, 0)
  const origin = points.reduce((sum, { load, rate }) => sum + (rate - slope * load) ** 2, 0)
  const isBelow = fit.sigma < 0 || fit.kappa < 0
  return said.slots.get('why')?.startsWith('a straight') === true
    ? wrongIf(fit.error < 0.2 * origin, 'the law is nearer than a line')
    : wrongIf(!isBelow, `\u03c3 is ${String(fit.sigma)} and \u03ba ${String(fit.kappa)}`)
}
