import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
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
  expect(serversIn(shop.folder)).toEqual([])
})

/** Database servers that work on a folder of the test, whoever they belong to. */
function serversIn(folder: string): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const servers = lines.filter((line) => /mariadbd|postgres/.test(line)).map((line) => parseInt(line, 10))
  return servers.filter((pid) => {
    try {
      return execFileSync('readlink', [`/proc/${String(pid)}/cwd`], { encoding: 'utf8' }).startsWith(folder)
    } catch {
      // It ended meanwhile.
      return false
    }
  })
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
  // The server was asked to end, and did: nothing had to be ended behind it.
  expect(shop.logText(campaignId)).not.toContain('behind')
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

it('leaves nothing of a load that is stopped', async () => {
  const campaignId = await shop.start(oltpPlan({}, { tables: 8, table_size: 200_000 }))
  await shop.engineStarted('layout')
  await shop.happens((event) => event.type === 'terminal' && event.text.includes('Inserting'))
  await shop.runner.stop(campaignId)
  expect(readdirSync(shop.target)).toEqual([])
})

it('fails a run whose server dies, and says so', async () => {
  const campaignId = await shop.start(oltpPlan({}, { runtime: 60 }))
  await shop.happens((event) => event.type === 'terminal' && event.text.includes('[ 1s ] thds'))
  const [server] = serversIn(shop.folder)
  if (server === undefined) throw new Error('There is no server.')
  process.kill(server, 'SIGKILL')
  await shop.runner.ended(campaignId)
  expect(shop.states(campaignId)).toEqual(['done', 'failed: server-ended'])
  expect(readdirSync(shop.target)).toEqual([])
})

it('goes on after the app was killed in the middle of a run, and leaves nothing', async () => {
  const plan = join(shop.folder, 'plan.json')
  const review = join(shop.folder, 'killed.benchwright')
  writeFileSync(plan, JSON.stringify(oltpPlan({ repetitions: 2 }, { runtime: 4 })))
  const env = { ...process.env, BENCHWRIGHT_STATE: join(shop.folder, 'state') }
  const start = (...args: readonly string[]) => spawn(process.execPath, ['app/dist/cli.js', ...args], { env })
  const killed = start('run', plan, '--into', review)
  const gone = new Promise((resolve) => killed.on('close', resolve))
  await new Promise<void>((resolve) => {
    killed.stderr.on('data', (piece: Buffer) => {
      // The first measured run has begun to say how far it is.
      if (/[1-9]\d* %/.test(piece.toString())) resolve()
    })
  })
  killed.kill('SIGKILL')
  await gone
  const resumed = start('resume', review)
  const said: string[] = []
  resumed.stderr.on('data', (piece: Buffer) => said.push(piece.toString()))
  resumed.stdout.on('data', (piece: Buffer) => said.push(piece.toString()))
  expect(await new Promise((resolve) => resumed.on('close', resolve)), said.join('')).toBe(0)
  expect(said.join('')).toMatch(/2 of 2 runs done/)
  expect(readdirSync(shop.target)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
})

it('runs PostgreSQL under an account without rights where it is here', async () => {
  if (!readdirSync('/usr/lib').includes('postgresql')) return
  chmodSync(shop.folder, 0o755)
  chmodSync(shop.target, 0o755)
  const campaignId = await shop.start(oltpPlan({}, { server: 'postgresql' }))
  expect(await shop.runner.ended(campaignId)).toBe('done')
  expect(shop.states(campaignId)).toEqual(['done', 'done'])
  expect(readdirSync(shop.target)).toEqual([])
})
