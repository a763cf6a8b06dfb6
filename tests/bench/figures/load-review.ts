import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { openForWriting } from '../../../src/bench/store/open-review'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
  temporaryFolder,
} from '../store/sample-review'
import type { Plan, Workload } from '../../../src/core/plan/plan'
import type { LevelValue } from '../../../src/core/plan/plan'
import { findMetric } from '../../../src/core/results/metrics'
import type { Scalar } from '../../../src/core/results/observation'
import { seededRandom } from '../../../src/core/statistics/special/seeded-random'
import { uslThroughput } from '../../../src/core/statistics/sweep/scaling'

/** The simulated drive: the law of its throughput, and the most requests a second it serves. */
export const drive = { lambda: 12_000, sigma: 0.03, kappa: 0.0002, capacity: 50_000 } as const

const depths = [1, 2, 4, 8, 16, 32, 64, 128, 256]
const rates = [5_000, 15_000, 25_000, 35_000, 40_000, 45_000, 50_000, 55_000]

function scalar(metric: string, value: number): Scalar {
  const { unit = 'count' } = findMetric(metric) ?? {}
  return { kind: 'scalar', source: 'engine', test: 'random-read', direction: 'total', metric, value, unit }
}

/** Numbers of a run: what it served, and how long that took. */
function served(iops: number, meanNs: number): readonly Scalar[] {
  return [
    scalar('iops', iops),
    scalar('bandwidth', iops * 4096),
    scalar('latency_mean', meanNs),
    scalar('latency_p95', 3 * meanNs),
    scalar('latency_p99', 4.6 * meanNs),
    scalar('io_count', iops * 60),
  ]
}

/** A closed system: a constant number of requests is outstanding, and Little's law gives their latency. */
function atDepth(depth: number, noise: number): readonly Scalar[] {
  const iops = uslThroughput(drive, depth) * noise
  return served(iops, (1e9 * depth) / iops)
}

/** An open system with one server (M/M/1): requests arrive at a rate; beyond the capacity the queue grows for a minute. */
function atRate(rate: number, noise: number): readonly Scalar[] {
  const reached = Math.min(rate, drive.capacity * 0.98)
  const seconds = rate < drive.capacity ? 1 / (drive.capacity - rate) : 0.5
  return [
    ...served(reached * (1 + (noise - 1) / 10), 1e9 * seconds * noise),
    scalar('depth_full', rate < drive.capacity ? 0 : 100),
  ]
}

function planOf(key: string, levels: readonly LevelValue[], base: Workload): Plan {
  return {
    ...samplePlan,
    ...{ id: key, name: `Random reads by ${key}`, base: { pattern: 'random', block_size: 4096, ...base } },
    ...{ axes: [{ key, levels: [...levels] }], excluded: [], repetitions: 5 },
  }
}

/** Sweeps of a drive of known behaviour: one of queue depths, one of offered rates; five runs a case with 1 % scatter. */
export function loadReview() {
  // Its hundred runs are stored one by one, once for all tests that stand still at the same time.
  const clock = vi.isFakeTimers() ? Date.now() : undefined
  const { depthId, rateId, bytes } = built.get(clock) ?? buildReview()
  built.set(clock, { depthId, rateId, bytes })
  const path = join(temporaryFolder(), 'drive.benchwright')
  writeFileSync(path, bytes)
  return { review: closing(openForWriting(path)), depthId, rateId }
}

const built = new Map<number | undefined, ReturnType<typeof buildReview>>()

function buildReview() {
  const review = newReview()
  const random = seededRandom(5)
  const sweep = (plan: Plan, key: string, of: (level: number, noise: number) => readonly Scalar[]) => {
    const campaignId = review.createCampaign(sampleCampaign(plan, 'drive A'))
    for (const { id, phase, levels } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const noise = 1 + 0.02 * (random() + random() + random() - 1.5)
      review.startRun(id, sampleStart)
      review.finishRuns([[id, { ...sampleResult(), observations: of(Number(levels[key]), noise) }]])
    }
    return campaignId
  }
  const depthId = sweep(planOf('queue_depth', depths, {}), 'queue_depth', atDepth)
  const rateId = sweep(planOf('rate_iops', rates, { queue_depth: 256 }), 'rate_iops', atRate)
  review.close()
  return { depthId, rateId, bytes: readFileSync(review.path) }
}
