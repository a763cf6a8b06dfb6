import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as pty from 'node-pty'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { unhurried } from '../runner/fio-plan'
import { noneLeft, runProcesses } from '../runner/processes'
import { descendants, isSsh, signal, SshWorkshop } from './ssh-workshop'
import { canMakeAccounts, TestAccount } from './test-account'

let shop: SshWorkshop
beforeEach(async () => {
  shop = new SshWorkshop()
  await shop.serve()
  shop.configure()
  shop.trust()
})
afterEach(() => shop.close())

/** The built command, as people call it. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ['app/dist/cli.js', ...args], {
    env: { ...process.env, BENCHWRIGHT_SETTINGS: shop.settings, BENCHWRIGHT_SSH_CONFIG: shop.config },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
  return { child, ended, said: () => stderr }
}

/** Resolves once an engine runs on the host. */
async function engineStarted(): Promise<void> {
  const isThere = () =>
    readdirSync(shop.runs)
      .map((name) => join(shop.runs, name))
      .some((path) => existsSync(join(path, 'engine')) && !existsSync(join(path, 'rc')))
  await vi.waitFor(() => expect(isThere()).toBe(true))
}

/** State of the first campaign in the file. */
function stateIn(file: string): string | undefined {
  const review = openReview(file, { mode: 'read' })
  try {
    return review.campaigns()[0]?.state
  } finally {
    review.close()
  }
}

async function writePlanFile(repetitions: string, runtime: string): Promise<string> {
  const planFile = join(shop.folder, 'plan.json')
  await benchwright(
    ...['plan', 'new', '--template', 'mix-sweep', '--target', shop.target, '--out', planFile, '--size', '4M'],
    ...['--set', 'block_size=4k', '--set', 'read_percent=100,0', '--repetitions', repetitions],
    ...['--runtime', runtime, '--set', 'direct=false'],
    ...Object.entries(unhurried).flatMap(([name, value]) => ['--set', `${name}=${String(value)}`]),
  )
  return planFile
}

const benchwright = (...args: string[]) => start(...args).ended
const json = (text: string): unknown => JSON.parse(text)

it('adds, lists and probes a host, and runs, leaves and resumes a plan on it', async () => {
  expect(await benchwright('hosts', 'add', 'lab', '--label', 'The lab')).toMatchObject({
    status: 0,
    stdout: 'lab\n',
  })
  const listed = json((await benchwright('hosts', 'list', '--json')).stdout)
  expect(listed).toMatchObject({ hosts: [{ destination: 'lab', label: 'The lab' }], aliases: [] })
  const refused = await benchwright('hosts', 'add', '--', '-oProxyCommand=id')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('not allowed')

  const probed = await benchwright('hosts', 'probe', 'lab', '--json')
  expect(json(probed.stdout)).toMatchObject({
    destination: 'lab',
    checks: expect.arrayContaining([expect.objectContaining({ id: 'engine-fio', state: 'good' })]) as unknown,
  })

  const planFile = await writePlanFile('1', '1s')
  const file = join(shop.folder, 'review.benchwright')
  expect(await benchwright('plan', 'check', planFile, '--host', 'lab')).toMatchObject({ status: 0 })

  // Killed while it runs: what runs on the host continues, and the next command collects it.
  const running = start('run', planFile, '--into', file, '--host', 'lab')
  await engineStarted()
  running.child.kill('SIGKILL')
  await running.ended
  const resumed = await benchwright('resume', file, '--json')
  expect(resumed).toMatchObject({ status: 0 })
  expect(json(resumed.stdout)).toMatchObject({ state: 'done', runs: { done: 2 }, failures: [] })
  await noneLeft(shop.folder)
  expect(readdirSync(shop.runs)).toEqual([])
  const shown = json((await benchwright('show', file, '--json')).stdout)
  expect(shown).toMatchObject({ campaigns: [{ host: 'lab', state: 'done' }] })
  expect(readFileSync(shop.knownHosts, 'utf8').split('\n')).toHaveLength(2)
})

it('abandons a campaign on Ctrl-C while its host is away, and resumes it later', async () => {
  const planFile = await writePlanFile('1', '2s')
  const file = join(shop.folder, 'review.benchwright')
  const running = start('run', planFile, '--into', file, '--host', 'lab')
  await engineStarted()
  await shop.stopServer()
  await vi.waitFor(() => expect(running.said()).toContain('lab is away'), { timeout: 60_000 })
  running.child.kill('SIGINT')
  const given = await running.ended
  expect(given).toMatchObject({ status: 1 })
  expect(given.stdout).toContain("the campaign is interrupted ('benchwright resume' continues it)")
  expect(given.stderr).toContain('given up while lab was away')

  const tooEarly = await benchwright('resume', file)
  expect(tooEarly.status).not.toBe(0)
  expect(stateIn(file)).toBe('interrupted')
  await shop.serve()
  const resumed = await benchwright('resume', file, '--json')
  expect(json(resumed.stdout)).toMatchObject({ state: 'done', runs: { done: 2 }, failures: [] })
  await noneLeft(shop.folder)
})

it('a second Ctrl-C abandons a stop that its host does not answer, and a resume continues the campaign', async () => {
  const planFile = await writePlanFile('1', '2s')
  const file = join(shop.folder, 'review.benchwright')
  const running = start('run', planFile, '--into', file, '--host', 'lab')
  await engineStarted()
  const thaw = shop.freeze(runProcesses(shop.folder))
  running.child.kill('SIGINT')
  await vi.waitFor(() => expect(stateIn(file)).toBe('stopping'), { timeout: 60_000 })
  running.child.kill('SIGINT')
  expect(await running.ended).toMatchObject({ status: 130 })
  thaw()
  const resumed = await benchwright('resume', file, '--json')
  expect(json(resumed.stdout)).toMatchObject({ state: 'done', runs: { done: 2 }, failures: [] })
  await noneLeft(shop.folder)
})

it('a Ctrl-C ends the wait for a host that accepts the login and is silent', async () => {
  await shop.stopServer()
  const heard = join(shop.folder, 'heard')
  await shop.serve({ lines: [`ForceCommand echo x >> ${heard}; exec sleep 1000`] })
  const planFile = await writePlanFile('1', '1s')
  const file = join(shop.folder, 'review.benchwright')
  const commands = [
    ['hosts', 'probe', 'lab'],
    ['guard', shop.target, '--host', 'lab'],
    ['plan', 'check', planFile, '--host', 'lab'],
    ['run', planFile, '--into', file, '--host', 'lab'],
  ]
  for (const words of commands) {
    rmSync(heard, { force: true })
    const waiting = start(...words)
    await vi.waitFor(() => expect(existsSync(heard)).toBe(true))
    waiting.child.kill('SIGINT')
    const { status, stderr } = await waiting.ended
    expect(status, words.join(' ')).toBe(1)
    expect(stderr).toContain('was cancelled')
  }
  expect(stateIn(file)).toBeUndefined()
})

it('names the command that asks for a login which a campaign needs without a terminal', async () => {
  const planFile = await writePlanFile('1', '2s')
  const file = join(shop.folder, 'review.benchwright')
  const running = start('run', planFile, '--into', file, '--host', 'lab')
  await engineStarted()
  await shop.stopServer()
  await shop.serve({ lines: ['PubkeyAuthentication no'] })
  const login = `lab needs your login: end this with Ctrl-C, then call 'benchwright resume ${file}'`
  await vi.waitFor(() => expect(running.said()).toContain(login), { timeout: 60_000 })
  running.child.kill('SIGINT')
  expect(await running.ended).toMatchObject({ status: 1 })
  const refused = await benchwright('resume', file)
  expect(refused.stderr).toContain('Call the command from a terminal, where ssh asks for the login.')
  expect(stateIn(file)).toBe('interrupted')
  await shop.stopServer()
  await shop.serve({ lines: [] })
  const resumed = await benchwright('resume', file, '--json')
  expect(json(resumed.stdout)).toMatchObject({ state: 'done', runs: { done: 2 }, failures: [] })
})

it.runIf(canMakeAccounts)(
  'logs in again at the terminal in the middle of a campaign, which goes on',
  async () => {
    const account = new TestAccount(shop, { password: 'open sesame 9' })
    try {
      await shop.stopServer()
      await shop.serve({ lines: ['PasswordAuthentication yes'] })
      shop.configure([`User ${account.name}`, 'PubkeyAuthentication no'])
      const planFile = await writePlanFile('1', '2s')
      const file = join(shop.folder, 'review.benchwright')
      const env = { ...process.env, BENCHWRIGHT_SETTINGS: shop.settings, BENCHWRIGHT_SSH_CONFIG: shop.config }
      const terminal = pty.spawn(
        process.execPath,
        ['app/dist/cli.js', 'run', planFile, '--into', file, '--host', 'lab', '--drive', 'D'],
        { cols: 300, env },
      )
      let screen = ''
      terminal.onData((text) => (screen += text))
      const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)))
      const says = async (text: string) => {
        await vi.waitFor(() => expect(screen).toContain(text), { timeout: 60_000 })
        screen = ''
      }
      await says('password:')
      terminal.write('open sesame 9\r')
      await engineStarted()
      await shop.stopServer()
      for (const pid of descendants(terminal.pid)) if (isSsh(pid)) signal(pid, 'SIGKILL')
      await shop.serve()
      await says('lab needs your login. Press Return to log in:')
      terminal.write('\r')
      await says('password:')
      terminal.write('open sesame 9\r')
      expect(await ended).toBe(0)
      expect(stateIn(file)).toBe('done')
    } finally {
      account.close()
    }
  },
)
