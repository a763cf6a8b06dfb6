import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { becomes, watchLogin } from './login-screen'
import { SshWorkshop } from './ssh-workshop'
import { machine } from '../../core/plan/machine'

let shop: SshWorkshop
beforeEach(async () => {
  shop = new SshWorkshop()
  await shop.serve()
})
afterEach(() => shop.close())

/** ssh_config of `lab`, with additional lines of the person. */
function configure(...lines: readonly string[]): void {
  shop.configure([`IdentityFile ${join(shop.folder, 'client_key')}`, 'IdentitiesOnly yes', ...lines])
}

/** A line of known_hosts with the key that the server has now. */
function keyLine(name = `[127.0.0.1]:${String(shop.port)}`): string {
  const [type = '', key = ''] = shop.read('host_key.pub').split(' ')
  return `${name} ${type} ${key}\n`
}

function writeList(name: string, text: string): string {
  const path = join(shop.folder, name)
  writeFileSync(path, text)
  return path
}

/** The same server with another key. */
async function changeKey(type?: 'ecdsa'): Promise<void> {
  await shop.stopServer()
  shop.makeKey('host_key', '', type)
  await shop.serve()
}

const ownList = () => (existsSync(shop.knownHosts) ? readFileSync(shop.knownHosts, 'utf8') : '')

describe('lists of host keys that the person named', () => {
  it.each(['UserKnownHostsFile', 'GlobalKnownHostsFile'])('%s counts', async (option) => {
    mkdirSync(join(shop.folder, 'my hosts'))
    configure(`${option} "${writeList('my hosts/known', keyLine())}"`)
    const host = shop.pool().ssh(machine('lab'))
    await host.connect()
    expect(await host.storedKeys()).toHaveLength(1)
    expect(ownList()).toBe('')
  })

  it('a changed key is refused with the line of the list that contains the other one', async () => {
    const list = writeList('known', keyLine())
    configure(`UserKnownHostsFile ${list}`)
    await changeKey()
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.connect()).rejects.toMatchObject({ id: 'host-key-changed' })
    expect(host.status.changedKey).toMatchObject({ file: list, line: 1 })
  })

  it('HostKeyAlias names the key', async () => {
    const list = writeList('known', keyLine('nas'))
    configure(`UserKnownHostsFile ${list}`, 'HostKeyAlias nas')
    const host = shop.pool().ssh(machine('lab'))
    await host.connect()
    expect(await host.storedKeys()).toHaveLength(1)
  })
})

describe('StrictHostKeyChecking', () => {
  it.each(['accept-new', 'no'])('%s accepts a new key unasked, never a changed one', async (value) => {
    configure(`StrictHostKeyChecking ${value}`, 'UserKnownHostsFile /dev/null')
    await shop.pool().ssh(machine('lab')).connect()
    expect(ownList()).toBe(keyLine())
    await changeKey()
    await expect(shop.pool().ssh(machine('lab')).connect()).rejects.toMatchObject({ id: 'host-key-changed' })
    const screen = shop.pool().ssh(machine('lab'))
    await watchLogin(screen)
    await becomes(screen, 'host-key-changed')
    expect(ownList().split('\n')).toHaveLength(2)
  })

  it('accept-new asks about a key of another type than the one on record', async () => {
    configure('StrictHostKeyChecking accept-new')
    shop.trust()
    await changeKey('ecdsa')
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.connect()).rejects.toMatchObject({
      id: expect.stringMatching(/needs-login|host-key-changed/) as string,
    })
    expect(ownList()).not.toContain('ecdsa')
  })

  it('ask: the message does not claim that strictness was requested', async () => {
    configure('StrictHostKeyChecking ask')
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.connect()).rejects.toMatchObject({ id: 'needs-login' })
    expect(host.status.text).toMatch(/^No ED25519 host key is known for \S+\.$/)
  })

  it('yes: nobody is asked, and the message names the setting', async () => {
    configure('StrictHostKeyChecking yes')
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.connect()).rejects.toMatchObject({
      message: expect.stringContaining('StrictHostKeyChecking yes') as string,
    })
    const screen = await watchLogin(host)
    await becomes(host, 'needs-login')
    expect(screen.text()).not.toContain('Are you sure')
    expect(ownList()).toBe('')
  })

  it('counts for a jump host by that host’s own settings', async () => {
    const config = [
      'Host gate',
      '  StrictHostKeyChecking accept-new',
      'Host inner',
      '  StrictHostKeyChecking ask',
      'Host gate inner',
      '  HostName 127.0.0.1',
      `  Port ${String(shop.port)}`,
      '  IdentityAgent none',
      `  IdentityFile ${join(shop.folder, 'client_key')}`,
      '  IdentitiesOnly yes',
      'Host inner',
      '  HostKeyAlias inner',
    ]
    writeFileSync(shop.config, `${config.join('\n')}\n`, { mode: 0o600 })
    const host = shop.pool().ssh(machine('inner via gate'))
    await expect(host.connect()).rejects.toMatchObject({ id: 'needs-login' })
    expect(ownList()).toBe(keyLine())
    const screen = await watchLogin(host)
    await screen.says(/Are you sure/)
    screen.type('yes\n')
    await becomes(host, 'online')
    expect(ownList()).toBe(keyLine() + keyLine('inner'))
  })
})
