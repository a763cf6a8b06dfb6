import { dirname } from 'node:path'
import type { Host } from '../hosts/host'

/** Folders on a host whose disk is never written raw: on this machine, those of the results file and of the app. */
export function ownPlaces(host: Pick<Host, 'id'>, reviewPath: string): readonly string[] {
  return host.id === 'local' ? [dirname(reviewPath), __dirname, dirname(process.execPath)] : []
}
