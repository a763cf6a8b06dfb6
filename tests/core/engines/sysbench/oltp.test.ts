import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CommandRequest } from '../../../../src/core/engines/engine'
import { advisePlan } from '../../../../src/core/engines/plan-advice'
import { preparedWorkload } from '../../../../src/core/engines/preparation/prepared-workload'
import { serverOptionsOf } from '../../../../src/core/engines/database/database-steps'
import { recordedCommand } from '../../../../src/core/engines/steps'
import { sysbenchOltp } from '../../../../src/core/engines/sysbench/oltp/sysbench-oltp'
import { newPlan } from '../../../../src/core/plan/edit-plan'
import type { Workload } from '../../../../src/core/plan/plan'

const workload: Workload = { jobs: 32, tables: 32, table_size: 1000, runtime: 20 }
const request = (parts: Partial<CommandRequest> = {}): CommandRequest => ({
  ...{ workload, dataFile: '/data/db', runName: 'bw-1', phase: 'measure', seed: 6 },
  ...parts,
})

const own = { server_address: 'db1:3307', server_account: 'bench' }

it('loads, measures and drops a schema on an existing server, with the password in a file that is not recorded', () => {
  const asked = request({ workload: { ...workload, ...own }, runName: 'bw-7f3a-12', password: 'pa$$' })
  const made = sysbenchOltp.steps(asked)
  const where = ['mariadb', 'db1', '3307', 'bench', 'bw-7f3a']
  expect(made.steps.map(({ kind, processes }) => [kind, processes[0]?.args.slice(1, 7)])).toEqual([
    ['prepare', ['own-load', ...where]],
    ['measure', ['own-measure', ...where]],
    ['gather', ['own-drop', ...where]],
  ])
  expect(made.files.find(({ name }) => name === 'server-login')?.text).toBe('pa$$\n')
  expect(JSON.stringify(recordedCommand(made))).not.toContain('pa$$')
  expect(sysbenchOltp.dataOf(asked.workload)).toEqual({ kind: 'none' })
  expect(sysbenchOltp.passwordFor?.(asked.workload)).toBe('bench on db1:3307')
  expect(sysbenchOltp.passwordFor?.(workload)).toBeUndefined()
})

it.each([
  ['localhost', ['127.0.0.1', '3306']],
  ['[::1]:3307', ['::1', '3307']],
  ['/run/mysqld/mysqld.sock', ['/run/mysqld/mysqld.sock', '']],
])('reads the address %s', (server_address, where) => {
  const { steps } = sysbenchOltp.steps(request({ workload: { ...workload, ...own, server_address } }))
  expect(steps[0]?.processes[0]?.args.slice(3, 5)).toEqual(where)
})

it('has one existing server per plan, and names the schema that was left on it', () => {
  const axes = [{ key: 'server_address', levels: ['db1', 'db2'] }]
  const parts = { name: 'OLTP', engine: 'sysbench-oltp', base: { ...workload, ...own }, axes, repetitions: 1 }
  const plan = newPlan({ id: 'oltp', seed: 1, target: { kind: 'none' } }, parts)
  expect(sysbenchOltp.advise(plan, {})).toContainEqual(
    expect.objectContaining({ id: 'several-own-servers', severity: 'error' }),
  )
  const outputs = { 'output.txt': '', 'left-schema.txt': 'benchwright_12\n' }
  const parsed = sysbenchOltp.parse({
    ...{ outputs, exitCode: 1, printed: 'benchwright: server-away ERROR 2002' },
    request: request({ workload: { ...workload, ...own } }),
  })
  expect(parsed).toMatchObject({ outcome: 'failed', failure: { id: 'server-away' } })
  expect(parsed.warnings[0]?.text).toContain(
    'benchwright_12 could not be dropped from the server at db1:3307',
  )
})

it('gives the server the options of its case, the configuration last', () => {
  const options = serverOptionsOf({
    ...workload,
    ...{ buffer_pool_size: 1024 ** 3, innodb_io_capacity: 500, server_options: 'innodb_flush_neighbors=0' },
    configuration: 'B: innodb_io_capacity=2000',
  })
  expect(options).toEqual([
    'innodb_buffer_pool_size=1073741824',
    'innodb_flush_method=O_DIRECT',
    'innodb_flush_neighbors=0',
    'innodb_io_capacity=2000',
  ])
  expect(serverOptionsOf({ server: 'postgresql', buffer_pool_size: 1024 ** 3 })).toEqual([
    'shared_buffers=131072',
  ])
})

it('restores, then measures with the server running', () => {
  const { steps, files } = sysbenchOltp.steps(request())
  expect(steps.map(({ kind, processes }) => [kind, processes[0]?.args.slice(0, 5)])).toEqual([
    ['prepare', ['database.sh', 'restore', 'mariadb', 'no', '/data/db']],
    ['measure', ['database.sh', 'measure', 'mariadb', 'no', '/data/db']],
  ])
  expect(steps[1]?.processes[0]?.args).toEqual(
    expect.arrayContaining([
      'oltp_read_write',
      '--threads=32',
      '--time=20',
      '--percentile=95',
      '--rand-seed=7',
    ]),
  )
  expect(steps[0]?.outputs).toEqual(['restored.txt'])
  // Nothing in the process list is secret: the server makes its own password and has no network.
  expect(JSON.stringify(steps)).not.toMatch(/password/)
  expect(files.map(({ name }) => name)).toEqual(['database.sh', 'server-options'])
})

it.each<[string, Workload, RegExp]>([
  ['a folder of the server', { server_options: 'datadir=x' }, /datadir is not among/],
  ['a path', { configuration: 'A: innodb_undo_directory=/tmp/x' }, /innodb_undo_directory is not among/],
  ['a way onto the network', { configuration: 'A: bind-address=0.0.0.0' }, /bind-address is not among/],
  [
    'a command',
    { server: 'postgresql', server_options: 'archive_command=x' },
    /archive_command is not among/,
  ],
  ['what only InnoDB has', { server: 'postgresql', innodb_io_capacity: 200 }, /PostgreSQL has no/],
  ['words that are no options', { server_options: 'faster please' }, /form/],
  ['an unknown option', { innodb_magic: 1 }, /not an option/],
  ['an own server without an account', { server_address: 'db1' }, /No account/],
  ['an account without a server', { server_account: 'bench' }, /no server/],
  ['an address with a space', { server_address: 'db1 -e', server_account: 'bench' }, /form/],
  ['an account that reads like an option', { server_address: 'db1', server_account: '-e' }, /form/],
  ['a buffer pool of an own server', { ...own, buffer_pool_size: 1024 ** 3 }, /running already/],
  ['a configuration of an own server', { ...own, configuration: 'A' }, /running already/],
  ['an option of an own server', { ...own, innodb_io_capacity: 200 }, /running already/],
  ['an own server that keeps its data', { ...own, data_between_runs: 'keep' }, /its own schema/],
  ['an own PostgreSQL', { ...own, server: 'postgresql' }, /MariaDB or MySQL/],
])('refuses %s', (_, change, said) => {
  expect(sysbenchOltp.checkWorkload({ ...workload, ...change })[0]?.text).toMatch(said)
})

it('prints what the other configurations change against the first', () => {
  const levels = [
    'A baseline: innodb_flush_neighbors=1',
    'B: innodb_flush_neighbors=0 innodb_io_capacity=2000',
    'C',
  ]
  const plan = newPlan(
    { id: 'oltp', seed: 1, target: { kind: 'folder', path: '/data' } },
    {
      name: 'OLTP',
      engine: 'sysbench-oltp',
      base: workload,
      axes: [{ key: 'configuration', levels }],
      repetitions: 1,
    },
  )
  expect(sysbenchOltp.advise(plan, {}).find(({ id }) => id === 'configurations')?.text).toBe(
    'Against A baseline, the other configurations have: B: innodb_flush_neighbors=0, innodb_io_capacity=2000; C: no innodb_flush_neighbors=1.',
  )
})

it('counts what the database read and wrote between two samples of its counters', () => {
  const text = readFileSync('tests/fixtures/sysbench-synthetic/oltp-0.5.txt', 'utf8')
  const outputs = {
    'output.txt': text,
    'started.txt': '1700000000\n',
    'status-before.txt': 'Innodb_data_written\t1000\nInnodb_data_read\t0\nUptime\t3\n',
    'status-after.txt': 'Innodb_data_written\t2001000\nInnodb_data_read\t40\nUptime\t23\n',
    'data-kib.txt': '1024\n',
  }
  const parsed = sysbenchOltp.parse({ outputs, exitCode: 0, request: request() })
  if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
  const value = (metric: string) =>
    parsed.observations.find((one) => one.kind === 'scalar' && one.metric === metric)
  expect(value('transactions')).toMatchObject({ value: 550, unit: '1/s' })
  expect(value('database_write_bandwidth')).toMatchObject({ value: 100_000, unit: 'B/s' })
  expect(value('database_read_bandwidth')).toMatchObject({ value: 2 })
  expect(value('database_bytes')).toMatchObject({ value: 1024 ** 2 })
  expect(parsed.warnings.map(({ id }) => id)).toEqual(['transactions-failed'])
})

it('fails a load in which a thread gave up, though sysbench ends with 0', () => {
  const output = `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Creating table 'sbtest1'...
Inserting 1000 records into 'sbtest1'
FATAL: mysql_drv_query() returned error 1114 (The table 'sbtest1' is full) for query 'INSERT INTO sbtest1'
`
  const layout = request({ phase: 'layout' })
  expect(
    sysbenchOltp.parse({ outputs: { 'output.txt': output }, exitCode: 0, request: layout }),
  ).toMatchObject({ outcome: 'failed', failure: { id: 'no-space' } })
})

it('names the options and the server that were refused', () => {
  const printed = 'benchwright: unknown-options innodb_magic (mariadbd  Ver 10.11.14-MariaDB)\n'
  expect(sysbenchOltp.parse({ outputs: {}, exitCode: 1, printed, request: request() })).toMatchObject({
    outcome: 'failed',
    failure: {
      id: 'unknown-options',
      text: 'The server on the host does not know these options: innodb_magic (mariadbd  Ver 10.11.14-MariaDB).',
    },
  })
})

describe('an offered load', () => {
  const measured = (parts: Partial<CommandRequest>) =>
    sysbenchOltp.steps(request(parts)).steps.at(-1)?.processes[0]?.args
  const step = { kind: 'capacity', seconds: 9, queueDepth: 48 } as const

  it('comes at the requested rate, or at the share of the capacity that was found', () => {
    expect(measured({})?.join(' ')).not.toContain('--rate')
    expect(measured({ workload: { ...workload, offered_transactions: 300 } })).toContain('--rate=300')
    const share = { ...workload, offered_percent: 40 }
    expect(measured({ workload: share, offeredPerSecond: 120 })).toContain('--rate=120')
    expect(sysbenchOltp.checkWorkload({ ...share, offered_transactions: 300 })[0]?.text).toBe(
      'offered_transactions and offered_percent both set a rate.',
    )
  })

  it('has its capacity found by as many threads as the step says, without a rate', () => {
    const share = { ...workload, offered_percent: 40, ramp_time: 5 }
    const prepared = preparedWorkload(share, step, sysbenchOltp.description)
    expect(prepared).toEqual({ ...workload, ramp_time: 5, runtime: 9, jobs: 48 })
    const preparation = { step, capacityBytes: 0 }
    const args = measured({ workload: prepared, phase: 'prepare', preparation })
    expect(args).toEqual(expect.arrayContaining(['--threads=48', '--time=9']))
    expect(args?.join(' ')).not.toContain('--rate')
    const rounds = preparedWorkload(
      workload,
      { kind: 'workload', rounds: 1, seconds: 3 },
      sysbenchOltp.description,
    )
    expect(sysbenchOltp.checkWorkload(rounds)).toEqual([])
  })

  it('reports what was offered, how much of it was served, and that more waited than sysbench keeps', () => {
    const output = (text: string, offeredPerSecond: number) =>
      sysbenchOltp.parse({
        outputs: { 'output.txt': text, 'started.txt': '1700000000\n' },
        exitCode: text.includes('FATAL') ? 1 : 0,
        request: request({ workload: { ...workload, offered_percent: 110 }, offeredPerSecond }),
      })
    const report = readFileSync('tests/fixtures/sysbench-synthetic/oltp-0.5.txt', 'utf8')
    const parsed = output(report, 1100)
    if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
    const value = (metric: string) =>
      parsed.observations.find((one) => one.kind === 'scalar' && one.metric === metric)
    expect(value('offered_transactions')).toMatchObject({ value: 1100, unit: '1/s' })
    expect(value('offered_reached')).toMatchObject({ value: 50, unit: '%' })
    expect(parsed.warnings.find(({ id }) => id === 'offered-rate-not-reached')?.text).toMatch(
      /^Saturated: 550 of the 1,100 transactions a second/,
    )
    expect(output(report, 551).warnings.map(({ id }) => id)).not.toContain('offered-rate-not-reached')
    expect(output('FATAL: The event queue is full. This means …\n', 9000)).toMatchObject({
      outcome: 'failed',
      failure: { id: 'offered-queue-full' },
    })
  })

  it('triggers a warning if fewer can be in flight than the capacity was found with', () => {
    const plan = newPlan(
      { id: 'oltp', seed: 1, target: { kind: 'folder', path: '/data' } },
      {
        ...{ name: 'OLTP', engine: 'sysbench-oltp', repetitions: 1, base: workload },
        axes: [{ key: 'offered_percent', levels: [50, 100] }],
      },
    )
    const found = (jobs: number) =>
      advisePlan({ ...plan, base: { ...workload, jobs }, preparation: [step] }, {}).find(
        ({ id }) => id === 'offered-fewer-in-flight',
      )
    expect(found(32)).toMatchObject({ about: 'jobs', remedy: { change: { base: { jobs: 48 } } } })
    expect(found(48)).toBeUndefined()
  })
})
