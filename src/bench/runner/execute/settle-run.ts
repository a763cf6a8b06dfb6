import { setTimeout as pause } from 'node:timers/promises'
import type { CampaignContext } from '../campaign-context'
import { inspectRun, type RunWhereabouts } from '../supervise/inspect-run'

/** A run that is watched until it has committed or nothing of it is left. */
export interface WatchedRun {
  readonly runDirectory: string
  /** Ends the watch. */
  readonly signal: AbortSignal
  /** True once this process has stopped watching a run that continues. */
  readonly isLeft: () => boolean
  /** True once the run has been asked to end. */
  readonly isEnding: () => boolean
}

/** How the watch ended; `left`: the run continues unwatched. */
export type SettledRun = Exclude<RunWhereabouts, 'running'> | 'left'

/** Pause between two checks of a run that was reported lost and is still running. */
const doubtMs = 1000

/**
 * Waits until a run has committed, is gone, or is no longer watched. Throws if the host is now another
 * machine.
 */
export async function settleRun(
  { host, sameMachine }: Pick<CampaignContext, 'host' | 'sameMachine'>,
  run: WatchedRun,
): Promise<SettledRun> {
  for (;;) {
    const seen = await host.waitForRun(run.runDirectory, run.signal).catch((error: unknown) => {
      if (run.signal.aborted) return 'lost' as const
      throw error
    })
    if (run.isLeft()) return 'left'
    if (seen === 'committed') return seen
    const where = await inspectRun(host, run.runDirectory)
    // Missing, or from another boot: the connection may have come back to another machine.
    if (where === 'missing' || where === 'rebooted') await sameMachine.verify()
    if (where !== 'running') return where
    if (run.isEnding()) return 'gone'
    // The host contradicts itself, so it is asked again after a moment.
    await pause(doubtMs, undefined, { signal: run.signal }).catch(() => undefined)
  }
}
