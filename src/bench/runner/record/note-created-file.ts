import { readIdentity } from '../../hosts/created-file'
import { HostError } from '../../hosts/host-error'
import type { CampaignContext } from '../campaign-context'

type Owner = Pick<CampaignContext, 'created' | 'machine'>

/** Records a file that a run created, so that it may be overwritten and removed. */
export function recordCreatedFile(
  { created, machine }: Owner,
  path: string | undefined,
  identity: string,
): void {
  if (path === undefined) return
  created.record({ machine, path, identity, createdAtMs: Date.now() })
}

/**
 * The same for a run without a result, from its supervisor's notes; does nothing if the host cannot be asked.
 */
export async function noteCreatedFile(
  owner: Owner & Pick<CampaignContext, 'host'>,
  runDirectory: string,
  path: string | undefined,
): Promise<void> {
  try {
    const bytes = await owner.host.readFile(`${runDirectory}/created`, 1024)
    const identity = readIdentity(bytes && new TextDecoder().decode(bytes))
    if (identity !== undefined) recordCreatedFile(owner, path, identity)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
  }
}
