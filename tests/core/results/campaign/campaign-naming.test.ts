import { expect, it } from 'vitest'
import { summaryNames } from '../../../../src/core/results/campaign/campaign-naming'
import { campaign } from '../../../renderer/review/campaign-fixture'

it('distinguishes campaigns whatever they share', () => {
  const all = [
    campaign({ id: 1 }),
    campaign({ id: 2 }),
    campaign({ id: 3, configuration: 'kernel 6.18' }),
    campaign({ id: 4, configuration: 'kernel 6.18', device: 'WD SN850X (nvme1n1)' }),
  ]
  const names = [...summaryNames(all).values()]
  expect(new Set(names).size).toBe(4)
  expect(names.slice(0, 2)).toEqual(['Samsung 990 PRO (1)', 'Samsung 990 PRO (2)'])
  expect(names[3]).toBe('WD SN850X')
})

it('distinguishes campaigns of one configuration by their plans, without what these have in common', () => {
  const plans = ['Full drive review: Mix', 'Full drive review: Queue depth', 'Full drive review: Mix']
  const all = plans.map((name, id) => campaign({ id, name, configuration: 'firmware A' }))
  expect([...summaryNames(all.slice(0, 2)).values()]).toEqual(['Mix', 'Queue depth'])
  expect([...summaryNames(all).values()]).toEqual(['Mix (1)', 'Queue depth', 'Mix (2)'])
})
