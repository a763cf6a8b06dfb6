import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeInventory } from '../../../src/bench/hosts/inventory/take-inventory'
import { runPreflight } from '../../../src/bench/hosts/preflight/run-preflight'
import { SshWorkshop } from './ssh-workshop'
import { machine } from '../../core/plan/machine'

/** What even a small system has; no engine, no lsblk, no findmnt, no smartctl. */
const programs =
  'sh cat ls id uname date df grep stat readlink sed tail mktemp du rm mkdir mv dd dirname basename ps'

let shop: SshWorkshop
beforeEach(() => {
  shop = new SshWorkshop()
})
afterEach(() => shop.close())

/**
 * The scripts search these folders whatever the path is; a machine that has fio or lsblk there cannot act as a bare
 * one.
 */
const isHidden = !['/usr/local/bin', '/opt/homebrew/bin', '/usr/sbin', '/sbin'].some((folder) =>
  ['fio', 'iozone', 'lsblk', 'findmnt'].some((name) => existsSync(join(folder, name))),
)

it.runIf(isHidden)(
  'surveys a host without engines and tools, through a banner and a talkative shell',
  async () => {
    const bin = join(shop.folder, 'bin')
    mkdirSync(bin)
    for (const name of programs.split(' ')) {
      const program = ['/bin', '/usr/bin']
        .map((folder) => join(folder, name))
        .find((path) => existsSync(path))
      if (program !== undefined) symlinkSync(program, join(bin, name))
    }
    const banner = join(shop.folder, 'banner')
    writeFileSync(banner, 'Authorised use only.\n@x state\n/tmp\n')
    const talk = `printf 'motd: welcome\\n@x kernel\\nWindows 3.1\\n'; export PATH=${bin}; exec sh -c "PATH=${bin}; $SSH_ORIGINAL_COMMAND"`
    await shop.serve({ lines: [`Banner ${banner}`, `ForceCommand ${talk}`] })
    shop.configure()
    shop.trust()
    const host = shop.pool().ssh(machine('lab'))

    const checks = new Map((await runPreflight(host)).map((check) => [check.id, check]))
    expect(checks.get('answer')?.state).toBe('good')
    expect(checks.get('shell')?.text).toContain(join(bin, 'sh'))
    expect(checks.get('engine-fio')).toMatchObject({ state: 'problem' })
    expect(checks.get('engine-fio')?.remedy).toMatch(/fio/)
    expect(checks.has('io-engines')).toBe(false)
    expect(checks.get('clock')?.state).toBe('good')
    expect(checks.get('space')?.text).toContain(shop.runs)

    const { record, mount, engineFound } = await takeInventory(host, {
      targetPath: shop.target,
      health: true,
    })
    expect(engineFound).toBeUndefined()
    expect(record.kernel).toMatch(/^Linux \d/)
    expect(record.memoryBytes).toBeGreaterThan(0)
    expect(record.cpu?.logicalCores).toBeGreaterThan(0)
    // df and /sys replace findmnt and lsblk.
    expect(mount?.freeBytes).toBeGreaterThan(0)
    expect(record.raw).not.toHaveProperty('lsblk')
    if (existsSync('/sys/block')) expect(record.devices).toBeDefined()
  },
)
