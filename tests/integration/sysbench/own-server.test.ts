import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { Workload } from '../../../src/core/plan/plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { needDatabasePrograms, oltpPlan } from './oltp-workshop'

/** A server that belongs to a person: on a socket and a port of the loopback interface, with an account of few rights. */
const folder = mkdtempSync(join(tmpdir(), 'bw-own-server-'))
const socket = join(folder, 's.sock')
/** The part that no quoting changes, and all of it. */
const secret = `ord${String(process.pid)}Kq7`
const password = `pa$$ 'w"#${secret}`
const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`
const asRoot = (sql: string) =>
  execFileSync('mariadb', ['--no-defaults', '-uroot', '-S', socket, '-N', '-B', '-e', sql], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const schemas = () =>
  asRoot(String.raw`SHOW DATABASES LIKE 'benchwright\_%'`)
    .split('\n')
    .filter(Boolean)
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
let server: ChildProcess
let port = 0

beforeAll(async () => {
  needDatabasePrograms()
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { ...process.env, PATH: path }
  const user = `--user=${userInfo().username}`
  const install = ['--no-defaults', `--datadir=${data}`, user, '--auth-root-authentication-method=normal']
  execFileSync('mariadb-install-db', [...install, '--skip-test-db'], { env, stdio: 'ignore' })
  port = await freePort()
  const listens = [`--socket=${socket}`, '--bind-address=127.0.0.1', `--port=${String(port)}`]
  server = spawn('mariadbd', ['--no-defaults', `--datadir=${data}`, ...listens, user], {
    env,
    stdio: 'ignore',
  })
  await vi.waitFor(() => asRoot('SELECT 1'))
  const quoted = password.replaceAll("'", "''")
  asRoot(`DROP USER IF EXISTS ''@'localhost'; CREATE USER 'bench'@'%' IDENTIFIED BY '${quoted}'`)
  asRoot("GRANT ALL ON `benchwright\\_%`.* TO 'bench'@'%'")
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
  rmSync(folder, { recursive: true, force: true })
})

let shop: FioWorkshop
let given: string
beforeEach(() => {
  given = password
  shop = new FioWorkshop({ askPassword: () => Promise.resolve(given) })
})
afterEach(async () => {
  await shop.close()
  for (const one of schemas()) asRoot(`DROP DATABASE ${one}`)
})

const own = (base: Workload = {}, runtime = 2) =>
  oltpPlan(shop, {}, { server_address: socket, server_account: 'bench', runtime, ...base })

/** Every file under a folder in one piece. */
const textUnder = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .map((name) => readFileSync(join(root, name), 'latin1'))
    .join('\n')

it('measures on a socket and on a port, records the server, and drops what it made', async () => {
  for (const server_address of [socket, `localhost:${String(port)}`]) {
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
    expect(text('variables.txt')).toContain(socket)
    expect(schemas()).toEqual([])
  }
  expect(readdirSync(shop.target)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
})

it('keeps the password out of files, arguments and the log', async () => {
  const campaignId = await shop.start(own({}, 60))
  await shop.happens((event) => event.type === 'terminal' && event.text.includes('[ 1s ] thds'))
  expect(schemas()).toHaveLength(1)
  const [name = ''] = readdirSync(shop.runs)
  const login = join(shop.runs, name, 'server-login')
  expect(statSync(login).mode & 0o777).toBe(0o600)
  expect(statSync(join(shop.runs, name)).mode & 0o777).toBe(0o700)
  expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(secret)
  rmSync(login)
  writeFileSync(login, 'taken away\n')
  // In no other file: of the run, of the app's own state, in the results.
  expect(textUnder(shop.folder)).not.toContain(secret)
  writeFileSync(login, `${password}\n`)
  await shop.runner.stop(campaignId)
  expect(schemas()).toEqual([])
  expect(textUnder(shop.folder)).not.toContain(secret)
  expect(JSON.stringify(shop.events)).not.toContain(secret)
})

it('names a wrong password before anything is stored', async () => {
  given = 'wrong'
  await expect(shop.start(own())).rejects.toThrow(
    /account or its password is wrong.*Access denied for user 'bench'/,
  )
  await expect(shop.start(own({ server_address: join(folder, 'no.sock') }))).rejects.toThrow(/server-away/)
  expect(shop.store.campaigns()).toEqual([])
})

it('says where a password can be given where nobody can be asked', async () => {
  const silent = new FioWorkshop()
  try {
    await expect(silent.start(own())).rejects.toMatchObject({ id: 'needs-password' })
  } finally {
    await silent.close()
  }
})

it('leaves no schema of a load that is stopped', async () => {
  const campaignId = await shop.start(own({ tables: 8, table_size: 200_000 }))
  await shop.happens((event) => event.type === 'terminal' && event.text.includes('Inserting'))
  expect(schemas()).toHaveLength(1)
  await shop.runner.stop(campaignId)
  expect(schemas()).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
})

it('fails without the right to make a schema, and drops none that is not its own', async () => {
  asRoot(
    'CREATE DATABASE benchwright_theirs; CREATE TABLE benchwright_theirs.benchwright_campaign (name TEXT)',
  )
  asRoot(`CREATE USER 'poor'@'%' IDENTIFIED BY '${password.replaceAll("'", "''")}'`)
  const campaignId = await shop.start(own({ server_account: 'poor' }))
  await shop.runner.ended(campaignId)
  expect(shop.states(campaignId)).toEqual(['failed: schema-not-made'])
  const second = await shop.start({ ...own(), id: 'second' })
  expect(await shop.runner.ended(second)).toBe('done')
  expect(schemas()).toEqual(['benchwright_theirs'])
})

it('drops on a resume what a run left that was killed with all its processes', async () => {
  const [plan, review] = [join(shop.folder, 'plan.json'), join(shop.folder, 'killed.benchwright')]
  writeFileSync(plan, JSON.stringify(own({ runtime: 4 })))
  const state = join(shop.folder, 'cut')
  const env = { ...process.env, BENCHWRIGHT_STATE: state, BENCHWRIGHT_DB_PASSWORD: password }
  const commandLine = (...args: readonly string[]) =>
    spawn(process.execPath, ['app/dist/cli.js', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const killed = commandLine('run', plan, '--into', review)
  const ended = new Promise((resolve) => killed.once('close', resolve))
  await vi.waitFor(() => expect(schemas()).toHaveLength(1))
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
      // A step that is over.
    }
  }
  const [left] = schemas()
  expect(left).toBeDefined()
  const resumed = commandLine('resume', review)
  let said = ''
  for (const stream of [resumed.stdout, resumed.stderr])
    stream.on('data', (piece: Buffer) => (said += String(piece)))
  expect(await new Promise((resolve) => resumed.once('close', resolve)), said).toBe(0)
  expect(schemas()).toEqual([])
  const store = openReview(review, { mode: 'read' })
  expect(store.campaigns().map((one) => one.state)).toEqual(['done'])
  store.close()
  expect(textUnder(shop.folder)).not.toContain(secret)
  await noneLeft(shop.folder)
})
