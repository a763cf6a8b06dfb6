import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Plan } from '../../../../src/core/plan/plan'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'

const fileBytes = 1024 ** 2

let host: FakeHost
let shop: RunnerWorkshop
beforeEach(() => {
  host = new FakeHost()
  const mount = { target: '/fake', source: '/dev/sda', fstype: 'ext4', options: 'rw', 'maj:min': '8:0' }
  host.inventory.findmnt = JSON.stringify({ filesystems: [mount] })
  const moved = { read: 1e9, write: 0, hasUncounted: false, flushes: false }
  shop = new RunnerWorkshop(host, scriptEngine({ movedBytes: () => moved }))
})
afterEach(() => shop.close())

/** What the drive did in a run in which the engine read 1 GB. */
const drive = (read: number, written = 0, blocks = fileBytes / 512) => {
  const stat = (bytesRead: number, bytesWritten: number) =>
    `1 0 ${String(bytesRead / 512)} 1 1 0 ${String(bytesWritten / 512)} 1 0 1 1`
  const lines = [
    'target 8:0',
    'device sda drive - 1',
    `allocated before ${String(blocks)} ${String(fileBytes)}`,
  ]
  lines.push(`before 1 sda ${stat(0, 0)}`, `after 2 sda ${stat(read, written)}`)
  return ['benchwright-counters 1', ...lines, ''].join('\n')
}
const sound = drive(1e9)
const cached = drive(0)
const busy = drive(1e9, 5e9)

/** Runs the plan; each run that measures gets the next of these counters, the last one for good. */
async function measure(counters: readonly string[], parts: Partial<Plan> = {}) {
  let runs = 0
  host.onStart = (_, name) => {
    // The first run of a campaign lays out the file.
    const isLayout = host.startedNames.filter((one) => one === name).length > 0 && name.endsWith('-1')
    if (!isLayout) runs += 1
    host.finish(isLayout ? {} : { counters: counters[Math.min(runs, counters.length) - 1] ?? sound })
  }
  const base = { uses_file: true, file_bytes: fileBytes, seconds: 1 }
  const campaignId = await shop.start(scriptPlan({ base, axes: [], repetitions: 4, ...parts }))
  await shop.runner.ended(campaignId)
  expect(shop.state(campaignId)).toBe('done')
  const measured = shop.store.runs(campaignId).filter(({ phase }) => phase === 'measure')
  return {
    runs,
    known: measured.map(({ warnings }) => warnings.map(({ id }) => id)),
    log: shop.logOf(campaignId),
  }
}

it('a sound run is measured once', async () => {
  expect(await measure([sound])).toMatchObject({ runs: 4, known: [[], [], [], []] })
})

it('a run that its drive contradicts is measured again, and the second result counts', async () => {
  const { runs, known, log } = await measure([sound, cached, sound])
  expect({ runs, known }).toEqual({ runs: 5, known: [[], [], [], []] })
  expect(log).toMatch(/run 2 .*is measured again\. Script read .*a cache answered/i)
})

it('a run that is contradicted twice stays, with what is known against it, and the campaign goes on', async () => {
  const { runs, known, log } = await measure([busy, busy, sound])
  expect({ runs, known }).toEqual({ runs: 5, known: [['other-load-on-the-drive'], [], [], []] })
  expect(log).toContain('was measured again and is no valid result either; the campaign goes on.')
})

it('a drive that is busy all the time costs three runs more, not twice the time', async () => {
  const { runs, known, log } = await measure([busy], { repetitions: 6 })
  expect(runs).toBe(9)
  expect(new Set(known.flat())).toEqual(new Set(['other-load-on-the-drive']))
  expect(log.match(/is measured again\./g)).toHaveLength(3)
  expect(log).toContain('Runs are not measured again until one is sound.')
})

it('other load that the plan expects is nothing to be told', async () => {
  expect(await measure([busy], { otherLoad: 'expected' })).toMatchObject({ runs: 4, known: [[], [], [], []] })
})

it('a data file that lost blocks is written again before the run is', async () => {
  const { runs, known, log } = await measure([sound, drive(1e9, 0, 8), sound])
  expect({ runs, known }).toEqual({ runs: 5, known: [[], [], [], []] })
  expect(host.startedNames.map((name) => name.replace(/^.*-/, ''))).toEqual([
    '1',
    '2',
    '3',
    '1',
    '3',
    '4',
    '5',
  ])
  expect(log).toContain('The data file is written again')
})
