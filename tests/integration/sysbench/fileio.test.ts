import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
})

const mebibyte = 1024 ** 2

function fileioPlan(parts: Partial<Plan> = {}, base: Workload = {}): Plan {
  return newPlan(
    { id: 'fileio', seed: 1, target: { kind: 'folder', path: shop.target } },
    {
      name: 'sysbench',
      engine: 'sysbench-fileio',
      base: { file_size: 8 * mebibyte, file_count: 4, block_size: 16_384, runtime: 2, fsync: 100, ...base },
      axes: [{ key: 'jobs', levels: [1, 4] }],
      repetitions: 1,
      series: 1,
      ...parts,
    },
  )
}

it('creates its files once, measures every number of threads, and leaves nothing', async () => {
  const campaignId = await shop.start(fileioPlan())
  expect(await shop.runner.ended(campaignId)).toBe('done')
  expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  const runs = shop.store.runs(campaignId)
  expect(runs.map(({ phase }) => phase)).toEqual(['layout', 'measure', 'measure'])
  for (const { id } of runs.slice(1)) {
    const text = new TextDecoder().decode(shop.store.rawOutput(id, 'output.txt'))
    const printed = (name: string) => Number(new RegExp(`${name}: +([\\d.]+)`).exec(text)?.[1])
    const scalar = (metric: string, direction: string) =>
      shop.store.run(id)?.measurements.find((one) => one.metric === metric && one.direction === direction)
        ?.value
    expect(scalar('iops', 'read')).toBe(printed('reads/s'))
    expect(scalar('iops', 'write')).toBe(printed('writes/s'))
    expect(scalar('bandwidth', 'read')).toBe(printed('reads/s') * 16_384)
    expect((scalar('bandwidth', 'write') ?? 0) / mebibyte).toBeCloseTo(printed('written, MiB/s'), 1)
    expect(scalar('latency_p95', 'total')).toBe(printed('95th percentile') * 1e6)
    expect(scalar('fsync_rate', 'total')).toBe(printed('fsyncs/s'))
    const [bandwidth] = shop.store.series(id, { metrics: ['bandwidth'] })
    expect(bandwidth?.seconds.length ?? 0).toBe([...text.matchAll(/^\[ \ds \]/gm)].length)
  }
  expect(readdirSync(shop.target)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
  expect(shop.store.check()).toEqual([])
})

it('creates other files for another size, and removes all of them after a stop', async () => {
  const axes = [{ key: 'file_size', levels: [8 * mebibyte, 16 * mebibyte] }]
  const campaignId = await shop.start(fileioPlan({ axes }, { runtime: 30 }))
  await shop.engineStarted('measure')
  const [folder = ''] = readdirSync(shop.target)
  expect(readdirSync(join(shop.target, folder)).sort()).toEqual(
    [0, 1, 2, 3].map((at) => `test_file.${String(at)}`),
  )
  await shop.runner.stop(campaignId)
  expect(readdirSync(shop.target)).toEqual([])
})

it("leaves somebody else's file in its folder, and the folder with it", async () => {
  const campaignId = await shop.start(fileioPlan({}, { runtime: 3 }))
  await shop.engineStarted('measure')
  const [folder = ''] = readdirSync(shop.target)
  mkdirSync(join(shop.target, folder, 'mine'))
  writeFileSync(join(shop.target, folder, 'mine', 'notes.txt'), 'keep')
  expect(await shop.runner.ended(campaignId)).toBe('done')
  expect(readdirSync(join(shop.target, folder))).toEqual(['mine'])
  expect(shop.logText(campaignId)).toContain('could not be removed')
})

it('is refused if the files do not fit', async () => {
  await expect(shop.start(fileioPlan({}, { file_size: 1024 ** 5, file_count: 1024 }))).rejects.toThrow(
    /needs 1\sPiB/,
  )
  expect(readdirSync(shop.target)).toEqual([])
})

it('lays its files out again after a run that makes them anew, so that the next one has all of them', async () => {
  const axes = [{ key: 'pattern', levels: ['sequential-write', 'random-read'] }]
  const base = { file_size: 128 * mebibyte, file_count: 2, block_size: 4096, runtime: 1, direct: true }
  const order = { kind: 'interleaved', seed: 1 } as const
  const campaignId = await shop.start(fileioPlan({ axes, repetitions: 2, order }, base))
  expect(await shop.runner.ended(campaignId)).toBe('done')
  const words = shop.store.runs(campaignId).map(({ id, phase }) => {
    const run = shop.store.run(id)
    return [phase, phase === 'layout' ? '' : run?.levels.pattern, run?.state].join(' ').trim()
  })
  expect(words).toEqual([
    'layout  done',
    'measure sequential-write done',
    'layout  done',
    'measure random-read done',
    'measure random-read done',
    'measure sequential-write done',
  ])
})
