import { expect, it } from 'vitest'
import { logAdvice } from '../../../../../src/core/engines/fio/fio-engine'
import { newPlan } from '../../../../../src/core/plan/edit-plan'

const planOf = (runtime: number, jobs: number) =>
  newPlan({ id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } }, { base: { runtime, jobs } })

it('warns of logs that are larger than what is kept of them', () => {
  expect(logAdvice(planOf(60, 1))).toEqual([])
  // A day of averages every second, of one job.
  expect(logAdvice(planOf(86_400, 1))).toEqual([])
  const [large] = logAdvice(planOf(86_400, 4))
  expect(large).toMatchObject({ id: 'large-logs', severity: 'warning' })
  expect(large?.text.replace(/\s/g, ' ')).toContain('64 MiB of them are kept')
  const histograms = { ...planOf(86_400, 1), seriesDetail: 'histograms' } as const
  expect(logAdvice(histograms)).toHaveLength(1)
  expect(logAdvice({ ...histograms, series: 'off' })).toEqual([])
})
