import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan, Workload } from '../../../src/core/plan/plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { runProcesses } from '../runner/processes'

let shop: FioWorkshop
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(async () => {
  await shop.close()
  expect(runProcesses(shop.folder)).toEqual([])
  expect(serversIn(shop.folder)).toEqual([])
})

/** Database servers that work on a folder of the test, whoever they belong to. */
function serversIn(folder: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => /mariadbd|postgres/.test(line) && line.includes(folder))
}

function oltpPlan(parts: Partial<Plan> = {}, base: Workload = {}): Plan {
  return newPlan(
    { id: 'oltp', seed: 1, target: { kind: 'folder', path: shop.target } },
    {
      name: 'OLTP',
      engine: 'sysbench-oltp',
      base: { jobs: 2, tables: 2, table_size: 1000, runtime: 3, ...base },
      axes: [],
      repetitions: 1,
      series: 1,
      ...parts,
    },
  )
}

it('measures two configurations of a private server, each on the same data, and leaves nothing', async () => {
  const levels = ['A baseline', 'B more I/O threads: innodb_read_io_threads=8 innodb_write_io_threads=8']
  const axes = [{ key: 'configuration', levels }]
  const campaignId = await shop.start(oltpPlan({ axes }))
  expect(await shop.runner.ended(campaignId)).toBe('done')
  expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  for (const { id, levels: its } of shop.store.runs(campaignId).slice(1)) {
    const text = (name: string) => new TextDecoder().decode(shop.store.rawOutput(id, name))
    const printed = Number(/transactions: +\d+ +\(([\d.]+) per sec/.exec(text('output.txt'))?.[1])
    const scalar = (metric: string) =>
      shop.store.run(id)?.measurements.find((one) => one.metric === metric)?.value
    expect(scalar('transactions')).toBe(printed)
    expect(scalar('database_log_bandwidth')).toBeGreaterThan(0)
    expect(scalar('database_bytes')).toBeGreaterThan(2 * 1000 * 200)
    const more = String(its.configuration).startsWith('B')
    expect(/^innodb_read_io_threads\t(\d+)$/m.exec(text('variables.txt'))?.[1]).toBe(more ? '8' : undefined)
    expect(text('server.txt')).toMatch(/MariaDB/)
    const metrics = shop.store.series(id, {}).map(({ metric }) => metric)
    expect(metrics).toEqual(expect.arrayContaining(['transactions', 'latency_p95', 'sql_reads']))
  }
  expect(readdirSync(shop.target)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
  expect(shop.store.check()).toEqual([])
})

it('names options the server does not know before anything starts', async () => {
  const base = { configuration: 'old: innodb_adaptive_flushing_method=native innodb_io_capacity=500' }
  await expect(shop.start(oltpPlan({}, base))).rejects.toThrow(/innodb_adaptive_flushing_method/)
  expect(readdirSync(shop.target)).toEqual([])
})

it('ends the server and removes its data when it is stopped', async () => {
  const campaignId = await shop.start(oltpPlan({}, { runtime: 60 }))
  await shop.happens((event) => event.type === 'terminal' && event.text.includes('[ 1s ] thds'))
  await shop.runner.stop(campaignId)
  expect(readdirSync(shop.target)).toEqual([])
})
