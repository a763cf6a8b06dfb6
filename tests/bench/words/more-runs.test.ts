import { expect, it } from 'vitest'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { MoreRunsOfCases, moreRunsText } from '../../../src/core/comparison/texts/more-runs'
import { comparisonData, selection, type SampleCampaign } from '../../core/comparison/sample-data'
import { Audit } from './audited'
import { deviationOf, isPrinted, meanOf } from './raw-facts'
import { countOf, differs, type Said, wrongIf } from './read-back'
import { requests, scattered, SimulatedReview } from './simulated'
import { criticalT, logGamma } from './student'

/** What is compared: the values of one case by side and group, a group a campaign; the other case scatters widely. */
interface World {
  readonly name: string
  readonly values: readonly [
    baseline: readonly (readonly number[])[],
    candidate: readonly (readonly number[])[],
  ]
  readonly margin: number
  /** What the groups are called, one and several; unset: the runs are compared. */
  readonly units?: readonly [one: string, several: string]
  readonly group?: string
  readonly isPaired?: true
  /** How many cases are tested. */
  readonly cases?: 2
  readonly more?: Partial<SampleCampaign>
  readonly remedy?: string
}

/** Five values about a middle, these steps of a share apart. */
const around = (middle: number, share: number, steps = [-2, -1, 0, 1, 2]) =>
  steps.map((step) => middle * (1 + share * step))

const levels = ['6.1', '6.12', '6.18']

const worlds: readonly World[] = [
  { name: 'open', values: [[around(1000, 0.01)], [around(1030, 0.012)]], margin: 1 },
  { name: 'open loss', values: [[around(1000, 0.01)], [around(965, 0.008)]], margin: 1.5 },
  { name: 'within', values: [[around(1000, 0.008)], [around(1003, 0.009)]], margin: 2 },
  { name: 'of two', values: [[around(1000, 0.01)], [around(1040, 0.012)]], margin: 1, cases: 2 },
  { name: 'uneven', values: [[around(1000, 0.01)], [around(1030, 0.01, [-2, 0, 1])]], margin: 1 },
  { name: 'few and clear', values: [[around(1000, 0.001, [-1, 0, 1])], [around(1500, 0.001)]], margin: 1 },
  { name: 'one run', values: [[[1000]], [[1100]]], margin: 1 },
  { name: 'settled', values: [[around(1000, 0.001)], [around(1500, 0.001)]], margin: 1 },
  { name: 'no margin', values: [[around(1000, 0.01)], [around(1000, 0.01)]], margin: 0 },
  { name: 'wide', values: [[around(1000, 0.3)], [around(1030, 0.3)]], margin: 1 },
  { name: 'very wide', values: [[[100, 9000, 50]], [[80, 7000, 30]]], margin: 1 },
  { name: 'wide of two', values: [[around(1000, 0.3)], [around(1030, 0.3)]], margin: 1, cases: 2 },
  { name: 'on the margin', values: [[around(1000, 0.05)], [around(1010, 0.05)]], margin: 1 },
  {
    ...{ name: 'wide pairs', isPaired: true, margin: 1 },
    values: [[around(1000, 0.1)], [around(1020, 0.1, [2, -1, 1, 0, -2])]],
  },
  {
    ...{ name: 'open pairs', isPaired: true, margin: 1 },
    values: [[around(1000, 0.1)], [around(1020, 0.1, [-2.1, -0.9, 0.1, 1.1, 1.9])]],
  },
  {
    ...{ name: 'samples', units: ['sample', 'samples'], margin: 1, remedy: 'more-samples' },
    values: [
      [980, 1000, 1025].map((middle) => around(middle, 0.001)),
      [1040, 1070, 1045].map((middle) => around(middle, 0.001)),
    ],
  },
  {
    // What the runs scatter hides whether the samples differ.
    ...{ name: 'samples of wide runs', units: ['sample', 'samples'], margin: 1, remedy: 'more-samples' },
    values: [
      [990, 1000, 1012, 1005].map((middle) => around(middle, 0.02)),
      [1020, 1042, 1030].map((middle) => around(middle, 0.02)),
    ],
  },
  {
    ...{ name: 'wide samples', units: ['sample', 'samples'], margin: 1 },
    values: [
      [800, 1000, 1200].map((middle) => around(middle, 0.001)),
      [820, 1030, 1170].map((middle) => around(middle, 0.001)),
    ],
  },
  {
    ...{ name: 'wide samples of two cases', units: ['sample', 'samples'], margin: 1, cases: 2 },
    values: [
      [800, 1000, 1200].map((middle) => around(middle, 0.001)),
      [820, 1030, 1170].map((middle) => around(middle, 0.001)),
    ],
  },
  ...(
    [
      ['day', 'days', 'more-days', {}, undefined],
      ['day', 'days', 'more-days', {}, 'date'],
      [
        'format',
        'formats',
        'more-formats',
        { isPurged: true, createdAtMs: Date.UTC(2026, 10, 20) },
        undefined,
      ],
      ['campaign', 'campaigns', 'more-campaigns', {}, 'campaign'],
    ] as const
  ).map(([one, several, remedy, more, group]): World => ({
    ...{ name: `${several} of ${String(group)}`, units: [one, several], margin: 1, remedy, more },
    ...(group !== undefined && { group }),
    values: [
      [980, 1000, 1025].map((middle) => around(middle, 0.001)),
      [1040, 1070, 1045].map((middle) => around(middle, 0.001)),
    ],
  })),
  {
    // Both sides have each kernel, which is compared with itself.
    ...{ name: 'kernels', units: ['level of kernel', 'levels of kernel'], isPaired: true, margin: 1 },
    ...{ group: 'kernel', remedy: 'more-levels' },
    values: [
      [980, 1000, 1025].map((middle) => around(middle, 0.001)),
      [1001, 1039, 1050].map((middle) => around(middle, 0.001)),
    ],
  },
]

function comparisonOf({ name, values, margin, units, group, isPaired, cases, more }: World) {
  const hasSerials = units?.[0] === 'sample'
  const campaigns = values.flatMap((groups, side) =>
    groups.map((runs, at): SampleCampaign => {
      const model = side === 0 ? 'A' : 'B'
      const isKernel = units?.[0].includes('kernel')
      return {
        ...{ id: 10 * side + at + 1, configuration: model, model },
        axes: [{ key: 'read_percent', levels: cases === 2 ? [100, 50] : [100] }],
        ...(hasSerials && { serial: `${name}${String(side)}${String(at)}` }),
        ...(isKernel && { kernel: levels[at] ?? '' }),
        ...(isPaired &&
          !isKernel && {
            order: 'interleaved' as const,
            interleaved: { schedule: '00000000-0000-4000-8000-000000000001', place: side, of: 2, seed: 3 },
            startMs: Date.UTC(2026, 10, 20) + side * 60_000,
            everyMs: 120_000,
          }),
        ...more,
        runs: ({ read_percent: reads }) =>
          reads === 50 ? around((700 + 10 * side) * (1 + at / 5), 0.4) : runs,
      }
    }),
  )
  const side = (model: string) => selection(`configuration=${model}`)
  return compareCampaigns(comparisonData(campaigns), {
    ...{ baseline: side('A'), candidates: [side('B')], marginPercent: margin },
    ...(group !== undefined && { group }),
    acceptance: 'they are made so',
  })
}

/** The one value of each unit. */
function unitsOf({ values, units }: World): readonly [readonly number[], readonly number[]] {
  const of = (groups: readonly (readonly number[])[]) =>
    units === undefined ? groups.flat() : groups.map(meanOf)
  return [of(values[0]), of(values[1])]
}

/** χ² with these degrees of freedom at x. */
function chiSquare(x: number, df: number): number {
  return Math.exp((df / 2 - 1) * Math.log(x) - x / 2 - (df / 2) * Math.LN2 - logGamma(df / 2))
}

/** An integral by the middles of narrow strips, of a square so that no end is infinite. */
function integral(of: (x: number) => number, to: number): number {
  const steps = 4000
  const width = Math.sqrt(to) / steps
  let sum = 0
  for (let at = 0; at < steps; at++) {
    const root = (at + 0.5) * width
    sum += of(root * root) * 2 * root * width
  }
  return sum
}

/** The 80 % upper limit of a deviation: a fifth of all χ² lies below what divides it. */
function upperLimit(deviation: number, df: number): number {
  let [low, high] = [0, 10 * df]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (integral((x) => chiSquare(x, df), middle) < 0.2) low = middle
    else high = middle
  }
  return deviation * Math.sqrt(df / low)
}

/** Scatter of the values, or of the ratios of pairs, at its upper limit. */
function scatterOf(world: World): number {
  const [a, b] = unitsOf(world)
  if (world.isPaired) {
    const logs = b.map((value, at) => Math.log(value / (a[at] ?? NaN)))
    return upperLimit(deviationOf(logs), logs.length - 1)
  }
  const squares = [a, b].map((side) => (side.length - 1) * (deviationOf(side) / meanOf(side)) ** 2)
  const df = a.length + b.length - 2
  return upperLimit(Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / df), df)
}

/** How far the difference is from the margin, as logarithms. */
function gapOf(world: World): number {
  const [a, b] = unitsOf(world)
  const seen = world.isPaired
    ? meanOf(b.map((value, at) => Math.log(value / (a[at] ?? NaN))))
    : Math.log(meanOf(b) / meanOf(a))
  return Math.abs(seen) - Math.log1p(world.margin / 100)
}

const normal = (z: number): number => {
  // Marsaglia's series.
  let [sum, term] = [z, z]
  for (let odd = 3; Math.abs(term) > 1e-17 && odd < 400; odd += 2) sum += term *= (z * z) / odd
  return Math.abs(z) > 9 ? Number(z > 0) : 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

/** The chance that a t test of this many values a side finds an effect, by its definition. */
function powerOf(effect: number, count: number, alpha: number, isPaired: boolean): number {
  const df = isPaired ? count - 1 : 2 * count - 2
  const shift = effect * Math.sqrt(isPaired ? count : count / 2)
  const critical = criticalT(alpha, df)
  return integral(
    (x) => {
      const at = critical * Math.sqrt(x / df)
      return chiSquare(x, df) * (1 - normal(at - shift) + normal(-at - shift))
    },
    df + 12 * Math.sqrt(2 * df) + 40,
  )
}

/** The chance that this many values a side settle the verdict. */
function chanceOf(world: World, count: number): number {
  const [gap, scatter] = [gapOf(world), scatterOf(world)]
  const isPaired = world.isPaired === true
  const power = (distance: number, alpha: number) => powerOf(distance / scatter, count, alpha, isPaired)
  if (gap >= 0) return power(gap, 0.05 / (world.cases ?? 1))
  const other = gap + 2 * Math.log1p(world.margin / 100)
  return power(-gap, 0.05) + power(other, 0.05) - 1
}

/** Whether a count is the least that settles the verdict with a chance of 0.8, and five at least. */
function countIsWrong(world: World, count: number): string | undefined {
  return (
    wrongIf(count < 5, 'a verdict takes five') ??
    wrongIf(chanceOf(world, count) < 0.799, 'that is too few') ??
    wrongIf(count > 5 && chanceOf(world, count - 1) > 0.801, 'that is too many')
  )
}

const unitIs = (said: Said, slot: string, world: World) =>
  wrongIf(said.slots.get(slot) !== (world.units?.[1] ?? 'runs'), 'they are others')

function missingIsWrong(said: Said, world: World, count: number): string | undefined {
  const [a, b] = unitsOf(world)
  return (
    differs(said, 'baseline', Math.max(0, count - a.length)) ??
    differs(said, 'candidate', Math.max(0, count - b.length))
  )
}

/** Share of the variance of the means of groups that is not that of their runs, of the side where it is less. */
function betweenOf({ values }: World): number {
  const shares = values.map((groups) => {
    const ofMeans = deviationOf(groups.map(meanOf)) ** 2
    const within = meanOf(groups.map((runs) => deviationOf(runs) ** 2 / runs.length))
    return Math.max(0, 1 - within / ofMeans)
  })
  return Math.min(...shares)
}

const percentIn = (text = '') => Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', ''))
/** To two digits. */
const isAbout = (text: string | undefined, percent: number) =>
  Math.abs(percentIn(text) - percent) <= 0.5 * 10 ** (Math.floor(Math.log10(percent)) - 1) * 1.01

function isWrong(said: Said, world: World): string | undefined {
  const counted = countOf(said, said.slots.has('runs') ? 'runs' : 'count')
  switch (said.id) {
    case 'more-wanted':
      return (
        wrongIf(world.units !== undefined, 'runs are not compared') ??
        wrongIf(!isPrinted(said.slots.get('margin') ?? '', world.margin, '%'), 'another margin') ??
        countIsWrong(world, counted) ??
        missingIsWrong(said, world, counted)
      )
    case 'more-least':
      return differs(said, 'runs', 5) ?? missingIsWrong(said, world, 5)
    case 'more-none-needed':
      return wrongIf(world.name !== 'settled', 'it is open')
    case 'more-no-margin':
    case 'more-set-margin':
      return (
        wrongIf(world.margin > 0 || gapOf(world) !== 0, 'there is a margin or a difference') ??
        (said.slots.has('units') ? unitIs(said, 'units', world) : undefined)
      )
    case 'more-too-wide': {
      const [gap] = said.parts.get('gap') ?? []
      const away = 100 * Math.expm1(Math.abs(gapOf(world)))
      const units = world.units?.[1] ?? 'runs'
      return (
        unitIs(said, 'units', world) ??
        wrongIf(
          said.slots.get('what') !== (world.isPaired ? `ratios of pairs of ${units}` : units),
          'they are others',
        ) ??
        wrongIf(!isAbout(said.slots.get('scatter'), 100 * scatterOf(world)), 'they scatter otherwise') ??
        wrongIf((gap?.id === 'more-at-margin') !== away < 1e-9, 'whether it is at the margin') ??
        wrongIf(gap?.slots.has('gap') === true && !isAbout(gap.slots.get('gap'), away), 'another gap') ??
        wrongIf(!isPrinted(said.slots.get('margin') ?? '', world.margin, '%'), 'another margin') ??
        differs(said, 'most', 100) ??
        wrongIf(chanceOf(world, 100) > 0.801, 'a hundred are enough')
      )
    }
    case 'more-scatter-less':
    case 'more-wider-margin':
      return (
        wrongIf((world.units === undefined) !== (said.id === 'more-scatter-less'), 'runs or groups') ??
        wrongIf((said.parts.get('fewer') ?? []).length > 0 !== (world.cases === 2), 'one case or more') ??
        wrongIf(
          said.parts.has('order') && (said.parts.get('order') ?? []).length > 0 === (world.isPaired === true),
          'whether they are in turn already',
        )
      )
    case 'more-groups': {
      const [between] = said.parts.get('between') ?? []
      const least = 100 * betweenOf(world)
      const share = percentIn(between?.slots.get('share'))
      return (
        unitIs(said, 'units', world) ??
        countIsWrong(world, counted) ??
        missingIsWrong(said, world, counted) ??
        wrongIf((between === undefined) !== least < 10, `it is ${String(least)} %`) ??
        wrongIf(
          between !== undefined && !(share <= least && share >= Math.min(95, least - 5)),
          `it is ${String(least)} %`,
        ) ??
        wrongIf(between !== undefined && between.slots.get('one') !== world.units?.[0], 'they are others') ??
        (between && unitIs(between, 'units', world))
      )
    }
    case 'more-levels':
      return unitIs(said, 'units', world)
    default:
      return wrongIf(said.id !== world.remedy, `it is ${world.remedy ?? 'nothing'}`)
  }
}

/** Runs with a sixth of the I/Os that their percentile needs, and one with fewer. */
function shortRuns(): SimulatedReview {
  const made = new SimulatedReview()
  for (const configuration of ['A', 'B'])
    made.add({
      plan: { name: 'Short', axes: [{ key: 'read_percent', levels: [100] }], repetitions: 3 },
      ...{ drive: 'Swift', configuration },
      measure: (_, repetition) => [
        ...requests('random-mix', 1000, 4096, 100),
        {
          ...{ test: 'random-mix', direction: 'total' },
          values: {
            latency_p99: scattered(1e6, 0.1, repetition),
            io_count: configuration === 'B' && repetition === 2 ? 640 : 800,
          },
        },
      ],
    })
  return made
}

const shortIsWrong = (said: Said) =>
  said.id === 'more-longer-runs'
    ? (differs(said, 'least', 1000) ?? differs(said, 'ios', 640))
    : wrongIf(said.id !== 'more-lower-percentile', 'the runs are too short')

it('says how many more runs settle a verdict, or why none do, as the theory of t tests has it', () => {
  const said = new Audit()
  for (const world of worlds) {
    const comparison = comparisonOf(world)
    const [cell] = comparison.candidates[0]?.cells ?? []
    if (cell === undefined) throw new Error(`nothing is compared in ${world.name}`)
    const text = moreRunsText(new MoreRunsOfCases(comparison).of(cell), world.margin)
    said.add(world.name, text, () => (one) => isWrong(one, world), ['more-'])
  }
  const side = (value: string) => [{ key: 'configuration', value }]
  const sides = { baseline: side('A'), candidates: [side('B')] }
  const comparison = shortRuns().review.compare({ ...sides, metric: 'latency_p99' })
  const [cell] = comparison.candidates[0]?.cells ?? []
  if (cell === undefined) throw new Error('nothing is compared')
  const text = moreRunsText(new MoreRunsOfCases(comparison).of(cell), 1)
  said.add('short runs', text, () => shortIsWrong, ['more-'])
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['more-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})
