import type { ReviewReader } from '../../../src/bench/store/review-store'
import { finish } from '../../../src/core/iterables'
import type { PublishedValue } from '../../../src/core/results/published-result'
import { samplePublication } from '../store/sample-import'
import { differs, rangeIsWrong, type Said, wrongIf } from './read-back'
import { percentIsWrong } from './check-comparison'
import { requests, scattered, SimulatedReview } from './simulated'

/** Two configurations of a printed table, or one and a drive that was measured, and what a figure of them may say. */
export interface PrintedPair {
  readonly baseline: string
  readonly candidate: string
  /** Means of the cases on both sides, by the way each was made; of a difference only its percentage is known. */
  readonly percent: readonly number[]
  readonly estimate: 'compared-printed-ratio' | 'compared-printed-difference' | 'compared-ratio'
  /** Runs of the measured side. */
  readonly runs: number | undefined
  readonly source: string
}

const source = 'A magazine, 2011, table 14'
const printedMeans = { old: [1000, 2000], new: [1100, 2600] }

/** Printed means, a printed difference, and runs, all of two cases at the queue depths 1 and 2. */
export function printedReview(): ReviewReader {
  const made = new SimulatedReview()
  const depths = [1, 2]
  const plan = {
    ...samplePublication().plan,
    ...{ name: 'Printed table', base: { pattern: 'random', block_size: 4096 } },
    axes: [{ key: 'queue_depth', levels: depths }],
  }
  const print = (configuration: string, values: readonly PublishedValue[]) =>
    finish(
      made.review.importCampaigns([
        {
          ...samplePublication(),
          ...{ plan, configuration, publication: { source, note: '' } },
          cases: depths.map((queue_depth, at) => ({
            ...{ index: at, key: `queue_depth=${String(queue_depth)}`, levels: { queue_depth } },
          })),
          published: values.map((value, caseIndex) => ({
            caseIndex,
            result: {
              ...{ test: 'random-read', direction: 'total', metric: 'iops', unit: 'IOPS' },
              ...{ levels: { queue_depth: depths[caseIndex] ?? 0 }, value },
            },
          })),
        },
      ]),
    )
  for (const [configuration, means] of Object.entries(printedMeans))
    print(
      configuration,
      means.map((mean) => ({ kind: 'summary', mean })),
    )
  print(
    'newest',
    [5, 7].map((differencePercent) => ({ kind: 'difference', differencePercent, baseline: 'older' })),
  )
  made.add({
    plan: { ...plan, repetitions: 5 },
    ...{ drive: 'SSD', configuration: 'mine' },
    measure: ({ queue_depth: depth }, repetition) =>
      requests('random-read', scattered(1200 * Number(depth), 0.01, repetition), 4096, 100),
  })
  return made.review
}

export const printedPairs: readonly PrintedPair[] = [
  {
    ...{ baseline: 'old', candidate: 'new', percent: [10, 30], runs: undefined, source },
    estimate: 'compared-printed-ratio',
  },
  {
    ...{ baseline: 'older', candidate: 'newest', percent: [5, 7], runs: undefined, source },
    estimate: 'compared-printed-difference',
  },
  {
    ...{ baseline: 'old', candidate: 'mine', percent: [20, 20], runs: 5, source },
    estimate: 'compared-ratio',
  },
]

/** Holds what stands below a figure of printed numbers against the table. */
export function printedIsWrong(said: Said, pair: PrintedPair): string | undefined {
  const { slots, parts } = said
  const isNamed = (slot: string, name: string) => wrongIf(slots.get(slot) !== name, `it is ${name}`)
  const runsAreWrong = (means: Said | undefined) => {
    const [runs] = means?.parts.get('runs') ?? []
    if (pair.runs === undefined) return undefined
    if (runs?.id !== 'compared-some-unknown') return 'the runs of a side were not printed'
    return rangeIsWrong(runs, 'runs', [pair.runs])
  }
  switch (said.id) {
    case 'compared-change': {
      const [estimate] = parts.get('estimates') ?? []
      const candidate = estimate?.parts.get('candidate')?.[0]
      return (
        isNamed('candidates', pair.candidate) ??
        isNamed('baseline', pair.baseline) ??
        wrongIf(estimate?.id !== pair.estimate, `the estimate is ${pair.estimate}`) ??
        wrongIf(
          pair.runs !== undefined && estimate?.parts.get('baseline')?.[0]?.id !== 'compared-unknown-runs',
          'the runs of a side were not printed',
        ) ??
        (candidate && pair.runs !== undefined ? rangeIsWrong(candidate, 'runs', [pair.runs]) : undefined)
      )
    }
    case 'compared-hollow':
    case 'compared-factors':
      return undefined
    case 'compared-sides': {
      const [what] = parts.get('what') ?? []
      return pair.runs === undefined
        ? wrongIf(
            what?.id !== 'compared-printed-means' || what.slots.get('the') !== 'Printed',
            'they are printed',
          )
        : runsAreWrong(what)
    }
    case 'compared-means-alone': {
      const [means] = parts.get('means') ?? []
      return (
        runsAreWrong(means) ??
        wrongIf(
          pair.runs === undefined &&
            (means?.id !== 'compared-printed-means' || means.slots.get('the') !== 'Printed'),
          'they are printed',
        )
      )
    }
    case 'compared-advantage':
      return isNamed('candidates', pair.candidate) ?? isNamed('baseline', pair.baseline)
    case 'table-ratios':
    case 'table-changes': {
      const [means] = parts.get('means') ?? []
      const the = said.id === 'table-changes' ? 'Printed' : 'printed'
      return (
        isNamed('candidates', pair.candidate) ??
        isNamed('baseline', pair.baseline) ??
        runsAreWrong(means) ??
        wrongIf(pair.runs === undefined && means?.slots.get('the') !== the, 'they are printed')
      )
    }
    case 'caption-better':
      return wrongIf(slots.get('way') !== 'Higher', 'more I/Os are better')
    case 'compared-printed-in':
      return isNamed('sources', pair.source)
    case 'compared-geometric': {
      const change = /^(\S+\u202f%)/u.exec(slots.get('change') ?? '')?.[1]
      const logs = pair.percent.map((percent) => Math.log(1 + percent / 100))
      return (
        isNamed('candidate', pair.candidate) ??
        wrongIf(slots.get('metric') !== 'IOPS', 'another metric') ??
        differs(said, 'cells', pair.percent.length) ??
        percentIsWrong(change, 100 * Math.expm1(logs.reduce((sum, one) => sum + one, 0) / logs.length))
      )
    }
    case 'table-no-difference':
      return undefined
    default:
      return 'nothing checks it'
  }
}
