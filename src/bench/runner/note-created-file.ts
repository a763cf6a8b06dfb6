import { HostError } from '../hosts/host-error'
import type { CampaignContext } from './campaign-context'

type Owner = Pick<CampaignContext, 'created' | 'machine'>

/** Puts a file that a run made on record, so that it may be overwritten and removed. */
export function recordCreatedFile(
  { created, machine }: Owner,
  path: string | undefined,
  file: { readonly deviceNumber: string; readonly inode: string },
): void {
  if (path === undefined) return
  created.record({ machine, path, ...file, createdAtMs: Date.now() })
}

/** The same for a run without a result, from what its supervisor noted; a host that cannot be asked says nothing. */
export async function noteCreatedFile(
  owner: Owner & Pick<CampaignContext, 'host'>,
  runDirectory: string,
  path: string | undefined,
): Promise<void> {
  try {
    const bytes = await owner.host.readFile(`${runDirectory}/created`, 1024)
    const match = /^(\d+):(\d+)$/.exec(bytes ? new TextDecoder().decode(bytes).trim() : '')
    const [, deviceNumber, inode] = match ?? []
    if (deviceNumber !== undefined && inode !== undefined)
      recordCreatedFile(owner, path, { deviceNumber, inode })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
  }
}
