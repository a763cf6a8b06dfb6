import { chmodSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { machine } from '../../core/plan/machine'
import { LabCampaigns } from '../ssh/lab-campaigns'
import { startAnyway } from '../../bench/runner/start-anyway'

it('measures a private server on a host over SSH, and leaves nothing there', async () => {
  const lab = new LabCampaigns()
  try {
    // As root the server has a user id of its own, which has to reach the target.
    chmodSync(lab.shop.folder, 0o711)
    await lab.serve()
    lab.openRunner()
    const plan = newPlan(
      { id: 'oltp', seed: 1, target: { kind: 'folder', path: lab.shop.target } },
      {
        name: 'OLTP there',
        engine: 'sysbench-oltp',
        base: { jobs: 2, tables: 2, table_size: 500, runtime: 2, configuration: 'A: innodb_io_capacity=500' },
        axes: [],
        repetitions: 2,
        series: 1,
        hosts: [machine('lab')],
      },
    )
    lab.store.savePlan(plan)
    const { campaignId } = await lab.runner.start(plan.id, '', startAnyway)
    expect(await lab.runner.ended(campaignId)).toBe('done')
    const runs = lab.store.runs(campaignId)
    expect(runs.map((run) => run.failure?.text ?? run.state)).toEqual(['done', 'done', 'done'])
    for (const { id } of runs.slice(1)) {
      const rate = lab.store.run(id)?.measurements.find(({ metric }) => metric === 'transactions')?.value
      expect(rate).toBeGreaterThan(0)
      expect(lab.store.series(id, { metrics: ['transactions'] })).toHaveLength(1)
    }
    expect(readdirSync(lab.shop.target)).toEqual([])
    expect(readdirSync(lab.shop.runs)).toEqual([])
  } finally {
    await lab.close()
  }
})
