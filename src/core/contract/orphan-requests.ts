import * as v from 'valibot'
import { destinationSchema, type Destination } from '../plan/destination'
import type { CampaignState } from '../results/campaign/campaign'
import { request } from './request'

/** An orphaned run: still running on a host although this process does not wait for it, left by a crash or started by somebody else. */
export interface Orphan {
  /** Its name on the host: `bw-7f3a0c12-15`. */
  readonly runName: string
  /** Milliseconds since 1970 by this machine's clock; undefined if the host did not say. */
  readonly startedAtMs: number | undefined
  /** File, folder or device it uses; empty for engines that move no data. */
  readonly target: string
  readonly processes: readonly OrphanProcess[]
  /** The results file from which another window or command of this user is executing it: it is not orphaned. */
  readonly executedFrom: string | undefined
  /** The campaign of this results file that it belongs to; resuming that collects the run instead of losing it. */
  readonly campaign: { readonly id: number; readonly name: string; readonly state: CampaignState } | undefined
}

export interface OrphanProcess {
  readonly pid: number
  /** Program and arguments, cut to 300 characters. */
  readonly command: string
}

/** The orphaned runs on one host. */
export interface HostOrphans {
  readonly hostId: Destination
  readonly host: string
  readonly orphans: readonly Orphan[]
}

/** The processes of a run that were ended and those that would not end; both empty if it had already ended. */
export interface OrphanProof {
  readonly endedPids: readonly number[]
  readonly leftPids: readonly number[]
}

/** A data file on a host whose results file is gone, so that no campaign will remove it. */
export interface LeftDataFile {
  readonly path: string
  /** Where its results file was. */
  readonly resultsFile: string
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
}

const hostId = destinationSchema

/** Requests of the window about orphaned runs. They are named by host and run, never by process or path. */
export const orphanRequests = {
  /** Rejects if the host cannot be reached. */
  'orphans.of-host': request<HostOrphans>()({ hostId }),
  /** Data files that campaigns of this user left on a host. Rejects if it cannot be reached. */
  'left-files.of-host': request<readonly LeftDataFile[]>()({ hostId }),
  /**
   * Removes one of them: looked up again, so that only a file that is still left behind, and still the one that was
   * created, is removed. False: it is not there any more. Rejects if it could not be removed.
   */
  'left-files.remove': request<boolean>()({ hostId, path: v.pipe(v.string(), v.maxLength(4096)) }),
  /** Ends one; answers after the attempt, at most 12 s later, with the outcome. A run this process waits for is never ended. */
  'orphans.stop': request<OrphanProof>()({
    hostId,
    runName: v.pipe(v.string(), v.regex(/^bw-[0-9a-f]{8}-\d{1,15}$/)),
  }),
}
