import type { HostRecord } from '../../../core/results/campaign/host-record'
import { type DriveFacts, type TargetFacts, targetKinds } from '../../../core/plan/advice'
import { isSameFile, readIdentity } from '../created-file'
import { known } from './loose-json'
import type { Mount } from './parse-mount'

/** What the inventory says about a target path, before it is known who created the file. */
export interface TargetLook {
  readonly path: string
  readonly kind: TargetFacts['kind']
  readonly parentExists: boolean
  readonly writable: boolean
  /** See `file-identity-functions.sh`; undefined if nothing exists at the path. */
  readonly identity: string | undefined
}

/** Reads the `target` part of the inventory; undefined if it is missing or incomplete. */
export function parseTarget(path: string, text: string | undefined): TargetLook | undefined {
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text ?? '')?.[1]
  const kind = targetKinds.find((known) => known === value('kind'))
  if (!kind) return undefined
  return {
    path,
    kind,
    parentExists: value('parent') === 'yes',
    writable: value('writable') === 'yes',
    identity: readIdentity(value('identity')),
  }
}

/**
 * Everything advice needs to know about a target. A file system mounted read-only is not writable for anyone. A path whose
 * folder is not there, as on a drive that is not mounted, lies on nothing: `mount` and `device` are those of a folder above.
 */
export function targetFacts(
  look: TargetLook,
  createdIdentity: string | undefined,
  mount: Mount | undefined,
  device: HostRecord['device'],
): TargetFacts {
  const readOnly = mount?.options?.split(',').includes('ro') ?? false
  return {
    path: look.path,
    kind: look.kind,
    parentExists: look.parentExists,
    writable: look.writable && !readOnly,
    createdByApp: look.kind === 'file' && isSameFile(look.identity, createdIdentity),
    ...((look.kind !== 'missing' || look.parentExists) &&
      known({
        freeBytes: mount?.freeBytes,
        totalBytes: mount?.sizeBytes,
        fileSystem: mount?.type,
        mountPoint: mount?.mountPoint,
        mountOptions: mount?.options,
        device: device?.name,
        model: device?.model,
        identity: device?.serial ?? device?.wwn,
        drive: device && driveFacts(device),
      })),
  }
}

function driveFacts({
  sizeBytes,
  rotational,
  transport,
  logicalBlockBytes,
  health,
}: NonNullable<HostRecord['device']>): DriveFacts {
  const { percentUsed, bytesWritten } = health ?? {}
  return known({ sizeBytes, rotational, transport, logicalBlockBytes, percentUsed, bytesWritten })
}
