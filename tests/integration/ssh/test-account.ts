import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SshWorkshop } from './ssh-workshop'

/** Only root may create accounts. */
export const canMakeAccounts = process.platform === 'linux' && process.getuid?.() === 0

/** A separate account on this machine with its home in the workshop's folder; the same key opens it. */
export class TestAccount {
  readonly name = `bwtest${String(process.pid)}`
  readonly home: string

  constructor(shop: SshWorkshop, options: { readonly shell?: string; readonly password?: string } = {}) {
    this.home = join(shop.folder, 'home')
    mkdirSync(this.home)
    execFileSync('useradd', ['-M', '-d', this.home, '-p', '*', '-s', options.shell ?? '/bin/sh', this.name])
    if (options.password !== undefined)
      execFileSync('chpasswd', { input: `${this.name}:${options.password}\n` })
    chmodSync(shop.folder, 0o755)
    execFileSync('chown', ['-R', this.name, this.home, shop.target, join(shop.folder, 'state')])
  }

  /** Another login shell from the next login on. */
  useShell(path: string): void {
    execFileSync('usermod', ['-s', path, this.name], { stdio: 'pipe' })
  }

  close(): void {
    execFileSync('userdel', ['-f', this.name], { stdio: 'ignore' })
  }
}
