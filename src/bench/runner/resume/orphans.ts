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

/**
 * What to do about runs that this process does not wait for: report them and continue, refuse to start, or
 * end them.
 */
export type OrphanChoice = 'leave' | 'refuse' | 'stop'

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

/**
 * Before a new campaign: runs in progress on the host would disturb it, and may use the same device. Returns
 * a line for the log. Rejects with `orphans` if the choice is to refuse, with `executed-elsewhere` if another
 * process of this user executes one of them, or with `processes-left` if one could not be ended.
 */
export async function settleOrphans(
  { host, started }: Pick<RunnerParts, 'host' | 'started'>,
  choice: OrphanChoice,
  ownTags: ReadonlySet<string>,
): Promise<Parameters<Journal['log']>[2] | undefined> {
  const orphans = await findOrphans(host, ownTags)
  if (orphans.length === 0) return undefined
  const path = orphans.map(({ tag }) => started.executedFrom(tag)).find((one) => one !== undefined)
  if (path !== undefined && choice !== 'leave') throw executedElsewhere(host.name, path)
  const names = orphans.map(({ tag, runId }) => runNameOf(tag, runId)).join(', ')
  const found = `Runs that this campaign did not start are in progress on ${host.name}: ${names}.`
  if (choice === 'leave') return `${found} They may disturb what is measured.`
  if (choice === 'refuse') {
    const remedy =
      'End them with --stop-orphans, or measure beside them with --leave-orphans. The results of finished runs are collected when their own file is resumed.'
    throw new RunnerError('orphans', found, remedy)
  }
  const ended: number[] = []
  for (const orphan of orphans) {
    const proof = await stopOrphan(host, orphan)
    for (const pid of proof.endedPids) ended.push(pid)
    if (proof.leftPids.length === 0) continue
    const text = `${found} Not all of them could be ended: ${pidWords(proof.leftPids)} still there.`
    throw new RunnerError('processes-left', text, 'A drive may not be answering; look at the kernel log.')
  }
  return `${found} They were ended: ${pidWords(ended)}.`
}
