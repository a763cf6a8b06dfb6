import { shallowReactive, type ShallowReactive } from 'vue'
import type { HostOrphans, OrphanProof } from '../../../core/contract/orphan-requests'
import type { Destination } from '../../../core/plan/destination'

/** What was done about an orphaned run. */
export type OrphanFate =
  | { readonly kind: 'stopping' }
  | { readonly kind: 'tried'; readonly proof: OrphanProof }
  | { readonly kind: 'failed'; readonly error: Error & { readonly remedy?: string | undefined } }

export type OrphanFates = ReadonlyMap<string, OrphanFate>

export interface OrphanStops {
  /** By `fateKey`; absent if nothing was done. */
  readonly fates: ShallowReactive<Map<string, OrphanFate>>
  /** Ends one. Never rejects; its fate has the outcome. */
  stop(hostId: Destination, runName: string): Promise<void>
  /**
   * Ends all that have not ended yet, one after the other on each host, except those that another window of this user
   * is executing.
   */
  stopAll(groups: readonly HostOrphans[]): Promise<void>
  /** Whether all of them have provably ended. */
  allGone(groups: readonly HostOrphans[]): boolean
}

export const fateKey = (hostId: Destination, runName: string): string => `${hostId}\n${runName}`

/** Ends orphaned runs, and keeps the outcome of each. */
export function useOrphanStops(
  ask: (hostId: Destination, runName: string) => Promise<OrphanProof>,
): OrphanStops {
  const fates = shallowReactive(new Map<string, OrphanFate>())

  const isGone = (hostId: Destination, runName: string) => {
    const fate = fates.get(fateKey(hostId, runName))
    return fate?.kind === 'tried' && fate.proof.leftPids.length === 0
  }

  async function stop(hostId: Destination, runName: string): Promise<void> {
    const key = fateKey(hostId, runName)
    if (fates.get(key)?.kind === 'stopping') return
    fates.set(key, { kind: 'stopping' })
    try {
      fates.set(key, { kind: 'tried', proof: await ask(hostId, runName) })
    } catch (error) {
      fates.set(key, { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return {
    fates,
    stop,
    async stopAll(groups) {
      await Promise.all(
        groups.map(async ({ hostId, orphans }) => {
          for (const { runName, executedFrom } of orphans)
            if (executedFrom === undefined && !isGone(hostId, runName)) await stop(hostId, runName)
        }),
      )
    },
    allGone: (groups) =>
      groups.every(({ hostId, orphans }) => orphans.every(({ runName }) => isGone(hostId, runName))),
  }
}

/** What became of an orphaned run: words, whether it is fine, and what to do if it is not. */
export function fateWords(fate: OrphanFate | undefined): {
  readonly text: string
  readonly remedy?: string
  readonly tone: 'quiet' | 'good' | 'danger'
} {
  if (!fate) return { text: '', tone: 'quiet' }
  if (fate.kind === 'stopping') return { text: 'Stopping …', tone: 'quiet' }
  if (fate.kind === 'failed') {
    const { message, remedy } = fate.error
    return { text: `Not stopped: ${message}`, ...(remedy !== undefined && { remedy }), tone: 'danger' }
  }
  const { endedPids, leftPids } = fate.proof
  if (leftPids.length > 0)
    return {
      text: `Still there after SIGKILL: ${processes(leftPids)}.`,
      remedy: 'A drive may not be answering; look at the kernel log of the host.',
      tone: 'danger',
    }
  if (endedPids.length === 0) return { text: 'It had ended by itself.', tone: 'good' }
  return { text: `Ended and looked for again: ${processes(endedPids)} gone.`, tone: 'good' }
}

const processes = (pids: readonly number[]) =>
  `${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}`
