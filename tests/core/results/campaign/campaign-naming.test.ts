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

it('calls a single imported drive what the person called it, and a campaign of this program by its plan', () => {
  const facts = { name: '2.2-ssd', configuration: '', device: 'Swift 1 TB', host: 'unknown' }
  const nameOfOnly = (own: Partial<ReturnType<typeof campaign>>) => [
    ...summaryNames([campaign({ ...facts, ...own })]).values(),
  ]
  expect(nameOfOnly({ source: 'imported' })).toEqual(['Swift 1 TB'])
  expect(nameOfOnly({ source: 'imported', device: 'unknown' })).toEqual(['2.2-ssd'])
  expect(nameOfOnly({ source: 'measured', name: 'Full review' })).toEqual(['Full review'])
})
