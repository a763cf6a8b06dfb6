import { expect } from 'vitest'
import type { ReviewReader } from '../../../src/bench/store/review-store'

/**
 * A finished run has its engine's series, and each series once. A sampler that started too late, or that was killed
 * with the app, left a warning instead.
 */
export function expectSeries(review: ReviewReader, runId: number): void {
  const names = review
    .series(runId)
    .map(({ source, device = '', direction, metric }) => `${source} ${device} ${direction} ${metric}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('engine  read iops')
  if (names.includes('cpu  total cpu_user')) return
  const warnings = review.run(runId)?.warnings.map(({ id }) => id) ?? []
  expect(warnings.filter((id) => id === 'no-samples' || id === 'incomplete-samples')).toHaveLength(1)
}
