import type { CampaignContext } from '../campaign-context'
import { rest } from '../schedule/rest'
import { inspectRun, type RunWhereabouts } from '../supervise/inspect-run'

/** A run that somebody watches until it is committed or nothing of it is left. */
export interface WatchedRun {
  readonly runDirectory: string
  /** Aborted when nobody wants to wait any longer. */
  readonly signal: AbortSignal
  /** True once the watching ends here and the run goes on. */
  readonly isLeft: () => boolean
  /** True once the run was asked to end. */
  readonly isEnding: () => boolean
}

/** How the watching of a run ended; `left`: the run goes on. */
export type SettledRun = Exclude<RunWhereabouts, 'running'> | 'left'

/** Between two looks at a run that seems lost and goes on. */
const doubtSeconds = 1

/** Waits until a run has committed, is gone, or is left to itself. Throws where the host is not the machine it was. */
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
    // Not there, or of another boot: perhaps the line came back to another machine.
    if (where === 'missing' || where === 'rebooted') await sameMachine.verify()
    if (where !== 'running') return where
    if (run.isEnding()) return 'gone'
    // The host says now this and now that: it is asked again, but not without a break.
    await rest(doubtSeconds, run.signal)
  }
}
