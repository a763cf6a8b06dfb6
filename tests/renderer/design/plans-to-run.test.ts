import { expect, test } from 'vitest'
import { hasNoTarget, plansToRun } from '../../../src/renderer/views/design/start/plans-to-run'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { campaign } from '../review/campaign-fixture'

const plans = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase() }))

test('plans without a finished or running campaign are run, resting ones continue', () => {
  const campaigns = [
    campaign({ id: 1, planId: 'a', state: 'done' }),
    campaign({ id: 4, planId: 'b', state: 'stopped', runsByState: { done: 6, waiting: 3, stopped: 1 } }),
    campaign({ id: 2, planId: 'b', state: 'done' }),
    campaign({ id: 3, planId: 'c', state: 'waiting' }),
    campaign({ id: 5, planId: 'd', state: 'done', leaderId: 9 }),
  ]
  expect(plansToRun(plans, campaigns)).toEqual([
    { id: 'b', name: 'B', isResumed: true, shareLeft: 0.4 },
    { id: 'd', name: 'D', isResumed: false, shareLeft: 1 },
  ])
})

test('a folder is requested unless one is chosen or the server is the person’s own', () => {
  const oltp = newPlan(
    { id: 'a', seed: 1, target: { kind: 'folder', path: '' } },
    { engine: 'sysbench-oltp', base: {} },
  )
  expect(hasNoTarget(oltp)).toBe(true)
  expect(hasNoTarget({ ...oltp, target: { kind: 'folder', path: '/mnt' } })).toBe(false)
  expect(hasNoTarget({ ...oltp, target: { kind: 'device', path: '' } })).toBe(true)
  const own = { ...oltp, base: { server_address: 'db1:3306', server_account: 'bench' } }
  expect(hasNoTarget(own)).toBe(false)
})
