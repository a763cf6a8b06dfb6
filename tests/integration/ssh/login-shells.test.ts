import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runPreflight } from '../../../src/bench/hosts/preflight/run-preflight'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import { installShell, shells } from '../../bench/runner/shells'
import { quickPlan } from '../runner/fio-plan'
import { noneLeft } from '../runner/processes'
import { SshWorkshop } from './ssh-workshop'
import { canMakeAccounts, TestAccount } from './test-account'
import { machine } from '../../core/plan/machine'
import { startAnyway } from '../../bench/runner/start-anyway'

/** The output of a talkative person's start-up file, in each shell's own syntax. */
const noise = {
  '.bashrc': `echo "loud @x begin"; echo louder >&2; alias sh='echo no'; set -o vi\n`,
  '.profile': 'echo loud\n',
  '.tcshrc': `echo "loud @x begin"; alias printf 'echo no'; set noclobber\n`,
  '.config/fish/config.fish': `echo loud; echo louder >&2; set -x LC_ALL de_DE.UTF-8; function cd; end\n`,
}

const loginShells: readonly (readonly [name: string, path: string])[] = [
  ['sh', '/bin/sh'],
  ['bash', '/bin/bash'],
  ['fish', '/usr/bin/fish'],
  ['tcsh', '/usr/bin/tcsh'],
]

describe.runIf(canMakeAccounts)('row 32: an account with another login shell', () => {
  let shop: SshWorkshop
  let account: TestAccount
  beforeEach(async () => {
    shop = new SshWorkshop()
    account = new TestAccount(shop)
    for (const [name, text] of Object.entries(noise)) {
      mkdirSync(join(account.home, name, '..'), { recursive: true })
      writeFileSync(join(account.home, name), text)
    }
    await shop.serve()
    shop.configure()
    shop.trust()
  })
  afterEach(async () => {
    await shop.close()
    account.close()
  })

  /** A whole campaign: every script of a run goes through the login shell. */
  async function campaign(): Promise<readonly string[]> {
    const store = createReview(
      join(shop.folder, `review-${String(readdirSync(shop.folder).length)}.benchwright`),
    )
    const pool = shop.pool()
    const runner = new CampaignRunner({
      store,
      host: pool.local,
      hosts: pool,
      stateFolder: join(shop.folder, 'own-state'),
    })
    try {
      const plan = quickPlan(shop.target)
      store.savePlan({ ...plan, axes: [], repetitions: 1, hosts: [machine(`${account.name}@lab`)] })
      const { campaignId } = await runner.start(plan.id, '', startAnyway)
      await runner.ended(campaignId)
      expect(store.check()).toEqual([])
      return store.runs(campaignId).map((run) => run.failure?.id ?? run.state)
    } finally {
      await runner.dispose()
      store.close()
    }
  }
  const done = ['done', 'done']

  // Set-up installs all of them; a person's own machine may lack one.
  it.each(loginShells.filter(([, path]) => process.env.CI !== undefined || existsSync(path)))(
    'runs a campaign, whatever the shell and its start-up files print: %s',
    async (_name, path) => {
      account.useShell(path)
      const host = shop.pool().ssh(machine(`${account.name}@lab`))
      const odd = [`a'b`, '$(id)', '', 'ü\n;x', '-n', '\\', '!!', '{a,b}', '~', '*']
      const answer = await host.execute(`printf '%s\\0' "$@"; exit 7`, { arguments: odd })
      expect(Buffer.from(answer.stdout).toString()).toBe(odd.map((word) => `${word}\0`).join(''))
      expect(answer.exitCode).toBe(7)
      expect((await runPreflight(host)).find(({ id }) => id === 'shell')).toMatchObject({ state: 'good' })
      expect(await campaign()).toEqual(done)
      await noneLeft(shop.folder)
      expect([...readdirSync(shop.runs), ...readdirSync(shop.target)]).toEqual([])
    },
  )

  /** All programs of this machine except some; the scripts themselves also search /usr/sbin. */
  async function without(...names: readonly string[]): Promise<void> {
    const bin = join(shop.folder, 'bin')
    mkdirSync(bin)
    for (const name of readdirSync('/usr/bin'))
      if (!names.includes(name)) symlinkSync(`/usr/bin/${name}`, join(bin, name))
    await serveWith(bin)
  }
  async function serveWith(path: string): Promise<void> {
    await shop.stopServer()
    await shop.serve({ path })
  }

  it('row 34: runs without bash, setsid, timeout, perl, python3 and any checksum program, and reports what is missing', async () => {
    await without('bash', 'setsid', 'timeout', 'perl', 'python3', 'sha256sum', 'shasum', 'findmnt', 'lsblk')
    const checks = await runPreflight(shop.pool().ssh(machine(`${account.name}@lab`)))
    const tools = checks.find(({ id }) => id === 'tools')
    expect(tools).toMatchObject({ state: 'problem' })
    expect(tools?.text).toContain('sha256sum or shasum (results cannot be checked)')
    expect(await campaign()).toEqual(done)
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('row 34: creates no file if it could not be distinguished from another: no stat', async () => {
    await without('stat')
    const checks = await runPreflight(shop.pool().ssh(machine(`${account.name}@lab`)))
    expect(checks.find(({ id }) => id === 'tools')?.text).toContain('stat (no data file is made)')
    expect(await campaign()).toEqual(['no-stat', 'waiting'])
    expect(readdirSync(shop.target)).toEqual([])
  })

  it.runIf(shells.some(({ name }) => name === 'busybox'))(
    'row 34: runs if every tool but the engine comes from busybox',
    async () => {
      const busybox = shells.find(({ name }) => name === 'busybox')
      if (!busybox) throw new Error('There is no busybox.')
      const { path } = installShell(busybox, shop.folder)
      const bin = join(path, '..')
      symlinkSync('/usr/bin/fio', join(bin, 'fio'))
      account.useShell(path)
      await serveWith(bin)
      expect(await campaign()).toEqual(done)
      expect(readdirSync(shop.target)).toEqual([])
    },
  )
})
