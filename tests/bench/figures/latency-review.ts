import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from '../store/sample-review'
import type { Plan } from '../../../src/core/plan/plan'
import type { Histogram, Observation } from '../../../src/core/results/observation'
import { platIndexToValue } from '../../../src/core/engines/fio/output/read-latency'
import { seededRandom } from '../../../src/core/statistics/special/seeded-random'

/** A draw from a service time that is usually short and occasionally long, in ns. */
function serviceNs(random: () => number, usualNs: number): number {
  const u = 1 - random()
  if (random() < 0.001) return usualNs * 20 * u ** -0.5
  return usualNs * (0.7 - 0.35 * Math.log(u))
}

/** The bin of fio's table (64 a doubling) that holds a latency. */
function binOf(ns: number): number {
  if (ns < 128) return platIndexToValue(Math.floor(ns), 6, 64)
  const bits = Math.floor(Math.log2(ns)) - 6
  return platIndexToValue(bits * 64 + Math.floor(ns / 2 ** bits), 6, 64)
}

/** The histogram of this many I/Os of a drive with this usual latency. */
export function latencyHistogram(random: () => number, usualNs: number, ios: number): Histogram {
  const counts = new Map<number, number>()
  for (let io = 0; io < ios; io++) {
    const bin = binOf(serviceNs(random, usualNs))
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  const binsNs = [...counts.keys()].sort((a, b) => a - b)
  return {
    ...{ kind: 'histogram', source: 'engine', test: 'random-read', direction: 'read' },
    ...{ metric: 'completion', unit: 'ns', binsNs, counts: binsNs.map((bin) => counts.get(bin) ?? 0) },
  }
}

const plan: Plan = {
  ...samplePlan,
  ...{ id: 'depths', name: 'Random reads by depth', base: { pattern: 'random', read_percent: 100 } },
  ...{ axes: [{ key: 'queue_depth', levels: [1, 16] }], excluded: [], repetitions: 5 },
}

/** Runs of a drive and depth by their parameters: drawing a million I/Os takes a while. */
const drawn = new Map<string, readonly Histogram[]>()
const runsPerCase = plan.repetitions

function drawnRuns(factor: number, depth: number, ios: number): readonly Histogram[] {
  const key = [factor, depth, ios].join()
  const random = seededRandom(11 + depth)
  const usual = 80_000 * factor * (depth === 16 ? 2.4 : 1)
  const runs =
    drawn.get(key) ??
    Array.from({ length: runsPerCase }, () => latencyHistogram(random, usual * (0.99 + 0.02 * random()), ios))
  drawn.set(key, runs)
  return runs
}

/** Two drives at two queue depths, five runs each; the second is a tenth slower. */
export function latencyReview(ios = 20_000) {
  const review = newReview()
  const campaignIds = [1, 1.1].map((factor, drive) =>
    measure(review, drive, plan, ({ depth, repetition }) => drawnRuns(factor, depth, ios)[repetition - 1]),
  )
  return { review, campaignIds }
}

/** Drives whose runs make this many I/Os: nine of ten take 50 µs, the rest as many ns as given. */
export function tailReview(drives: readonly (readonly (readonly [ios: number, slowNs: number])[])[]) {
  const review = newReview()
  drives.forEach((runs, drive) => {
    const [axis] = plan.axes
    const own = { ...plan, axes: axis ? [{ ...axis, levels: [1] }] : [], repetitions: runs.length }
    measure(review, drive, own, ({ repetition }) => {
      const [ios, slowNs] = runs[repetition - 1] ?? [0, 0]
      return {
        ...{ kind: 'histogram', source: 'engine', test: 'random-read', direction: 'read' },
        ...{ metric: 'completion', unit: 'ns', binsNs: [50_000, slowNs], counts: [0.9 * ios, 0.1 * ios] },
      }
    })
  })
  return review
}

/** A campaign of the plan, each of its runs with the histogram given for it. */
function measure(
  review: ReviewWriter,
  drive: number,
  own: Plan,
  histogramOf: (run: { readonly depth: number; readonly repetition: number }) => Histogram | undefined,
): number {
  const campaignId = review.createCampaign(sampleCampaign(own, drive === 0 ? 'drive A' : 'drive B'))
  for (const { id, phase, levels, repetition } of review.runs(campaignId)) {
    const histogram = histogramOf({ depth: Number(levels.queue_depth), repetition })
    if (phase !== 'measure' || histogram === undefined) continue
    const ios = histogram.counts.reduce((sum, count) => sum + count, 0)
    const observations: Observation[] = [
      histogram,
      {
        ...{ kind: 'scalar', source: 'engine', test: 'random-read', direction: 'total' },
        ...{ metric: 'io_count', value: ios, unit: 'count' },
      },
    ]
    review.startRun(id, sampleStart)
    review.finishRuns([[id, { ...sampleResult(), observations }]])
  }
  return campaignId
}
