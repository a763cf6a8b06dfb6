import { expect, test } from 'vitest'
import { plansToRun } from '../../../src/renderer/views/design/start/plans-to-run'
import { campaign } from '../review/campaign-fixture'

const plans = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase() }))

test('plans without a finished or running campaign are run, resting ones go on', () => {
  const campaigns = [
    campaign({ id: 1, planId: 'a', state: 'done' }),
    campaign({ id: 4, planId: 'b', state: 'stopped' }),
    campaign({ id: 2, planId: 'b', state: 'done' }),
    campaign({ id: 3, planId: 'c', state: 'waiting' }),
    campaign({ id: 5, planId: 'd', state: 'done', leaderId: 9 }),
  ]
  expect(plansToRun(plans, campaigns)).toEqual([
    { id: 'b', name: 'B', isResumed: true },
    { id: 'd', name: 'D', isResumed: false },
  ])
})
