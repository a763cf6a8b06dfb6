import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/core/engines/engine'
import { iozoneEngine } from '../../../src/core/engines/iozone/iozone-engine'
import { tidyTable } from '../../../src/core/figures/tables/tidy-table'
import { FioWorkshop } from '../runner/fio-workshop'
import { runProcesses } from '../runner/processes'
import { iozonePlan } from './iozone-plan'
import { printedNumbers } from './stored-numbers'
import { mainProcess, oneStep } from '../../../src/core/engines/steps'

let shop: FioWorkshop
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(async () => {
  await shop.close()
  expect(runProcesses(shop.folder)).toEqual([])
})

/** Resolves with the folder of a run's own files once it contains one. */
async function ownFolder(): Promise<string> {
  await shop.engineStarted()
  for (;;) {
    const [name] = readdirSync(shop.target)
    if (name !== undefined && existsSync(join(shop.target, name, 'bw.1'))) return join(shop.target, name)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a campaign with real IOzone', () => {
  it('stores every number of table and report, and leaves nothing on the disk', async () => {
    const axes = [
      { key: 'block_size', levels: [16_384, 65_536] },
      { key: 'dedupe_percent', levels: [98, 'random'] },
    ]
    const campaignId = await shop.start(iozonePlan(shop.target, { axes }, { dedupe_alike: true }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    const numbers = printedNumbers(shop.store, campaignId)
    // Thirteen tests, twice each, in four runs.
    expect(numbers).toHaveLength(13 * 2 * 4)
    expect(numbers.filter((one) => one.stored !== one.printed)).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
    expect(readdirSync(shop.runs)).toEqual([])
    expect(shop.store.calibrations(campaignId).length).toBeGreaterThan(0)
    expect(shop.store.campaign(campaignId)?.engineVersion).toMatch(/^3\.\d+/)
    expect(shop.store.check()).toEqual([])
  })

  it('keeps tests that are separate cases apart', async () => {
    const axes = [{ key: 'tests', levels: ['write', 'reread', 'random-read'] }]
    const { tests: _, ...base } = iozonePlan(shop.target).base
    const campaignId = await shop.start(iozonePlan(shop.target, { axes, base: { ...base, report: 'iops' } }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const rows = [...shop.store.rows({ metrics: ['iops'] })].filter((row) => row.direction === 'total')
    expect(rows.map((row) => [row.levels.tests, row.test]).sort()).toEqual([
      ['random-read', 'random-read'],
      ['reread', 'reread'],
      ['write', 'write'],
    ])
    const asked = new Set(['write', 'reread', 'random-read'])
    const numbers = printedNumbers(shop.store, campaignId, 'iops', 1).filter(
      ({ runId, key }) => shop.store.run(runId)?.levels.tests === key.split(' ')[0],
    )
    expect(new Set(numbers.map(({ key }) => key.split(' ')[0]))).toEqual(asked)
    expect(numbers.filter((one) => one.stored !== one.printed)).toEqual([])
  })

  it('stores the sizes of the auto mode and the numbers of jobs of a range with their own levels', async () => {
    const auto = {
      ...{ mode: 'auto', tests: 'write read', file_size_from: 65_536, file_size_to: 262_144 },
      ...{ block_size_from: 16_384, block_size_to: 65_536 },
    }
    const autoId = await shop.start(iozonePlan(shop.target, { repetitions: 2 }, auto))
    expect(await shop.runner.ended(autoId)).toBe('done')
    expect(shop.states(autoId)).toEqual(['done', 'done'])
    const numbers = printedNumbers(shop.store, autoId)
    // Two tests by three files by three records, in table and report, twice.
    expect(numbers).toHaveLength(2 * 9 * 2 * 2)
    expect(numbers.filter((one) => one.stored !== one.printed)).toEqual([])

    // The sizes are cases of a comparison.
    const bySize = (value: string) => [{ key: 'block_size', value }]
    const { candidates } = shop.store.compare({ baseline: bySize('16k'), candidates: [bySize('64k')] })
    const cells = candidates[0]?.cells ?? []
    expect(cells.map(({ test, levels }) => `${test} ${String(levels.file_size)}`)).toEqual(
      ['write', 'read'].flatMap((test) => [65_536, 131_072, 262_144].map((file) => `${test} ${file}`)),
    )
    for (const { test, levels, candidateRuns } of cells) {
      const rows = [...shop.store.rows({ metrics: ['bandwidth'] })]
        .filter((row) => row.direction === 'total' && row.test === test && row.levels.block_size === 65_536)
        .filter((row) => row.levels.file_size === levels.file_size)
      expect([...(candidateRuns?.values ?? [])]).toEqual(rows.map((row) => row.value))
      expect(rows).toHaveLength(2)
    }

    const range = { mode: 'thread-range', jobs_from: 1, jobs_to: 3, tests: 'write' }
    const rangeId = await shop.start(iozonePlan(shop.target, { id: 'range' }, range))
    expect(await shop.runner.ended(rangeId)).toBe('done')
    expect(shop.states(rangeId)).toEqual(['done'])

    const { columns, rows } = tidyTable([...shop.store.rows({ metrics: ['bandwidth'] })])
    const at = (key: string) => columns.findIndex((column) => column.key === key)
    const totals = [...rows].filter((row) => row[at('direction')] === 'total' && row[at('test')] === 'write')
    const levels = totals.map((row) => [row[at('file_size')], row[at('block_size')], row[at('jobs')]])
    expect(levels).toHaveLength(2 * 9 + 3)
    expect(levels).toContainEqual([131_072, 32_768, undefined])
    expect(
      levels
        .map(([, , jobs]) => jobs)
        .filter(Boolean)
        .sort(),
    ).toEqual([1, 2, 3])
    expect(shop.store.check()).toEqual([])
  })
})

describe('the files that IOzone creates', () => {
  const long = { file_size: 4 * 1024 ** 3, block_size: 4096, include_flush: true }

  it('are removed with a stopped run, and its processes end', async () => {
    const campaignId = await shop.start(iozonePlan(shop.target, {}, { ...long, mode: 'threads', jobs: 2 }))
    await ownFolder()
    await shop.runner.stop(campaignId)
    expect(shop.states(campaignId)).toEqual(['stopped'])
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('are the only ones that are removed', async () => {
    const campaignId = await shop.start(iozonePlan(shop.target, { repetitions: 2 }, long))
    const folder = await ownFolder()
    writeFileSync(join(folder, 'mine.txt'), 'precious')
    const [first] = shop.store.runs(campaignId)
    await shop.runner.skip(first?.id ?? 0)
    await shop.runner.ended(campaignId)
    // The next run finds files that are not its own, and does not touch them.
    expect(shop.states(campaignId)).toEqual(['skipped', 'failed: target-not-empty'])
    expect(readdirSync(folder)).toEqual(['mine.txt'])
  })
})

describe('a spinning IOzone', () => {
  it('is ended, with the reason, and the campaign continues', async () => {
    await shop.close()
    // Without the files that -i 0 writes, the children die and their parent waits for them forever.
    const steps: Engine['steps'] = (request) => {
      const real = iozoneEngine.steps(request)
      const { args, ...process } = mainProcess(real)
      const spoilt = { ...process, args: args.join(' ').replace('-i 0 ', '').split(' ') }
      return oneStep('measure', spoilt, 'output.txt', real.files)
    }
    const engine: Engine = { ...iozoneEngine, steps, silenceSeconds: () => 2 }
    shop = new FioWorkshop({ findEngine: () => engine, advise: () => [] })
    const plan = iozonePlan(shop.target, {}, { mode: 'threads', jobs: 2, tests: 'read' })
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed: engine-spins'])
    expect(shop.store.runs(campaignId)[0]?.failure?.text).toContain('kept a processor busy')
    expect(readdirSync(shop.target)).toEqual([])
  })
})
