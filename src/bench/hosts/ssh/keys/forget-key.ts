import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ChangedHostKey } from '../../../../core/contract/host-requests'
import { HostError } from '../../host-error'
import { writeFileWhole } from '../../../files/write-file-whole'
import { fingerprintOf } from './changed-key'

/**
 * Removes the stored key of a host from the app's own known_hosts, if that line still holds the key with this
 * fingerprint. Rejects with a HostError for a key in another file, which belongs to the user.
 */
export async function forgetKey(
  changed: ChangedHostKey,
  storedFingerprint: string,
  ownKnownHosts: string,
): Promise<void> {
  const { file, line } = changed
  if (file === undefined || line === undefined) {
    throw new HostError(
      'ssh did not say which file holds the recorded key.',
      'Look for the host in ~/.ssh/known_hosts.',
    )
  }
  if (resolve(file) !== resolve(ownKnownHosts)) {
    throw new HostError(
      `The recorded key is in ${file}, which Benchwright does not change.`,
      `Remove line ${String(line)} of that file by hand, e.g. with: sed -i ${String(line)}d ${file}`,
    )
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  if (fingerprintOf(lines[line - 1] ?? '') !== storedFingerprint) {
    throw new HostError(
      `Line ${String(line)} of ${file} no longer contains that key.`,
      'Log in again to see the state of the host.',
    )
  }
  lines.splice(line - 1, 1)
  await writeFileWhole(file, lines.join('\n'))
}
