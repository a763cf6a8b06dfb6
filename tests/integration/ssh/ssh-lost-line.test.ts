import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import { fioPlan, quickPlan } from '../runner/fio-plan'
import { enginePid, runProcesses, supervisorPid } from '../runner/processes'
import { becomes, watchLogin } from './login-screen'
import { signal, SshWorkshop } from './ssh-workshop'

let shop: SshWorkshop
let store: ReviewWriter
let runner: CampaignRunner
let events: BenchEvent[]

beforeEach(async () => {
  shop = new SshWorkshop()
  await shop.serve()
  shop.configure()
  shop.trust()
  store = createReview(join(shop.folder, 'review.benchwright'))
  events = []
})
afterEach(async () => {
  runner.leave()
  await shop.close()
  await runner.dispose()
  store.close()
})

function openRunner(options: { readonly controlSockets?: boolean } = {}) {
  const pool = shop.pool(options)
  runner = new CampaignRunner({
    store,
    host: pool.local,
    hosts: pool,
    stateFolder: join(shop.folder, 'own-state'),
  })
  runner.events.on((event) => events.push(event))
  return pool
}

function startedMeasuring(): Promise<string> {
  return new Promise((resolve) => {
    const off = runner.events.on((event) => {
      if (event.type !== 'terminal' || !event.text.includes('(f=1)')) return
      const directory = readdirSync(shop.runs)
        .map((name) => join(shop.runs, name))
        .find((path) => readdirSync(path).includes('engine') && !readdirSync(path).includes('rc'))
      if (directory === undefined) return
      off()
      resolve(directory)
    })
  })
}

const states = (campaignId: number) => store.runs(campaignId).map((run) => run.failure?.id ?? run.state)
const logOf = (campaignId: number) =>
  store
    .log(campaignId)
    .map(({ text }) => text)
    .join('\n')

describe('a campaign on another machine', () => {
  it('goes on where it was after the line was away, and stops with proof', async () => {
    const pool = openRunner()
    store.savePlan({ ...fioPlan(shop.target, {}, { runtime: 60 }), host: 'lab' })
    const { campaignId } = await runner.start('fio-plan', '')
    const directory = await startedMeasuring()
    const host = pool.ssh('lab')
    await shop.stopServer()
    await becomes(host, 'unknown')
    expect(host.status).toMatchObject({ state: 'unknown', nextTryAtMs: expect.any(Number) as number })
    const engine = enginePid(directory)
    process.kill(engine, 0)
    await shop.serve()
    await becomes(host, 'online')
    process.kill(engine, 0)
    await runner.stop(campaignId)
    expect(states(campaignId)).toEqual(['done', 'stopped'])
    expect(logOf(campaignId)).toMatch(/lab is away: .*What runs there runs on/)
    expect(logOf(campaignId)).toContain('lab is back')
    expect(logOf(campaignId)).toMatch(/Ended process(es)? .*; none is left/)
    expect(runProcesses(shop.folder)).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('repeats exactly the run that was running when the machine was started again', async () => {
    const pool = openRunner()
    store.savePlan({ ...fioPlan(shop.target, { repetitions: 2 }, { runtime: 3 }), host: 'lab' })
    const { campaignId } = await runner.start('fio-plan', '')
    const directory = await startedMeasuring()
    await shop.stopServer()
    // What a restart leaves: no process, and a supervisor of another boot on record.
    signal(supervisorPid(directory), 'SIGKILL')
    signal(enginePid(directory), 'SIGKILL')
    for (const pid of runProcesses(shop.folder)) signal(pid, 'SIGKILL')
    const supervisor = join(directory, 'supervisor')
    const [pid = '', start = '', , clock = ''] = readFileSync(supervisor, 'utf8').trim().split(' ')
    writeFileSync(supervisor, `${pid} ${start} another-boot ${clock}\n`)
    await becomes(pool.ssh('lab'), 'unknown')
    await shop.serve()
    expect(await runner.ended(campaignId)).toBe('done')
    expect(states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(logOf(campaignId).match(/was interrupted and waits again/g)).toHaveLength(1)
    expect(logOf(campaignId)).toContain('Its machine was restarted meanwhile.')
  })

  it('is not begun beside runs that an earlier process left there, unless a person says so', async () => {
    openRunner()
    const plan = { ...fioPlan(shop.target, {}, { runtime: 60 }), host: 'lab' }
    store.savePlan(plan)
    await runner.start('fio-plan', '')
    await startedMeasuring()
    await runner.dispose()
    store.close()
    const left = runProcesses(shop.folder)
    store = createReview(join(shop.folder, 'other.benchwright'))
    openRunner()
    store.savePlan({ ...quickPlan(shop.target), repetitions: 1, host: 'lab' })
    await expect(runner.start('fio-plan', '', { orphans: 'refuse' })).rejects.toMatchObject({ id: 'orphans' })
    expect(store.campaigns()).toEqual([])
    expect(runProcesses(shop.folder)).toEqual(left)
    const { campaignId } = await runner.start('fio-plan', '', { orphans: 'stop' })
    expect(await runner.ended(campaignId)).toBe('done')
    expect(logOf(campaignId)).toMatch(/bw-[0-9a-f]{8}-2\. They were ended: processes? \d+/)
    expect(runProcesses(shop.folder)).toEqual([])
  })

  it('runs with the one session that is kept where no control socket can be had', async () => {
    openRunner({ controlSockets: false })
    store.savePlan({ ...quickPlan(shop.target), repetitions: 1, host: 'lab' })
    const { campaignId } = await runner.start('fio-plan', '')
    expect(await runner.ended(campaignId)).toBe('done')
    expect(states(campaignId)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(store.check()).toEqual([])
  })

  it('cannot begin where fio is not installed, and says how to get it', async () => {
    await shop.stopServer()
    const bin = join(shop.folder, 'bin')
    mkdirSync(bin)
    for (const name of readdirSync('/usr/bin'))
      if (name !== 'fio') symlinkSync(`/usr/bin/${name}`, join(bin, name))
    await shop.serve({ lines: [`SetEnv PATH=${bin} BENCHWRIGHT_STATE=${join(shop.folder, 'state')}`] })
    openRunner()
    store.savePlan({ ...quickPlan(shop.target), host: 'lab' })
    await expect(runner.start('fio-plan', '')).rejects.toMatchObject({ id: 'plan-problems' })
    expect(store.campaigns()).toEqual([])
  })
})

describe('the way to a machine', () => {
  it('leads over another one, with the same care for host keys', async () => {
    const pool = openRunner()
    const jump = `Host gate\n  HostName 127.0.0.1\n  Port ${String(shop.port)}\n  IdentityFile ${join(shop.folder, 'client_key')}\n`
    writeFileSync(shop.config, readFileSync(shop.config, 'utf8') + jump)
    const host = pool.ssh('lab via gate')
    const answer = await host.execute('printf %s "$SSH_CONNECTION"; exit 5')
    expect(answer.exitCode).toBe(5)
    await host.dispose()

    // Over two, and as the configuration says: its ssh knows nothing of the app's own list of keys.
    const outer = jump.replace('Host gate', 'Host outer')
    const own = `UserKnownHostsFile ${shop.knownHosts}\n`
    const inside = `Host inside\n  HostName 127.0.0.1\n  Port ${String(shop.port)}\n  IdentityFile ${join(shop.folder, 'client_key')}\n  ProxyJump outer,gate\n`
    writeFileSync(shop.config, `${readFileSync(shop.config, 'utf8')}${outer}${inside}Host *\n  ${own}`)
    for (const name of ['lab via gate,outer', 'inside']) {
      const far = shop.pool().ssh(name)
      expect((await far.execute('exit 6')).exitCode).toBe(6)
      await far.dispose()
    }
    writeFileSync(shop.knownHosts, '')
    const other = shop.pool().ssh('lab via gate')
    await expect(other.connect()).rejects.toMatchObject({ id: 'needs-login' })
  })
})

// Only root may make an account with a password.
describe.runIf(process.getuid?.() === 0)('a host with a password', () => {
  const user = `bwtest${String(process.pid)}`
  beforeEach(() => {
    execFileSync('useradd', ['-M', '-d', shop.folder, '-s', '/bin/sh', user])
    execFileSync('chpasswd', { input: `${user}:open sesame 9\n` })
  })
  afterEach(() => {
    execFileSync('userdel', ['-f', user], { stdio: 'ignore' })
  })

  it('asks for it in the terminal once, and keeps it nowhere', async () => {
    await shop.stopServer()
    await shop.serve({ lines: ['PasswordAuthentication yes'] })
    shop.configure(['PubkeyAuthentication no'])
    const pool = openRunner()
    const host = pool.ssh(`${user}@lab`)
    await expect(host.connect()).rejects.toMatchObject({ id: 'needs-login' })
    const screen = watchLogin(host)
    await screen.says(/password:/)
    screen.type('open sesame 9\n')
    await becomes(host, 'online')
    const answer = await host.execute('id -un')
    expect(Buffer.from(answer.stdout).toString()).toBe(`${user}\n`)
    expect(screen.text()).not.toContain('sesame')
    expect(execFileSync('ps', ['-A', '-ww', '-o', 'args=', 'e'], { encoding: 'utf8' })).not.toContain(
      'open sesame',
    )
    // The line is gone: a password cannot be given behind a person's back, so it is asked for again.
    await shop.stopServer()
    await shop.serve()
    await becomes(host, 'needs-login')
    const again = host.execute('exit 6')
    const second = watchLogin(host)
    await second.says(/password:/)
    second.type('open sesame 9\n')
    expect((await again).exitCode).toBe(6)
  })
})
