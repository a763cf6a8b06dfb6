import { randomBytes } from 'node:crypto'

/** Marks one campaign's runs and data file on its host; 8 hexadecimal digits. */
export function newCampaignTag(): string {
  return randomBytes(4).toString('hex')
}

/** Used as run id for a campaign's service; ids of runs begin at 1. */
export const serviceRunId = 0

/** Used as run id for writing a campaign's ballast; no run has so high an id. */
export const ballastRunId = 2 ** 31 - 1

/** Name of a run on its host and of its run directory: `bw-7f3a0c12-15`. */
export function runNameOf(tag: string, runId: number): string {
  return `bw-${tag}-${String(runId)}`
}

/** Name of the socket of a run's server, in its run directory. */
export function serverSocket(runName: string): string {
  return `${runName}.sock`
}

/** Tag and run id of a run directory; undefined if the path is not one. */
export function readRunDirectory(path: string): { readonly tag: string; readonly runId: number } | undefined {
  const match = /(?:^|\/)bw-([0-9a-f]{8})-(\d+)$/.exec(path)
  return match?.[1] === undefined ? undefined : { tag: match[1], runId: Number(match[2]) }
}
