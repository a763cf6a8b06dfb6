import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ChangedHostKey } from '../../../../core/contract/host-requests'

/**
 * Both fingerprints of a changed host key: the offered one as ssh printed it, the stored one from the file it
 * names.
 */
export function readChangedKey(printed: string): ChangedHostKey {
  const text = printed.replaceAll('\r', '')
  const offending = /Offending (?:(\S+) )?key in (.+):(\d+)/.exec(text)
  const file = offending?.[2]
  const line = offending?.[3] === undefined ? undefined : Number(offending[3])
  return {
    keyType: /fingerprint for the (\S+) key/.exec(text)?.[1] ?? offending?.[1],
    storedFingerprint: file === undefined || line === undefined ? undefined : fingerprintAt(file, line),
    offeredFingerprint: /\b(SHA256:[A-Za-z0-9+/]{43})/.exec(text)?.[1],
    file,
    line,
  }
}

/** Fingerprint of the key in one line of a known_hosts file (sshd(8)); undefined if it cannot be read. */
function fingerprintAt(file: string, line: number): string | undefined {
  try {
    return fingerprintOf(readFileSync(file, 'utf8').split('\n')[line - 1] ?? '')
  } catch {
    return undefined
  }
}

/** Fingerprint `SHA256:…`, as ssh prints it, of a line `[marker] hosts type base64 …`. */
export function fingerprintOf(line: string): string | undefined {
  const fields = line.trim().split(/\s+/)
  const [, , key] = fields[0]?.startsWith('@') === true ? fields.slice(1) : fields
  if (key === undefined || !/^[A-Za-z0-9+/]{40,}={0,2}$/.test(key)) return undefined
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}
