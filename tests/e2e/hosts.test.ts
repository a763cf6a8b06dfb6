import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppUnderTest } from './launch-app'
import type { SshWorkshop } from '../integration/ssh/ssh-workshop'
import { axeFaults, loadAxe } from './axe-faults'
import { addAndLogIn, answerLogin, enterRoom, lockedHost, passphrase, useHost } from './hosts-room'
import { runningReview, type RunningReview } from './running-review'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

let shop: SshWorkshop
let review: RunningReview
let under: AppUnderTest
let restore: () => void

beforeAll(async () => {
  shop = await lockedHost()
  restore = useHost(shop)
  review = await runningReview()
  under = await review.launch()
  await loadAxe(under.window)
})
afterAll(async () => {
  await under.close()
  restore()
  await review.remove()
  await shop.close()
})

const faults = (colorScheme = 'light') =>
  axeFaults(under.window, '[data-testid="hosts-view"]', colorScheme === 'dark')

describe('the Hosts room', () => {
  it('shows this machine with its preflight and its drives', async () => {
    const { window } = under
    await enterRoom(window, 'Hosts')
    await window.getByTestId('host-state').getByText('This machine').waitFor()
    await window.getByTestId('check-clock').getByText('Agrees with this machine').waitFor()
    expect(await window.getByTestId('check-engine-fio').textContent()).toMatch(/3\.\d+ at /)
    expect(await window.getByTestId('machine-facts').textContent()).toContain('Linux')
    expect(await window.getByTestId('machine-state').textContent()).toMatch(/Machine.*Swappiness \d+/)
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await faults(colorScheme), colorScheme).toEqual([])
    }
  })

  it('refuses what is not a destination before anything is sent', async () => {
    const { window } = under
    await window.getByTestId('add-host').click()
    await window.getByTestId('host-destination').fill('user@-oProxyCommand=touch')
    await window.getByText('has a host name that is not allowed').waitFor()
    expect(await window.getByTestId('confirm-add-host').isDisabled()).toBe(true)
    expect(await faults()).toEqual([])
    await window.keyboard.press('Escape')
  })

  it('adds a host by its alias, answers ssh in the terminal, and surveys the machine', async () => {
    const { window } = under
    await addAndLogIn(window)
    await window.getByTestId('login-terminal').waitFor({ state: 'detached' })
    await window.getByTestId('check-rights').waitFor()
    expect(await window.getByTestId('check-space').textContent()).toContain(shop.runs)
    const drives = await window.locator('tbody [data-testid^="device-"]').count()
    const none = await window.getByText('This machine has no block device.').count()
    expect(drives + none).toBeGreaterThan(0)
    expect(await faults()).toEqual([])
    // The list and the key are kept; what was typed is not.
    const settings =
      readFileSync(`${shop.settings}/hosts.json`, 'utf8') + readFileSync(shop.knownHosts, 'utf8')
    expect(settings).toContain('"lab"')
    expect(settings).not.toContain(passphrase)
  })

  it('shows reconnecting when the connection is lost, and reconnects automatically', async () => {
    const { window } = under
    // The passphrase is asked for again, so the person is: the key cannot be opened without them.
    await shop.stopServer()
    await window.getByTestId('host-standing').getByText('The connection is gone').waitFor()
    expect(await window.getByTestId('host-state').textContent()).toBe('Unknown, reconnecting')
    expect(await faults()).toEqual([])
    await shop.serve()
    await window.getByTestId('host-state').getByText('Login needed').waitFor()
    await window.getByTestId('login-host').click()
    await answerLogin(window, /passphrase for key/, passphrase)
    await window.getByTestId('host-state').getByText('Connected').waitFor()
  })

  it('stops at a changed host key with both fingerprints, and continues for a person who compared them', async () => {
    const { window } = under
    await window.getByTestId('disconnect-host').click()
    await shop.stopServer()
    shop.makeKey('host_key')
    await shop.serve()
    await window.getByTestId('login-host').click()
    const changed = window.getByTestId('changed-key')
    await changed.waitFor()
    const offered = (await changed.getByTestId('offered-fingerprint').textContent()) ?? ''
    const stored = (await changed.getByTestId('stored-fingerprint').textContent()) ?? ''
    expect(offered).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect(stored).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect(offered).not.toBe(stored)
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await faults(colorScheme), colorScheme).toEqual([])
    }
    expect(await window.getByTestId('forget-key').isDisabled()).toBe(true)
    await window.getByTestId('fingerprint-ending').fill(offered.slice(-8))
    await window.getByTestId('forget-key').click()
    await answerLogin(window, /fingerprint\]\)\?|yes\/no/, 'yes')
    await answerLogin(window, /passphrase for key/, passphrase)
    await window.getByTestId('host-state').getByText('Connected').waitFor()
  })

  it('removes a host from the list', async () => {
    const { window } = under
    await window.getByTestId('remove-host').click()
    await window.getByTestId('host-lab').waitFor({ state: 'detached' })
    await window.getByTestId('host-state').getByText('This machine').waitFor()
    expect(under.problems).toEqual([])
  })
})
