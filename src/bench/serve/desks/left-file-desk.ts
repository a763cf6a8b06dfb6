import type { LeftDataFile } from '../../../core/contract/orphan-requests'
import type { Destination } from '../../../core/plan/destination'
import type { Host } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import type { HostPool } from '../../hosts/host-pool'
import { machineOf } from '../../hosts/inventory/machine-of'
import { takeInventory } from '../../hosts/inventory/take-inventory'
import { askAttended } from '../../hosts/leavable-host'
import { leftFiles, removeLeftFile, type LeftFile } from '../../runner/record/left-files'

/** Finds data files on hosts whose results file is gone, and removes those a person chooses. */
export class LeftFileDesk {
  /** `folder`: the records of created files; this user's own if not given. */
  constructor(
    private readonly pool: HostPool,
    private readonly folder?: string,
  ) {}

  /** Rejects with a HostError if the host cannot be reached. */
  async onHost(hostId: Destination): Promise<readonly LeftDataFile[]> {
    const found = await this.#ask(hostId, (_, files) => Promise.resolve(files))
    return found.map(({ path, resultsFile, createdAtMs }) => ({ path, resultsFile, createdAtMs }))
  }

  /** Whether it was there; rejects if it could not be removed. */
  remove(hostId: Destination, path: string): Promise<boolean> {
    return this.#ask(hostId, async (host, files) => {
      const file = files.find((one) => one.path === path)
      if (!file) return false
      const outcome = await removeLeftFile(host, file, this.folder)
      if (outcome === 'failed')
        throw new HostError(`${path} could not be removed on ${host.name}.`, 'Remove it by hand.')
      return outcome === 'removed'
    })
  }

  #ask<T>(hostId: Destination, act: (host: Host, files: readonly LeftFile[]) => Promise<T>): Promise<T> {
    const host = this.pool.open(hostId)
    return askAttended(host, 'the data files that were left there', undefined, async (asked) => {
      const { record } = await takeInventory(asked, {})
      return act(asked, await leftFiles(asked, machineOf(record, host), this.folder))
    })
  }
}
