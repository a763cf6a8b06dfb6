import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { fioPlan, quickPlan, unhurried } from '../runner/fio-plan'
import { enginePid, everyProcess, noneLeft, runProcesses } from '../runner/processes'
import { LabCampaigns } from './lab-campaigns'
import { becomes, watchLogin } from './login-screen'
import { serveAs } from './serve-as'
import { signal } from './ssh-workshop'
import { machine } from '../../core/plan/machine'
import { startAnyway } from '../../bench/runner/start-anyway'

let lab: LabCampaigns

beforeEach(async () => {
  lab = new LabCampaigns()
  await lab.serve()
})
afterEach(() => lab.close())

describe('a campaign on another machine', () => {
  it('continues where it left off after the connection was lost, and stops with proof', async () => {
    const pool = lab.openRunner()
    lab.store.savePlan({
      ...fioPlan(lab.shop.target, {}, { ...unhurried, runtime: 60 }),
      hosts: [machine('lab')],
    })
    const { campaignId } = await lab.runner.start('fio-plan', '', startAnyway)
    const directory = await lab.measuring()
    const host = pool.ssh(machine('lab'))
    await lab.shop.stopServer()
    await becomes(host, 'unknown')
    expect(host.status).toMatchObject({ state: 'unknown', nextTryAtMs: expect.any(Number) as number })
    const engine = enginePid(directory)
    process.kill(engine, 0)
    await lab.shop.serve()
    await becomes(host, 'online')
    process.kill(engine, 0)
    await lab.runner.stop(campaignId)
    expect(lab.states(campaignId)).toEqual(['done', 'stopped'])
    expect(lab.logOf(campaignId)).toMatch(/lab is away: .*What runs there continues/)
    expect(lab.logOf(campaignId)).toContain('lab is back')
    expect(lab.logOf(campaignId)).toMatch(/Ended process(es)? .*; none is left/)
    expect(runProcesses(lab.shop.folder)).toEqual([])
    expect(readdirSync(lab.shop.target)).toEqual([])
  })

  it.each<[string, readonly NodeJS.Signals[]]>([
    // Frozen first, so that none sees the end of another.
    ['lost its power', ['SIGSTOP', 'SIGKILL']],
    // In good order: the supervisor outlives fio, and commits.
    ['was shut down', ['SIGTERM']],
  ])('repeats exactly the run that was running when the machine %s', async (_, signals) => {
    const pool = lab.openRunner()
    lab.store.savePlan({
      ...fioPlan(lab.shop.target, { repetitions: 2 }, { ...unhurried, runtime: 3 }),
      hosts: [machine('lab')],
    })
    const { campaignId } = await lab.runner.start('fio-plan', '', startAnyway)
    const directory = await lab.measuring()
    await lab.shop.stopServer()
    const pids = everyProcess(lab.shop.folder)
    for (const name of signals) for (const pid of pids) signal(pid, name)
    await noneLeft(lab.shop.folder)
    expect(existsSync(join(directory, 'rc'))).toBe(signals.includes('SIGTERM'))
    // What a restart leaves: no process, and a supervisor of another boot on record.
    const supervisor = join(directory, 'supervisor')
    const [pid = '', start = '', , clock = ''] = readFileSync(supervisor, 'utf8').trim().split(' ')
    writeFileSync(supervisor, `${pid} ${start} another-boot ${clock}\n`)
    await becomes(pool.ssh(machine('lab')), 'unknown')
    await lab.shop.serve()
    expect(await lab.runner.ended(campaignId)).toBe('done')
    expect(lab.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(lab.logOf(campaignId).match(/was interrupted and waits again/g)).toHaveLength(1)
    expect(lab.logOf(campaignId)).toContain('Its machine was rebooted in the meantime.')
  })

  // Another boot of this machine can be shown only by root.
  it.runIf(process.getuid?.() === 0)(
    'repeats a run whose end was read while the machine that ended it was still shutting down',
    async () => {
      const host = lab.openRunner().ssh(machine('lab'))
      lab.store.savePlan({
        ...fioPlan(lab.shop.target, { repetitions: 2 }, { ...unhurried, runtime: 3 }),
        hosts: [machine('lab')],
      })
      const { campaignId } = await lab.runner.start('fio-plan', '', startAnyway)
      const directory = await lab.measuring()
      const readFile = host.readFile.bind(host)
      const hasRead = new Promise<void>((resolve) => {
        vi.spyOn(host, 'readFile').mockImplementation(async (path, limitBytes) => {
          const bytes = await readFile(path, limitBytes)
          if (path === join(directory, 'rc')) resolve()
          return bytes
        })
      })
      for (const pid of everyProcess(lab.shop.folder)) signal(pid, 'SIGTERM')
      await hasRead
      await lab.shop.stopServer()
      await noneLeft(lab.shop.folder)
      const machineId = readFileSync('/etc/machine-id', 'utf8').trim()
      await serveAs(lab.shop, { machineId, bootId: 'next-boot' }, [])
      expect(await lab.runner.ended(campaignId)).toBe('done')
      expect(lab.states(campaignId)).toEqual(['done', 'done', 'done'])
      expect(lab.logOf(campaignId)).toContain('Its machine was rebooted in the meantime.')
    },
  )

  it('is not started next to runs that an earlier process left there, unless a person confirms it', async () => {
    lab.openRunner()
    // The sampler's sleeps are processes that come and go.
    const hosts = [machine('lab')] as const
    lab.store.savePlan({
      ...fioPlan(lab.shop.target, { hosts }, { ...unhurried, runtime: 60 }),
      observe: 'none',
    })
    await lab.runner.start('fio-plan', '', startAnyway)
    await lab.measuring()
    await lab.runner.dispose()
    lab.store.close()
    const left = runProcesses(lab.shop.folder)
    lab.store = createReview(join(lab.shop.folder, 'other.benchwright'))
    lab.openRunner()
    lab.store.savePlan({ ...quickPlan(lab.shop.target), repetitions: 1, hosts: [machine('lab')] })
    await expect(
      lab.runner.start('fio-plan', '', { ...startAnyway, orphans: undefined }),
    ).rejects.toMatchObject({
      id: 'orphans',
    })
    expect(lab.store.campaigns()).toEqual([])
    expect(runProcesses(lab.shop.folder)).toEqual(left)
    const { campaignId } = await lab.runner.start('fio-plan', '', { ...startAnyway, orphans: 'stop' })
    expect(await lab.runner.ended(campaignId)).toBe('done')
    expect(lab.logOf(campaignId)).toMatch(/bw-[0-9a-f]{8}-2\. They were ended: processes? \d+/)
    await noneLeft(lab.shop.folder)
  })

  it('runs with the one kept session if no control socket is possible', async () => {
    lab.openRunner({ controlSockets: false })
    lab.store.savePlan({ ...quickPlan(lab.shop.target), repetitions: 1, hosts: [machine('lab')] })
    const { campaignId } = await lab.runner.start('fio-plan', '', startAnyway)
    expect(await lab.runner.ended(campaignId)).toBe('done')
    expect(lab.states(campaignId)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(lab.store.check()).toEqual([])
  })

  it('cannot start if fio is not installed, and says how to get it', async () => {
    await lab.shop.stopServer()
    const bin = join(lab.shop.folder, 'bin')
    mkdirSync(bin)
    for (const name of readdirSync('/usr/bin'))
      if (name !== 'fio') symlinkSync(`/usr/bin/${name}`, join(bin, name))
    await lab.shop.serve({ path: bin })
    lab.openRunner()
    lab.store.savePlan({ ...quickPlan(lab.shop.target), hosts: [machine('lab')] })
    await expect(lab.runner.start('fio-plan', '', startAnyway)).rejects.toMatchObject({ id: 'plan-problems' })
    expect(lab.store.campaigns()).toEqual([])
  })
})

describe('the connection to a machine', () => {
  it('goes over another one, with the same care for host keys', async () => {
    const pool = lab.openRunner()
    const jump = `Host gate\n  HostName 127.0.0.1\n  Port ${String(lab.shop.port)}\n  IdentityFile ${join(lab.shop.folder, 'client_key')}\n`
    writeFileSync(lab.shop.config, readFileSync(lab.shop.config, 'utf8') + jump)
    const host = pool.ssh(machine('lab via gate'))
    const answer = await host.execute('printf %s "$SSH_CONNECTION"; exit 5')
    expect(answer.exitCode).toBe(5)
    await host.dispose()

    // Over two, and by the configuration: its ssh does not know the app's own list of keys.
    const outer = jump.replace('Host gate', 'Host outer')
    const own = `UserKnownHostsFile ${lab.shop.knownHosts}\n`
    const inside = `Host inside\n  HostName 127.0.0.1\n  Port ${String(lab.shop.port)}\n  IdentityFile ${join(lab.shop.folder, 'client_key')}\n  ProxyJump outer,gate\n`
    writeFileSync(
      lab.shop.config,
      `${readFileSync(lab.shop.config, 'utf8')}${outer}${inside}Host *\n  ${own}`,
    )
    for (const name of ['lab via gate,outer', 'inside']) {
      const far = lab.shop.pool().ssh(machine(name))
      expect((await far.execute('exit 6')).exitCode).toBe(6)
      await far.dispose()
    }
    writeFileSync(lab.shop.knownHosts, '')
    const other = lab.shop.pool().ssh(machine('lab via gate'))
    await expect(other.connect()).rejects.toMatchObject({ id: 'needs-login' })
  })
})

// Only root may create an account with a password.
describe.runIf(process.getuid?.() === 0)('a host with a password', () => {
  const user = `bwtest${String(process.pid)}`
  beforeEach(() => {
    execFileSync('useradd', ['-M', '-d', lab.shop.folder, '-s', '/bin/sh', user])
    execFileSync('chpasswd', { input: `${user}:open sesame 9\n` })
  })
  afterEach(() => {
    execFileSync('userdel', ['-f', user], { stdio: 'ignore' })
  })

  it('asks for it in the terminal once, and stores it nowhere', async () => {
    await lab.shop.stopServer()
    await lab.shop.serve({ lines: ['PasswordAuthentication yes'] })
    lab.shop.configure(['PubkeyAuthentication no'])
    const pool = lab.openRunner()
    const host = pool.ssh(machine(`${user}@lab`))
    await expect(host.connect()).rejects.toMatchObject({ id: 'needs-login' })
    const screen = await watchLogin(host)
    await screen.says(/password:/)
    screen.type('open sesame 9\n')
    await becomes(host, 'online')
    const answer = await host.execute('id -un')
    expect(Buffer.from(answer.stdout).toString()).toBe(`${user}\n`)
    expect(screen.text()).not.toContain('sesame')
    expect(execFileSync('ps', ['-A', '-ww', '-o', 'args=', 'e'], { encoding: 'utf8' })).not.toContain(
      'open sesame',
    )
    // The connection is lost: a password cannot be given without the person, so it is asked for again.
    await lab.shop.stopServer()
    await lab.shop.serve()
    await becomes(host, 'needs-login')
    const again = host.execute('exit 6')
    const second = await watchLogin(host)
    await second.says(/password:/)
    second.type('open sesame 9\n')
    expect((await again).exitCode).toBe(6)
  })
})
