import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { Workload } from '../../../src/core/plan/plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { oltpPlan, unhurried } from './oltp-workshop'
import { startOwnServer, startRogueServer, type OwnServer } from './own-server'

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
})
afterAll(() => server.close())

let shop: FioWorkshop
/** The answer to each question, the last one repeatedly; the problems that were named. */
let given: readonly (string | undefined)[]
let problems: (string | undefined)[]
beforeEach(() => {
  given = [server.password]
  problems = []
  shop = new FioWorkshop({
    askPassword: (_, { problem } = {}) => {
      problems.push(problem)
      return Promise.resolve(given[Math.min(problems.length, given.length) - 1])
    },
  })
})
afterEach(async () => {
  await shop.close()
  server.dropSchemas()
})

const own = (base: Workload = {}, runtime = 2) =>
  oltpPlan(shop, {}, { server_address: server.socket, server_account: 'bench', runtime, ...base })

/** Every file under a folder, concatenated. */
const textUnder = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .map((name) => readFileSync(join(root, name), 'latin1'))
    .join('\n')

it('measures on a socket and on a port, records the server, and drops what it created', async () => {
  for (const server_address of [server.socket, `localhost:${String(server.port)}`]) {
    const plan = { ...own({ server_address }), id: `own${server_address.length}` }
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.store.runs(campaignId).map((run) => run.failure?.text ?? run.state)).toEqual(['done'])
    const [run] = shop.store.runs(campaignId)
    if (!run) throw new Error('There is no run.')
    const detail = shop.store.run(run.id)
    const valueOf = (metric: string) => detail?.measurements.find((one) => one.metric === metric)?.value
    expect(valueOf('transactions')).toBeGreaterThan(0)
    expect(valueOf('database_log_bandwidth')).toBeGreaterThan(0)
    expect(valueOf('database_bytes')).toBeGreaterThan(0)
    expect(detail?.warnings).toEqual([])
    const text = (name: string) => new TextDecoder().decode(shop.store.rawOutput(run.id, name))
    expect(text('server.txt')).toMatch(/MariaDB/)
    expect(text('variables.txt')).toContain(server.socket)
    expect(server.schemas()).toEqual([])
  }
  expect(readdirSync(shop.target)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
})

it('keeps the password out of files, arguments and the log', async () => {
  const campaignId = await shop.start(own(unhurried, 60))
  await shop.printed('[ 1s ] thds')
  expect(server.schemas()).toHaveLength(1)
  const [name = ''] = readdirSync(shop.runs)
  const login = join(shop.runs, name, 'server-login')
  expect(statSync(login).mode & 0o777).toBe(0o600)
  expect(statSync(join(shop.runs, name)).mode & 0o777).toBe(0o700)
  expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(server.secret)
  rmSync(login)
  writeFileSync(login, 'taken away\n')
  // In no other file: of the run, of the app's own state, or in the results.
  expect(textUnder(shop.folder)).not.toContain(server.secret)
  writeFileSync(login, `${server.password}\n`)
  await shop.runner.stop(campaignId)
  expect(server.schemas()).toEqual([])
  expect(textUnder(shop.folder)).not.toContain(server.secret)
  expect(JSON.stringify(shop.events)).not.toContain(server.secret)
})

it('names a wrong password before anything is stored', async () => {
  given = ['wrong', undefined]
  await expect(shop.start(own())).rejects.toThrow(
    /account or its password is wrong.*Access denied for user 'bench'/,
  )
  expect(problems[1]).toMatch(/refused the login/)
  given = [server.password]
  await expect(shop.start(own({ server_address: join(server.folder, 'no.sock') }))).rejects.toThrow(
    /own server could not be reached/,
  )
  expect(shop.store.campaigns()).toEqual([])
})

it('sends no file to a server that asks for one, and says that it is no database', async () => {
  const wanted = join(shop.folder, 'private.txt')
  writeFileSync(wanted, 'a private line')
  const rogue = await startRogueServer(wanted)
  try {
    const plan = own({ server_address: `127.0.0.1:${String(rogue.port)}` })
    await expect(shop.start(plan)).rejects.toThrow(/did not answer as MariaDB or MySQL do: error 2000/)
    expect(rogue.got).not.toEqual([])
    expect(rogue.got.join('')).not.toContain('private line')
  } finally {
    await rogue.close()
  }
})

it('asks again if the password is refused, also at a resume', async () => {
  given = ['wrong', server.password]
  const campaignId = await shop.start(own(unhurried, 30))
  expect(problems).toEqual([undefined, expect.stringMatching(/Access denied/)])
  await shop.printed('[ 1s ] thds')
  await shop.runner.stop(campaignId)
  given = ['wrong', undefined]
  problems = []
  await expect(shop.runner.resume(campaignId)).rejects.toThrow(/Access denied/)
  expect(shop.states(campaignId)).toEqual(['stopped'])
  given = [server.password]
  await shop.runner.resume(campaignId)
  await shop.runner.stop(campaignId)
  expect(server.schemas()).toEqual([])
})

it('says where a password can be given if nobody can be asked', async () => {
  const silent = new FioWorkshop()
  try {
    await expect(silent.start(own())).rejects.toMatchObject({ id: 'needs-password' })
  } finally {
    await silent.close()
  }
})

it('leaves no schema of a stopped load', async () => {
  const campaignId = await shop.start(own({ tables: 8, table_size: 200_000 }))
  await shop.printed('Inserting')
  expect(server.schemas()).toHaveLength(1)
  await shop.runner.stop(campaignId)
  expect(server.schemas()).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
})

it('fails without the right to create a schema, and drops only its own', async () => {
  server.asRoot(
    'CREATE DATABASE benchwright_theirs; CREATE TABLE benchwright_theirs.benchwright_campaign (name TEXT)',
  )
  server.asRoot(`CREATE USER 'poor'@'%' IDENTIFIED BY '${server.password.replaceAll("'", "''")}'`)
  const campaignId = await shop.start(own({ server_account: 'poor' }))
  await shop.runner.ended(campaignId)
  expect(shop.states(campaignId)).toEqual(['failed: schema-not-made'])
  const second = await shop.start({ ...own(), id: 'second' })
  expect(await shop.runner.ended(second)).toBe('done')
  expect(server.schemas()).toEqual(['benchwright_theirs'])
})

it('drops on a resume what a run left that was killed with all its processes', async () => {
  const [plan, review] = [join(shop.folder, 'plan.json'), join(shop.folder, 'killed.benchwright')]
  writeFileSync(plan, JSON.stringify(own({ ...unhurried, runtime: 4 })))
  const state = join(shop.folder, 'cut')
  const env = { ...process.env, BENCHWRIGHT_STATE: state, BENCHWRIGHT_DB_PASSWORD: server.password }
  const commandLine = (...args: readonly string[]) =>
    spawn(process.execPath, ['app/dist/cli.js', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const killed = commandLine('run', plan, '--into', review)
  const ended = new Promise((resolve) => killed.once('close', resolve))
  await vi.waitFor(() => expect(server.schemas()).toHaveLength(1))
  killed.kill('SIGKILL')
  await ended
  const runs = join(state, 'runs')
  const [name = ''] = readdirSync(runs)
  const pids = ['supervisor', 'engine'].flatMap((file) =>
    readFileSync(join(runs, name, file), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [Number(line.split(' ')[0])])),
  )
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A finished step.
    }
  }
  const [left] = server.schemas()
  expect(left).toBeDefined()
  const resumed = commandLine('resume', review)
  let said = ''
  for (const stream of [resumed.stdout, resumed.stderr])
    stream.on('data', (piece: Buffer) => (said += String(piece)))
  expect(await new Promise((resolve) => resumed.once('close', resolve)), said).toBe(0)
  expect(server.schemas()).toEqual([])
  const store = openReview(review, { mode: 'read' })
  expect(store.campaigns().map((one) => one.state)).toEqual(['done'])
  store.close()
  expect(textUnder(shop.folder)).not.toContain(server.secret)
  await noneLeft(shop.folder)
})
