import { existsSync } from 'node:fs'
import type { OrphanProof } from '../../../core/contract/orphan-requests'
import type { Host } from '../../hosts/host'
import { findOrphans, type FoundRun } from './find-orphans'
import type { Journal } from '../record/journal'
import type { RunnerParts } from '../runner-parts'
import { runNameOf } from '../execute/run-name'
import { pidWords } from '../execute/run-words'
import { RunnerError } from '../runner-error'
import { stopRun } from '../supervise/stop-run'

/** What to do about runs that this process does not wait for: report them and continue, or end them. */
export type OrphanChoice = 'leave' | 'stop'

/** Ends an orphaned run. Its run directory stays, so that its campaign can find out how it ended. */
export function stopOrphan(
  host: Host,
  { runDirectory, tag, runId, program }: FoundRun,
): Promise<OrphanProof> {
  return stopRun(host, { runDirectory, runName: runNameOf(tag, runId), program })
}

/** A run that this process does not wait for, but another window or command of this user does. */
export function executedElsewhere(hostName: string, path: string): RunnerError {
  if (!existsSync(path))
    return new RunnerError(
      'executed-elsewhere',
      `Another Benchwright of yours still executes a campaign on ${hostName}, but its results file ${path} is gone.`,
      'Stop it there.',
    )
  return new RunnerError(
    'executed-elsewhere',
    `A campaign of ${path} is running on ${hostName}: another Benchwright of yours executes it.`,
    'Wait until it ends, or stop it there.',
  )
}

/** Runs in progress on a machine that no process of this user waits for. */
export interface MachineOrphans {
  /** Name of the machine. */
  readonly host: string
  readonly runs: readonly FoundRun[]
}

/** Runs in progress on a host that no process of this user waits for: they would disturb a new campaign, and may use the same device. Undefined if there are none. */
export async function orphansOn(
  { host, started }: Pick<RunnerParts, 'host' | 'started'>,
  ownTags: ReadonlySet<string>,
): Promise<MachineOrphans | undefined> {
  const found = await findOrphans(host, ownTags)
  const runs = found.filter(({ tag }) => started.executedFrom(tag) === undefined)
  return runs.length === 0 ? undefined : { host: host.name, runs }
}

/** Why no campaign is started on a machine with orphaned runs before a person decided about them. */
export function undecided(found: MachineOrphans): RunnerError {
  const remedy =
    'End them with --stop-orphans, or measure beside them with --leave-orphans. The results of finished runs are collected when their own file is resumed.'
  return new RunnerError('orphans', foundWords(found), remedy)
}

/**
 * Before a new campaign on a machine with orphaned runs, which are looked up again. Returns a line for the log.
 * Rejects with `processes-left` if one could not be ended.
 */
export async function settleOrphans(
  parts: Pick<RunnerParts, 'host' | 'started'>,
  choice: OrphanChoice,
  ownTags: ReadonlySet<string>,
): Promise<Parameters<Journal['log']>[2] | undefined> {
  const found = await orphansOn(parts, ownTags)
  if (!found) return undefined
  if (choice === 'leave') return `${foundWords(found)} They may disturb what is measured.`
  const ended: number[] = []
  for (const orphan of found.runs) {
    const proof = await stopOrphan(parts.host, orphan)
    for (const pid of proof.endedPids) ended.push(pid)
    if (proof.leftPids.length === 0) continue
    const text = `${foundWords(found)} Not all of them could be ended: ${pidWords(proof.leftPids)} still there.`
    throw new RunnerError('processes-left', text, 'A drive may not be answering; look at the kernel log.')
  }
  return `${foundWords(found)} They were ended: ${pidWords(ended)}.`
}

function foundWords({ host, runs }: MachineOrphans): string {
  const names = runs.map(({ tag, runId }) => runNameOf(tag, runId)).join(', ')
  return `Runs that this campaign did not start are in progress on ${host}: ${names}.`
}
