import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CommandRequest } from '../../../../src/core/engines/engine'
import { goTpcEngine } from '../../../../src/core/engines/go-tpc/go-tpc'
import { newPlan } from '../../../../src/core/plan/edit-plan'
import type { Workload } from '../../../../src/core/plan/plan'

const workload: Workload = { jobs: 8, warehouses: 20, runtime: 20, ramp_time: 5 }
const request = (parts: Partial<CommandRequest> = {}): CommandRequest => ({
  ...{ workload, dataFile: '/data/db', runName: 'bw-1', phase: 'measure', seed: 6 },
  ...parts,
})
const printed = readFileSync('tests/fixtures/tpcc-synthetic/go-tpc.txt', 'utf8')

it('loads, restores and measures by the script of the other database tests', () => {
  const args = (phase: CommandRequest['phase']) =>
    goTpcEngine.steps(request({ phase })).steps.map(({ processes }) => processes[0]?.args)
  expect(args('layout')).toEqual([
    [
      ...['database.sh', 'load', 'mariadb', 'no', '/data/db'],
      ...['go-tpc', '--warehouses=20', '--threads=8', '--no-check'],
    ],
  ])
  expect(args('measure')).toEqual([
    ['database.sh', 'restore', 'mariadb', 'no', '/data/db'],
    [
      ...['database.sh', 'measure', 'mariadb', 'no', '/data/db', '5'],
      ...['go-tpc', '--warehouses=20', '--threads=8', '--time=20s', '--interval=1s'],
    ],
  ])
})

it('refuses an existing server, because its password would be an argument', () => {
  const own = { ...workload, server_address: 'db1', server_account: 'bench' }
  expect(goTpcEngine.checkWorkload(own)[0]?.text).toMatch(/password only as an argument/)
  expect(() => goTpcEngine.steps(request({ workload: own }))).toThrow(/own server/)
})

it('reads the end, the time line and the counters of the server, and says that nothing was audited', () => {
  const parsed = goTpcEngine.parse({
    outputs: {
      'output.txt': printed,
      'started.txt': '1700000000.5\n',
      'status-before.txt': 'Innodb_os_log_written\t1000\n',
      'status-after.txt': 'Innodb_os_log_written\t41000\n',
    },
    exitCode: 0,
    request: request(),
  })
  if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
  const value = (metric: string) =>
    parsed.observations.find((one) => one.kind === 'scalar' && one.metric === metric)
  expect(value('new_order_rate')).toMatchObject({ value: 10_869, unit: '1/min', test: 'tpcc-like' })
  expect(value('runtime')).toMatchObject({ value: 20 })
  expect(value('database_log_bandwidth')).toMatchObject({ value: 2000 })
  expect(parsed.observations.find(({ kind }) => kind === 'series')).toMatchObject({
    metric: 'new_order_rate',
    startedAtMs: 1_700_000_000_500,
  })
  expect(parsed.warnings).toEqual([
    {
      class: 'note',
      id: 'not-audited',
      text: 'New-order transactions a minute, TPC-C-like, not an audited result.',
    },
    { class: 'qualifies', id: 'transactions-failed', text: '4 transactions failed and are not counted.' },
  ])
  expect(goTpcEngine.description.name).toContain('not audited')
})

it('reads what go-tpc 1.0.12 printed in 6 s every 2 s', () => {
  const parsed = goTpcEngine.parse({
    outputs: { 'output.txt': readFileSync('tests/fixtures/go-tpc-1.0.12/run.txt', 'utf8') },
    exitCode: 0,
    request: request({ workload: { ...workload, runtime: 6 }, series: { seconds: 2, detail: 'averages' } }),
  })
  if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
  const shown = parsed.observations.map((one) =>
    one.kind === 'series' ? [one.metric, ...one.seconds] : one.kind === 'scalar' && [one.metric, one.value],
  )
  expect(shown).toEqual([
    ['new_order_rate', 16_793.5],
    ['transactions', 37_271.4 / 60],
    ['latency_mean', 3.8e6],
    ['latency_p50', 3.1e6],
    ['latency_p95', 7.9e6],
    ['latency_p99', 13.6e6],
    ['latency_p999', 62.9e6],
    ['new_order_rate', 2, 4, 6],
    ['latency_p95', 2, 4, 6],
    ['runtime', 6],
  ])
})

it('accepts a run of a second, although its first transaction comes a little late', () => {
  const text = printed.replaceAll('Takes(s): 20.0', 'Takes(s): 0.9')
  const short = request({ workload: { ...workload, runtime: 1 } })
  expect(goTpcEngine.parse({ outputs: { 'output.txt': text }, exitCode: 0, request: short }).outcome).toBe(
    'done',
  )
})

it('reports what configurations change against the first, and which pool has no room', () => {
  const axes = [{ key: 'configuration', levels: ['A', 'B: innodb_io_capacity=2000'] }]
  const base = { ...workload, buffer_pool_size: 64 * 1024 ** 3 }
  const parts = { name: 'TPC-C-like', engine: 'go-tpc', base, axes, repetitions: 1 }
  const plan = newPlan({ id: 'tpcc', seed: 1, target: { kind: 'folder', path: '/data' } }, parts)
  const said = goTpcEngine.advise(plan, { memoryBytes: 32 * 1024 ** 3 })
  expect(said.map(({ id }) => id)).toEqual([
    ...['not-audited', 'configurations', 'buffer-pool-beyond-memory', 'database-in-memory'],
  ])
  expect(said[1]?.text).toBe('Against A, the other configurations have: B: innodb_io_capacity=2000.')
})

it.each([
  ['did not come to its end', printed.replace(/^Finished$[^]*/m, ''), 'no-result'],
  ['ended early', printed.replaceAll('Takes(s): 20.0', 'Takes(s): 12.0'), 'other-than-asked'],
  ['met a full disk', "execute run failed, err Error 1114: The table 'order_line' is full\n", 'no-space'],
])('fails a run that %s, though go-tpc ends with 0', (_, text, id) => {
  expect(
    goTpcEngine.parse({ outputs: { 'output.txt': text }, exitCode: 0, request: request() }),
  ).toMatchObject({ outcome: 'failed', failure: { id } })
})

it('fails a load that did not finish', () => {
  const layout = request({ phase: 'layout' })
  const outputs = (text: string) => ({ 'output.txt': text })
  expect(
    goTpcEngine.parse({ outputs: outputs('creating table item\n'), exitCode: 0, request: layout }).outcome,
  ).toBe('failed')
  expect(
    goTpcEngine.parse({ outputs: outputs('creating table item\nFinished\n'), exitCode: 0, request: layout })
      .outcome,
  ).toBe('done')
})

it.each<[string, Workload, RegExp]>([
  ['what only sysbench has', { tables: 4 }, /not an option/],
  ['PostgreSQL', { server: 'postgresql' }, /postgresql/],
  ['a way onto the network', { server_options: 'bind-address=0.0.0.0' }, /bind-address is not among/],
  ['names of hosts', { configuration: 'A baseline: skip_name_resolve=0' }, /skip_name_resolve is not among/],
])('refuses %s', (_, change, said) => {
  expect(goTpcEngine.checkWorkload({ ...workload, ...change })[0]?.text).toMatch(said)
})

it('shows the rate of the last interval while it runs', () => {
  const reader = goTpcEngine.progress()
  expect(reader.push('creating table warehouse\n')).toEqual({ phase: 'preparing' })
  expect(reader.push(printed.slice(0, printed.indexOf('Finished')))).toEqual({
    phase: 'running',
    headline: { new_order_rate: 10_896 },
  })
})
