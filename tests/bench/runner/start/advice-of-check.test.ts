import { expect, it } from 'vitest'
import type { Plan } from '../../../../src/core/plan/plan'
import { qualifies } from '../../../../src/core/results/reservation'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { FakeHost } from '../fake-host'
import { scriptEngine } from '../script-engine'

const asks = (plan: Plan, depth: number) => {
  const axis = plan.axes.find(({ key }) => key === 'queue_depth')
  return axis === undefined ? plan.base.queue_depth === depth : axis.levels.includes(depth)
}

it('what the check says against numbers is known of the runs that it is about, and of no other', async () => {
  const host = new FakeHost()
  host.onStart = () => host.finish({})
  const shop = new RunnerWorkshop(
    host,
    scriptEngine({
      advise: (plan) => [
        ...(asks(plan, 4)
          ? [
              {
                ...({ id: 'waits', severity: 'warning', reservation: 'qualifies' } as const),
                ...{ text: 'Four requests wait.', reason: 'The drive takes two.' },
              },
            ]
          : []),
        { id: 'costly', severity: 'warning', text: 'It takes long.' },
      ],
    }),
  )
  try {
    const campaignId = await shop.start(scriptPlan())
    await shop.runner.ended(campaignId)
    const known = shop.store.runs(campaignId).map(({ levels, warnings }) => [levels.queue_depth, warnings])
    expect(known).toEqual([
      [1, []],
      [2, []],
      [4, [qualifies('waits', 'Four requests wait. The drive takes two.')]],
    ])
    expect(shop.store.reservedRuns(campaignId).size).toBe(1)
  } finally {
    await shop.close()
  }
})
