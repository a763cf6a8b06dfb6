import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SshWorkshop } from './ssh-workshop'

export const otherMachine = '0123456789abcdef0123456789abcdef'

/**
 * From now on another machine answers, with the same host key: other ids, and an empty folder instead of the `hidden`
 * ones. Needs root. Returns that folder.
 */
export async function serveAs(
  shop: SshWorkshop,
  { machineId, bootId }: { readonly machineId: string; readonly bootId: string },
  hidden: readonly string[] = [shop.runs, shop.target],
): Promise<string> {
  const file = (name: string, text: string) => {
    writeFileSync(join(shop.folder, name), `${text}\n`)
    return join(shop.folder, name)
  }
  const empty = join(shop.folder, 'empty')
  mkdirSync(empty, { recursive: true })
  const mounts = [
    [file('machine-id', machineId), '/etc/machine-id'],
    [file('boot-id', bootId), '/proc/sys/kernel/random/boot_id'],
    ...hidden.map((folder) => [empty, folder]),
  ]
  const words = mounts.map((pair) => `mount --bind ${pair.join(' ')}`).join(' && ')
  writeFileSync(
    join(shop.folder, 'enter'),
    `#!/bin/sh\nexec unshare -m sh -c '${words} && eval "$SSH_ORIGINAL_COMMAND"'\n`,
    { mode: 0o755 },
  )
  await shop.serve({ lines: [`ForceCommand ${join(shop.folder, 'enter')}`] })
  return empty
}
