import { execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { becomes, watchLogin } from './login-screen'
import { SshWorkshop } from './ssh-workshop'
import { canMakeAccounts, TestAccount } from './test-account'
import { machine } from '../../core/plan/machine'

/** Set-up installs it; a person's own machine may lack it. */
const hasCodes =
  process.env.CI !== undefined ||
  ['/usr/lib', '/lib'].some((folder) =>
    readdirSync(folder).some((name) => existsSync(join(folder, name, 'security', 'pam_oath.so'))),
  )

/** The counted one-time password of RFC 4226, six digits. */
function oneTimeCode(secret: Buffer, count: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(count))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

describe.runIf(canMakeAccounts && hasCodes)(
  'row 30: a host that asks for a password and a one-time code',
  () => {
    const password = 'open sesame 9'
    const secret = randomBytes(20)
    let shop: SshWorkshop
    let account: TestAccount
    let service: string
    beforeEach(async () => {
      shop = new SshWorkshop()
      account = new TestAccount(shop, { password })
      // PAM finds rules by the name of the program, so this sshd has a unique name.
      const program = join(shop.folder, `bwsshd${String(process.pid)}`)
      symlinkSync('/usr/sbin/sshd', program)
      service = join('/etc/pam.d', `bwsshd${String(process.pid)}`)
      const codes = join(shop.folder, 'codes')
      writeFileSync(codes, `HOTP ${account.name} - ${secret.toString('hex')}\n`, { mode: 0o600 })
      writeFileSync(
        service,
        `auth required pam_unix.so\nauth required pam_oath.so usersfile=${codes} window=5 digits=6\naccount required pam_permit.so\nsession required pam_permit.so\n`,
      )
      const lines = [
        'UsePAM yes',
        'KbdInteractiveAuthentication yes',
        'AuthenticationMethods keyboard-interactive',
      ]
      await shop.serve({ program, lines })
      shop.configure(['PubkeyAuthentication no'])
      shop.trust()
    })
    afterEach(async () => {
      await shop.close()
      account.close()
      rmSync(service)
    })

    it('asks for both in the terminal, at every login, and keeps neither', async () => {
      const host = shop.pool().ssh(machine(`${account.name}@lab`))
      await expect(host.connect()).rejects.toMatchObject({ id: 'needs-login' })
      const codes = [0, 1].map((count) => oneTimeCode(secret, count))
      const [first = '', second = ''] = codes
      const screen = await watchLogin(host)
      await screen.says(/Password:/)
      screen.type(`${password}\n`)
      await screen.says(/One-time password[^]*:/)
      screen.type(`${first}\n`)
      await becomes(host, 'online')
      const who = await host.execute('id -un')
      expect(Buffer.from(who.stdout).toString()).toBe(`${account.name}\n`)

      // One login is enough for everything that follows, even concurrently.
      const many = await Promise.all([1, 2, 3].map((n) => host.execute(`exit ${String(n)}`)))
      expect(many.map(({ exitCode }) => exitCode)).toEqual([1, 2, 3])

      // The connection is lost: a used code does not reopen it, the next one does.
      await shop.stopServer()
      await shop.serve()
      await becomes(host, 'needs-login')
      const waiting = host.execute('exit 6')
      const again = await watchLogin(host)
      await again.says(/Password:/)
      again.type(`${password}\n`)
      await again.says(/One-time password[^]*:/)
      again.type(`${first}\n`)
      await again.says(/One-time password[^]*Password:/)
      again.type(`${password}\n`)
      await again.says(/One-time password[^]*One-time password[^]*:/)
      again.type(`${second}\n`)
      expect((await waiting).exitCode).toBe(6)

      const environments = execFileSync('ps', ['-A', '-ww', '-o', 'args=', 'e'], { encoding: 'utf8' })
      for (const secretText of [password, ...codes]) {
        for (const text of [screen.text(), again.text(), JSON.stringify(host.status)])
          expect(text).not.toContain(secretText)
      }
      expect(environments).not.toContain(password)
    })
  },
)
