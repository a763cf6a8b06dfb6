import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { okScript } from '../script-engine'

let folder: string
let shop: RunnerWorkshop
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-prepared-'))
  const environment = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
  shop = new RunnerWorkshop(createLocalHost({ environment }))
})
afterEach(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const runs = () => {
  const all = join(folder, 'state', 'runs')
  return existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : []
}
const isPrepared = (directory: string) =>
  existsSync(join(directory, 'sum')) && !existsSync(join(directory, 'supervisor'))

/** Three runs, each of which ends once there is a file `go`; resolves when the second one is prepared. */
async function begin(prints = false): Promise<number> {
  const script = `while [ ! -e '${folder}/go' ]; do sleep 0.02; done; ${okScript}`
  const plan = scriptPlan({ axes: [], repetitions: 3, base: { script, seconds: 1, prints } })
  const campaignId = await shop.start(plan)
  await vi.waitFor(() => {
    expect(runs().filter((directory) => existsSync(join(directory, 'engine')))).toHaveLength(1)
    expect(runs().filter(isPrepared)).toHaveLength(1)
  })
  return campaignId
}
/** Processes that work in a folder of this test; none where there is no /proc. */
function processesInside(): readonly string[] {
  const all = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return all.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      // It has ended.
      return false
    }
  })
}

const go = () => writeFileSync(join(folder, 'go'), '')

it.skipIf(process.platform === 'win32')('is started when the run before it has ended', async () => {
  const campaignId = await begin()
  const [, second] = shop.store.runs(campaignId)
  expect(
    runs()
      .filter(isPrepared)
      .map((path) => basename(path).split('-').at(-1)),
  ).toEqual([String(second?.id)])
  expect(shop.states(campaignId)).toEqual(['running', 'waiting', 'waiting'])
  go()
  await shop.runner.ended(campaignId)
  const ended = shop.store.runs(campaignId)
  expect(ended.map(({ state, failure }) => failure?.text ?? state)).toEqual(['done', 'done', 'done'])
  for (const [place, { startedAtMs }] of ended.entries())
    expect(startedAtMs).toBeGreaterThanOrEqual(ended[place - 1]?.finishedAtMs ?? 0)
  expect(runs()).toEqual([])
})

it.skipIf(process.platform === 'win32').each([
  ['', false],
  [', also if its engine prints an output', true],
] as const)('is removed if it does not come next%s', async (_, prints) => {
  const campaignId = await begin(prints)
  // The keeper of a pipe without a writer would wait for one and outlive the run.
  const [prepared = ''] = runs().filter(isPrepared)
  expect(readdirSync(prepared)).toContain('log.pipe')
  expect(readdirSync(prepared)).not.toContain('printed.txt.pipe')
  await shop.runner.skip(shop.runId(campaignId, 1))
  go()
  await shop.runner.ended(campaignId)
  expect(shop.states(campaignId)).toEqual(['done', 'skipped', 'done'])
  expect(runs()).toEqual([])
  await vi.waitFor(() => expect(processesInside()).toEqual([]))
})

it.skipIf(process.platform === 'win32').each(['pause', 'stop'] as const)(
  'is removed when the campaign is to %s, and started after a resume',
  async (request) => {
    const campaignId = await begin()
    const asked = shop.runner[request](campaignId)
    if (request === 'pause') go()
    await asked
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId).slice(1)).toEqual(['waiting', 'waiting'])
    expect(runs()).toEqual([])
    go()
    await shop.runner.resume(campaignId)
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  },
)

it.skipIf(process.platform === 'win32')('is removed when the app leaves the campaign running', async () => {
  const campaignId = await begin()
  await shop.runner.dispose()
  await vi.waitFor(() => expect(runs().filter(isPrepared)).toEqual([]))
  expect(runs()).toHaveLength(1)
  shop.store.close()
  go()
  shop.reopen()
  await shop.runner.reconcile()
  await shop.runner.ended(campaignId)
  expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
})
