import { chmodSync, readdirSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { FioWorkshop } from '../runner/fio-workshop'
import { runProcesses } from '../runner/processes'
import { isInstalled, needDatabasePrograms, oltpPlan, serversIn, unhurried } from './oltp-workshop'

let shop: FioWorkshop
beforeAll(needDatabasePrograms)
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(async () => {
  await shop.close()
  expect(runProcesses(shop.folder)).toEqual([])
  expect(serversIn(shop.folder)).toEqual([])
})

const firstInterval = () => shop.printed('[ 1s ] thds')

function expectNothingLeft(): void {
  expect(readdirSync(shop.target)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
}

it('names options that the server does not know before anything starts', async () => {
  const base = { configuration: 'old: innodb_adaptive_flushing_method=native innodb_io_capacity=500' }
  await expect(shop.start(oltpPlan(shop, {}, base))).rejects.toThrow(/innodb_adaptive_flushing_method/)
  expectNothingLeft()
})

it('ends the server and removes its data when it is stopped', async () => {
  const campaignId = await shop.start(oltpPlan(shop, {}, { ...unhurried, runtime: 60 }))
  await firstInterval()
  expect(serversIn(shop.folder)).toHaveLength(1)
  await shop.runner.stop(campaignId)
  expectNothingLeft()
})

it('leaves nothing of a load that is stopped', async () => {
  const campaignId = await shop.start(oltpPlan(shop, {}, { tables: 8, table_size: 200_000 }))
  await shop.engineStarted('layout')
  await shop.printed('Inserting')
  await shop.runner.stop(campaignId)
  expect(serversIn(shop.folder)).toEqual([])
  expectNothingLeft()
})

it('fails a run with a dying server, and reports it', async () => {
  const campaignId = await shop.start(oltpPlan(shop, {}, { ...unhurried, runtime: 60 }))
  await firstInterval()
  const [server] = serversIn(shop.folder)
  if (!server) throw new Error('There is no server.')
  process.kill(server.pid, 'SIGKILL')
  await shop.runner.ended(campaignId)
  expect(shop.states(campaignId)).toEqual(['done', 'failed: server-ended'])
  expect(shop.store.runs(campaignId)[1]?.failure?.text).toContain('The server ended')
  expectNothingLeft()
})

it.runIf(process.getuid?.() === 0)('runs the server unprivileged if started as root', async () => {
  // Others may pass through to the target, as on a drive that is mounted for everybody.
  chmodSync(shop.folder, 0o755)
  chmodSync(shop.target, 0o755)
  const campaignId = await shop.start(oltpPlan(shop, {}, { ...unhurried, runtime: 60 }))
  await firstInterval()
  expect(serversIn(shop.folder).map(({ user }) => user)).not.toContain('root')
  await shop.runner.stop(campaignId)
  expectNothingLeft()
})

it('runs PostgreSQL under an unprivileged account if it is installed', async (context) => {
  if (!isInstalled('postgres')) context.skip('PostgreSQL (package postgresql) is not installed.')
  chmodSync(shop.folder, 0o755)
  chmodSync(shop.target, 0o755)
  const unknown = oltpPlan(shop, {}, { server: 'postgresql', configuration: 'A: innodb_io_capacity=500' })
  await expect(shop.start(unknown)).rejects.toThrow(/innodb_io_capacity/)
  const levels = ['A baseline', 'B: random_page_cost=1.1 shared_buffers=64MB']
  const axes = [{ key: 'configuration', levels }]
  const plan = oltpPlan(
    shop,
    { axes, order: { kind: 'designed', seed: 1 } },
    { ...unhurried, server: 'postgresql' },
  )
  const campaignId = await shop.start(plan)
  await firstInterval()
  expect(serversIn(shop.folder)).not.toEqual([])
  if (process.getuid?.() === 0) expect(serversIn(shop.folder).map(({ user }) => user)).not.toContain('root')
  expect(await shop.runner.ended(campaignId)).toBe('done')
  expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  const runs = shop.store.runs(campaignId).slice(1)
  const texts = (name: string) =>
    runs.map(({ id }) => new TextDecoder().decode(shop.store.rawOutput(id, name)))
  expect(texts('server.txt').join('')).toMatch(/postgres \(PostgreSQL\) \d+/)
  const [plain = '', changed = ''] = texts('variables.txt')
  expect(plain).not.toMatch(/^random_page_cost/m)
  expect(changed).toMatch(/^random_page_cost\t1\.1$/m)
  expect(texts('status-after.txt').every((text) => /^xact_commit\t[1-9]/m.test(text))).toBe(true)
  const measured = shop.store.run(runs[0]?.id ?? 0)?.measurements ?? []
  const valueOf = (metric: string) => measured.find((one) => one.metric === metric)?.value
  expect(valueOf('transactions')).toBeGreaterThan(0)
  expect(valueOf('database_bytes')).toBeGreaterThan(0)
  expectNothingLeft()
})
