import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fingerprintOf } from '../../../src/bench/hosts/ssh/keys/changed-key'
import { becomes, watchLogin } from './login-screen'
import { SshWorkshop } from './ssh-workshop'
import { machine } from '../../core/plan/machine'

let shop: SshWorkshop
beforeEach(() => {
  shop = new SshWorkshop()
})
afterEach(async () => {
  await shop.close()
})

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function trusted(lines: readonly string[] = []): Promise<void> {
  await shop.serve({ lines })
  shop.configure()
  shop.trust()
}

describe.each([{ controlSockets: true }, { controlSockets: false }])('a host with a key, %o', (options) => {
  it('runs scripts with any arguments, and returns bytes, text and status', async () => {
    await trusted()
    const host = shop.pool(options).ssh(machine('lab'))
    const odd = [`a'b`, '$(id)', '', 'ü\n;x', '-n', '\\']
    const script = `printf '%s\\0' "$@"; printf 'said %s\\n' "$#" >&2; exit 7`
    const answer = await host.execute(script, { arguments: odd })
    expect(textOf(answer.stdout)).toBe(odd.map((word) => `${word}\0`).join(''))
    expect(answer).toMatchObject({ exitCode: 7, stderr: 'said 6\n' })
    expect(host.status.state).toBe('online')
  })

  it('fetches files whole, and reports if one is missing or too large', async () => {
    await trusted()
    const host = shop.pool(options).ssh(machine('lab'))
    const bytes = randomBytes(3_000_000)
    writeFileSync(join(shop.folder, 'large'), bytes)
    writeFileSync(join(shop.folder, 'empty'), '')
    const [large, empty, missing] = await Promise.all([
      host.readFile(join(shop.folder, 'large'), 3_000_000),
      host.readFile(join(shop.folder, 'empty'), 10),
      host.readFile(join(shop.folder, 'missing'), 10),
    ])
    expect(large && Buffer.from(large).equals(bytes)).toBe(true)
    expect(empty).toHaveLength(0)
    expect(missing).toBeUndefined()
    await expect(host.readFile(join(shop.folder, 'large'), 1000)).rejects.toMatchObject({ id: 'too-large' })
  })
})

it('leaves no folder behind if it is killed with a kept session', async () => {
  await trusted()
  const temporary = join(shop.folder, 'temporary')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  try {
    const host = shop.pool({ controlSockets: false }).ssh(machine('lab'))
    expect((await host.execute('exit 5')).exitCode).toBe(5)
    // Nothing but the folder for control sockets, which is on record and removed.
    expect(readdirSync(temporary, { recursive: true })).toHaveLength(1)
  } finally {
    vi.unstubAllEnvs()
  }
})

describe('a login visible to a person', () => {
  it('asks about an unknown host key with its fingerprint, and keeps the key in its own list', async () => {
    await shop.serve()
    shop.configure()
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.execute('true')).rejects.toMatchObject({ id: 'needs-login' })
    expect(host.status).toMatchObject({ state: 'needs-login' })
    const screen = await watchLogin(host)
    await screen.says(/SHA256:.*\[fingerprint\]|SHA256:[A-Za-z0-9+/]{43}/)
    screen.type('yes\n')
    await becomes(host, 'online')
    expect(readFileSync(shop.knownHosts, 'utf8')).toContain(shop.read('host_key.pub').split(' ')[1])
    expect((await host.execute('exit 3')).exitCode).toBe(3)
  })

  it('accepts the passphrase of a key, which is stored nowhere', async () => {
    await trusted()
    const passphrase = 'correct horse 7'
    shop.makeKey('locked_key', passphrase)
    appendFileSync(join(shop.folder, 'authorized_keys'), shop.read('locked_key.pub'))
    shop.configure([`IdentityFile ${join(shop.folder, 'locked_key')}`, 'IdentitiesOnly yes'])
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.connect()).rejects.toMatchObject({
      id: 'needs-login',
      remedy: expect.any(String) as string,
    })
    const screen = await watchLogin(host)
    await screen.says(/passphrase/i)
    screen.type('wrong\n')
    await screen.says(/passphrase[^]*passphrase/i)
    screen.type(`${passphrase}\n`)
    await becomes(host, 'online')
    expect((await host.execute('exit 4')).exitCode).toBe(4)
    expect(screen.text()).not.toContain(passphrase)
    expect(JSON.stringify(host.status)).not.toContain(passphrase)
  })

  it('stops at a changed host key with both fingerprints, whoever asks', async () => {
    await trusted()
    const stored = fingerprintOf(`host ${shop.read('host_key.pub')}`)
    await shop.stopServer()
    shop.makeKey('host_key')
    const offered = fingerprintOf(`host ${shop.read('host_key.pub')}`)
    await shop.serve()
    const host = shop.pool().ssh(machine('lab'))
    await expect(host.connect()).rejects.toMatchObject({ id: 'host-key-changed' })
    const { status } = host
    expect(status).toMatchObject({
      state: 'host-key-changed',
      changedKey: { storedFingerprint: stored, offeredFingerprint: offered, file: shop.knownHosts, line: 1 },
    })
    expect(stored).not.toBe(offered)
    expect(status.text).toContain(stored)
    expect(status.text).toContain(offered)
    await watchLogin(host)
    await becomes(host, 'connecting')
    await becomes(host, 'host-key-changed')
  })
})

describe('additional output of a host', () => {
  it('does no harm: banner, noisy start-up file, CRLF', async () => {
    writeFileSync(join(shop.folder, 'banner'), `Welcome!\n@0 begin\n${'*'.repeat(3000)}\n`)
    const noisy = join(shop.folder, 'noisy')
    writeFileSync(
      noisy,
      `#!/bin/sh\nprintf 'loud\\r\\n@1 end 0\\n'; echo louder >&2\neval "$SSH_ORIGINAL_COMMAND"\n`,
      {
        mode: 0o755,
      },
    )
    await trusted([`Banner ${join(shop.folder, 'banner')}`, `ForceCommand ${noisy}`])
    const host = shop.pool().ssh(machine('lab'))
    const answer = await host.execute(`printf 'a\\r\\nb'; printf 'c' >&2`)
    expect(textOf(answer.stdout)).toBe('a\r\nb')
    expect(answer.stderr).toBe('c')
  })

  it('is quoted if there is no shell', async () => {
    await trusted(['ForceCommand echo This account is closed.; exit 1'])
    await expect(shop.pool().ssh(machine('lab')).execute('true')).rejects.toThrow(
      /could not be read: This account is closed/,
    )
  })
})

describe('a server with few sessions', () => {
  it.each([2, 1])('gets no more than it allows: MaxSessions %i', async (most) => {
    await trusted([`MaxSessions ${String(most)}`])
    const host = shop.pool().ssh(machine('lab'))
    const numbers = [...Array(12).keys()]
    const answers = await Promise.all(
      numbers.map((n) => host.execute('sleep 0.1; exit $1', { arguments: [String(n)] })),
    )
    expect(answers.map(({ exitCode }) => exitCode)).toEqual(numbers)
    mkdirSync(join(shop.folder, 'run'))
    writeFileSync(join(shop.folder, 'run', 'supervisor'), '1 2 3 4\n')
    const wait = host.waitForRun(join(shop.folder, 'run'), new AbortController().signal)
    expect(await wait).toBe('lost')
  })
})

describe('an unreachable host', () => {
  it('gives the reason at once', async () => {
    shop.port = 1
    shop.configure()
    const pool = shop.pool()
    await expect(pool.ssh(machine('nowhere.invalid')).connect()).rejects.toMatchObject({ id: 'unreachable' })
    await expect(pool.ssh(machine('lab')).connect()).rejects.toThrow(/refused/)
    expect(() => pool.ssh(machine('-oProxyCommand=touch${IFS}x'))).toThrow(/not allowed/)
  })
})
