import type { Host } from '../../hosts/host'
import type { SameMachine } from './same-machine'
import type { MemberExecution } from '../../store/review-store'

/** One host of a synchronised campaign. */
export interface Member {
  /** The host's own campaign, which holds its part of the results. */
  readonly campaignId: number
  readonly host: Host
  readonly runsDirectory: string
  /** Watches that the host stays the machine it was. */
  readonly sameMachine: SameMachine
  /** Names the machine for what is on record about its files. */
  readonly machine: string
  readonly dataFile: string | undefined
  readonly holdsTarget: boolean
  /** The host's run of each run of the campaign that leads it, by that one's id. */
  readonly runs: ReadonlyMap<number, MemberRun>
}

export interface MemberRun {
  readonly runId: number
  readonly seed: number
}

/** Lines a host's runs up with those that lead them: they stand at the same places. */
export function memberRuns(
  leaders: readonly { readonly runId: number }[],
  { runs }: Pick<MemberExecution, 'runs'>,
): Member['runs'] {
  return new Map(
    leaders.flatMap(({ runId }, place) => {
      const run = runs[place]
      return run ? [[runId, { runId: run.runId, seed: run.seed }] as const] : []
    }),
  )
}
