import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { descendants, isSsh, signal, SshWorkshop } from '../integration/ssh/ssh-workshop'
import { answerLogin, enterRoom, useHost } from './hosts-room'
import type { AppUnderTest } from './launch-app'
import { benchPid, runningReview, runsOfCampaign, type RunningReview } from './running-review'

const account = `benchwright-${String(process.pid)}`
const password = `pass ${randomBytes(6).toString('hex')}`

// Only root may create an account with a password.
describe.runIf(process.getuid?.() === 0)('an account with a password', () => {
  let shop: SshWorkshop
  let review: RunningReview
  let under: AppUnderTest
  let restore: () => void

  beforeAll(async () => {
    execFileSync('useradd', ['-m', '-s', '/bin/sh', account])
    execFileSync('chpasswd', { input: `${account}:${password}\n` })
    shop = new SshWorkshop()
    await shop.serve({ lines: ['PasswordAuthentication yes'] })
    shop.configure([`User ${account}`, 'PubkeyAuthentication no'])
    // Its runs need a folder; the workshop's own belongs to root.
    chmodSync(shop.folder, 0o711)
    execFileSync('chown', ['-R', account, join(shop.folder, 'state')])
    restore = useHost(shop)
    review = await runningReview()
    under = await review.launch()
  })
  afterAll(async () => {
    await under.close()
    restore()
    await review.remove()
    await shop.close()
    execFileSync('userdel', ['-r', '-f', account], { stdio: 'ignore' })
  })

  it('is logged in to in the terminal, where a wrong password is asked for again, and none is stored', async () => {
    const { window } = under
    await enterRoom(window, 'Hosts')
    await window.getByTestId('add-host').click()
    await window.getByTestId('alias-lab').click()
    await answerLogin(window, /fingerprint\]\)\?|yes\/no/, 'yes')
    await answerLogin(window, /password:/, 'not it')
    await window
      .getByTestId('login-terminal')
      .getByText(/try again/)
      .waitFor()
    await answerLogin(window, /password:/, password)
    await window.getByTestId('host-state').getByText('Connected').waitFor()
    await window.getByTestId('check-rights').waitFor()
    // All requests after the login share its connection: nobody is asked again.
    await window.getByTestId('inspect-host').click()
    await window.getByTestId('host-orphans').getByText('None.').waitFor()
    expect(await window.getByTestId('login-terminal').count()).toBe(0)
    expect(await window.locator('body').textContent()).not.toContain(password)
    for (const folder of [shop.settings, under.userDataDir]) expect(holding(folder, password)).toEqual([])
    expect(readFileSync(review.file).includes(password)).toBe(false)
    expect(under.problems).toEqual([])
  })

  it('is asked for again by a campaign whose line was cut, in every room, and the campaign goes on after it', async () => {
    const { window } = under
    await enterRoom(window, 'Design')
    await window.getByTestId('plan-host').selectOption('lab')
    await window.getByTestId('start-campaign').click()
    await window.getByTestId('confirm-start').click()
    await window.getByTestId('campaign-state').getByText('Running').waitFor()
    await shop.stopServer()
    for (const pid of descendants((await benchPid(under)) ?? 0)) if (isSsh(pid)) signal(pid, 'SIGKILL')
    await shop.serve({ lines: ['PasswordAuthentication yes'] })
    await window.getByTestId('campaign-state').getByText('Needs your login').waitFor()
    await window.getByTestId('host-need').getByText('lab needs your login.').waitFor()
    expect(await window.getByTestId('host-away').count()).toBe(0)
    expect(await window.getByTestId('campaign-login').textContent()).toContain('Log in to lab')
    await enterRoom(window, 'Review')
    await window.getByRole('cell', { name: 'Needs your login' }).getByText('Log in to lab').waitFor()
    await window.getByTestId('status-login').click()
    await answerLogin(window, /password:/, password)
    await window.getByTestId('host-state').getByText('Connected').waitFor()
    await enterRoom(window, 'Run')
    await window.getByTestId('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
    expect(review.campaign()?.runsByState).toEqual({ done: runsOfCampaign })
    expect(under.problems).toEqual([])
  })
})

/** Files below a folder that contain a text. */
function holding(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))
}
