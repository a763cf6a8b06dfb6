import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { Series } from '../../../src/core/results/observation'
import type { Plan } from '../../../src/core/plan/plan'
import {
  newReview,
  ofEngine,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../store/sample-review'
import { seriesOf } from '../../core/figures/over-time/recorded-runs'

const seconds = Array.from({ length: 120 }, (_, at) => at)
/** Neither smooth nor drawn at random: the same every time. */
const ripple = (at: number) => ((at * 37) % 17) / 17 - 0.5

/** A drive with a cache that is full after 45 s, and two stalls; what the engine and its host recorded of it. */
export function recordedSeries(speed = 1): readonly Series[] {
  const rate = seconds.map((at) => {
    if (at === 80 || at === 81 || at === 101) return 20e6 * speed
    return ((at < 45 ? 480e6 : 140e6) + 20e6 * ripple(at)) * speed
  })
  const bandwidth = { metric: 'bandwidth', unit: 'B/s' } as const
  const host = { direction: 'total', unit: '%' } as const
  return [
    seriesOf(rate, bandwidth),
    seriesOf(
      rate.map((one) => one * 1.004),
      { ...bandwidth, source: 'disk', device: 'nvme0n1' },
    ),
    seriesOf(
      seconds.map((at) => (at < 45 ? 4 : 11) + ripple(at)),
      {
        ...{ ...host, source: 'cpu', metric: 'cpu_iowait' },
      },
    ),
    seriesOf(
      seconds.filter((at) => at % 10 === 0).map((at) => Math.min(71, 38 + at / 2)),
      {
        ...{ source: 'temperature', device: 'nvme', direction: 'total', metric: 'temperature', unit: '°C' },
        intervalSeconds: 10,
      },
    ),
    latencyOverTime(speed),
  ]
}

/** Completion latency of 4,000 writes a second: most in one bin, a tail that moves up once the cache is full. */
function latencyOverTime(speed: number): Series {
  const points = seconds.flatMap((at) => {
    const usual = (at < 45 ? 20_480 : 72_704) / speed
    return [
      { at, ns: usual, count: 3400 + 10 * (at % 7) },
      { at, ns: usual * 2, count: 480 },
      { at, ns: usual * 4, count: 100 },
      { at, ns: usual * 16, count: at % 3 === 0 ? 20 : 2 },
    ]
  })
  return seriesOf([], {
    ...{ metric: 'completion', unit: 'count' },
    seconds: Float64Array.from(points, ({ at }) => at + 1),
    values: Float64Array.from(points, ({ count }) => count),
    binsNs: Float64Array.from(points, ({ ns }) => ns),
  })
}

const plan: Plan = {
  ...samplePlan,
  ...{ id: 'fill', name: 'Sequential write', base: { pattern: 'sequential', queue_depth: 8, direct: true } },
  ...{ axes: [{ key: 'block_size', levels: [1_048_576] }], excluded: [], repetitions: 2 },
}

/** A review of one campaign of two recorded runs, the second a tenth slower. */
export function recordedReview() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign(plan))
  const runs = review.runs(campaignId).filter(({ phase }) => phase === 'measure')
  for (const [at, { id }] of runs.entries()) {
    review.startRun(id, sampleStart)
    review.finishRuns([[id, { ...sampleResult(), observations: recordedSeries(at === 0 ? 1 : 0.9) }]])
  }
  addRounds(review, [30e3, 24e3, 19e3, 16e3, 15.2e3, 15.1e3, 14.8e3, 15e3, 15.3e3], 'drive A')
  addRounds(review, [30e3, 29e3, 24e3, 19e3, 16e3, 14e3, 12e3], 'drive B')
  return { review, campaignId, runIds: runs.map(({ id }) => id) }
}

const rounds: Plan = {
  ...samplePlan,
  ...{ id: 'rounds', name: 'Random write until steady', order: { kind: 'interleaved', seed: 1 } },
  ...{ axes: [{ key: 'block_size', levels: [4096] }], excluded: [], repetitions: 12 },
  untilSteady: { metric: 'iops' },
}

/** Adds a campaign of rounds with these IOPS. */
export function addRounds(review: ReviewWriter, iops: readonly number[], configuration: string): number {
  const campaignId = review.createCampaign(sampleCampaign(rounds, configuration))
  const runs = review.runs(campaignId).filter(({ phase }) => phase === 'measure')
  for (const [at, value] of iops.entries()) {
    const runId = runs[at]?.id ?? 0
    review.startRun(runId, sampleStart)
    const total = {
      ...ofEngine,
      test: 'random-write',
      direction: 'write',
      metric: 'iops',
      unit: 'IOPS',
    } as const
    review.finishRuns([[runId, { ...sampleResult(), observations: [{ ...total, value }] }]])
  }
  return campaignId
}
