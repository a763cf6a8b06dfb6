import { expect, test } from 'vitest'
import type { Plan } from '../../../src/core/plan/plan'
import RoundSettings from '../../../src/renderer/views/design/runs/RoundSettings.vue'
import { inPlanEditor } from './in-plan-editor'
import { planFixture } from './plan-fixture'

const settings = (given: Plan) => inPlanEditor(RoundSettings, given)

test('turns repetitions into rounds, judged by every case itself or by one, and back', async () => {
  const { plan, part, choose } = settings(planFixture())
  expect(part.text()).not.toContain('Steady:')
  await choose('until-steady', 'when IOPS are steady')
  expect(plan.value.untilSteady).toEqual({ metric: 'iops' })
  await choose('tracking', 'one case for all')
  expect(plan.value.untilSteady).toEqual({ metric: 'iops', track: { block_size: 65536, read_percent: 0 } })
  await choose('track-block_size', '4\u202fKiB')
  expect(plan.value.untilSteady?.track).toEqual({ block_size: 4096, read_percent: 0 })
  await choose('until-steady', 'when latency is steady')
  expect(plan.value.untilSteady).toMatchObject({ metric: 'latency_mean', track: { block_size: 4096 } })
  await choose('until-steady', 'after all of them')
  expect(plan.value).toEqual(planFixture())
})

test('asks for another level if the tracked one is off the axis', () => {
  const { part } = settings(
    planFixture({ untilSteady: { metric: 'iops', track: { block_size: 512, read_percent: 0 } } }),
  )
  const list = part.findList('[data-testid="track-block_size"]')
  expect(list.selectedOptions[0]?.text).toBe('choose…')
})

test('has each run end automatically once fio finds it steady, and back', async () => {
  const { plan, part, choose } = settings(planFixture())
  expect(part.text()).not.toContain('Steady for')
  await choose('run-ends', 'when IOPS slope is below 0.3 %')
  expect(plan.value.base).toMatchObject({ steadystate: 'iops_slope:0.3%', steadystate_duration: 5 })
  expect(part.text()).toContain('The run time is the longest it waits')
  await choose('run-ends', 'when MB/s stay within ±20 %')
  expect(plan.value.base).toMatchObject({ steadystate: 'bw:20%', steadystate_duration: 5 })
  await choose('run-ends', 'after its run time')
  expect(plan.value).toEqual(planFixture())
})

test('shows a typed criterion among the options', () => {
  const given = planFixture()
  const { part } = settings({ ...given, base: { ...given.base, steadystate: 'iops:3%' } })
  const list = part.findList('[data-testid="run-ends"]')
  expect(list.selectedOptions[0]?.text).toBe('when it is steady: iops:3%')
})
