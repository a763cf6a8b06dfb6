import { expect, test } from 'vitest'
import type { Plan } from '../../../src/core/plan/plan'
import RecordSettings from '../../../src/renderer/views/design/runs/RecordSettings.vue'
import { inPlanEditor } from './in-plan-editor'
import { planFixture } from './plan-fixture'

const settings = (given: Plan, engine = 'fio') => inPlanEditor(RecordSettings, given, { engine })

const silent = (): Plan => ({ ...planFixture(), series: 'off', observe: 'none' })

test('enables series, explains them, and disables them', async () => {
  const { plan, part, choose } = settings(silent())
  expect(part.element.querySelector('[data-testid="series-detail"]')).toBeNull()
  await choose('series', 'every 100\u202fms')
  expect(plan.value.series).toBe(0.1)
  await choose('series-detail', 'latency histograms, for percentiles')
  expect(plan.value.seriesDetail).toBe('histograms')
  await choose('series', 'off')
  expect(plan.value.series).toBe('off')
})

test('observes what is chosen, and shows a list that is not offered', async () => {
  const { plan, choose } = settings(silent())
  await choose('observe', 'disk and CPU')
  expect(plan.value.observe).toEqual(['disk', 'cpu'])
  await choose('observe', 'nothing')
  expect(plan.value.observe).toBe('none')
  const own = settings({ ...silent(), series: 2, observe: ['cpu', 'smart'] })
  expect(own.part.text()).toContain('cpu, smart')
  expect(own.part.text().replace(/\s/g, ' ')).toContain('every 2 s')
})

test('offers no series for an engine that records none', () => {
  const { part } = settings(silent(), 'iozone')
  expect(part.element.querySelector('[data-testid="series"]')).toBeNull()
  expect(part.find('[data-testid="observe"]')).toBeTruthy()
})
