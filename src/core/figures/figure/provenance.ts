import type { Axis, LevelValue } from '../../plan/plan'
import type { Calibration } from '../../results/campaign/calibration'
import { namesOf, type NamedCampaign } from '../../results/campaign/campaign-names'
import type { ReservedRuns } from '../../results/reserved-runs'

/** Where the numbers of a figure come from; printed small below it. Absent parts are unknown and not printed. */
export interface FigureProvenance {
  readonly campaigns: readonly CampaignProvenance[]
}

export interface CampaignProvenance {
  readonly campaignId: number
  /** Its name among the campaigns of the figure. */
  readonly label: string
  /** What may tell it from others; if absent, its label and device do. */
  readonly named?: Omit<NamedCampaign, 'id'>
  /** As printed: `fio 3.33`. */
  readonly tool?: string
  readonly host?: string
  /** Model and kernel name. */
  readonly device?: string
  /** Capacity of the device in bytes. */
  readonly deviceBytes?: number
  readonly firmware?: string
  readonly scheduler?: string
  readonly kernel?: string
  readonly fileSystem?: string
  readonly mountOptions?: string
  readonly fileSizeBytes?: number
  /** The size that was set for a target of which it is not known that it was a file. */
  readonly setSizeBytes?: number
  readonly memoryBytes?: number
  readonly dataPattern?: string
  /** What its engine actually wrote, by level of data content; absent if it was not sampled. */
  readonly calibrations?: readonly Calibration[]
  readonly preconditioning?: string
  /** Shared by campaigns that were measured in turn, run by run. */
  readonly schedule?: string
  /** Repetitions were rounds: one pass over all cases each. */
  readonly isInRounds?: boolean
  /** What its rounds until the drive was steady are called; absent if it had none. */
  readonly steadyRounds?: string
  /** In words, e.g. `shuffled (seed 42)`. */
  readonly order?: string
  /** What was recorded over time during the measurement, which has a small cost; absent if nothing was. */
  readonly recorded?: string
  /** How each server configuration differs from the first, in words; absent if there are none. */
  readonly configurations?: readonly string[]
  /** Command line of one case. */
  readonly command?: string
  /** Which case that is; commands of different cases cannot be compared. */
  readonly commandCase?: string
  /** When its first run started and its last one ended, in ms since 1970; without times of runs, when it was made. */
  readonly startedAtMs?: number
  readonly endedAtMs?: number
  /** Where numbers without runs were printed. */
  readonly printedIn?: string
  /** Axes of the plan: levels that were planned, in order. */
  readonly axes: readonly Axis[]
  /** Levels of each run that failed. */
  readonly failedRuns: readonly Readonly<Record<string, LevelValue>>[]
  /** What is known against its runs; absent: nothing is. */
  readonly reserved?: ReservedRuns
  /** Runs without a result so far. */
  readonly openRuns: number
}

/** Names of these campaigns, which are shown together, by what differs between them. */
export function shownNames(
  campaignIds: Iterable<number>,
  { campaigns }: FigureProvenance,
  /** What is known of a campaign without provenance. */
  factsOf?: (campaignId: number) => Omit<NamedCampaign, 'id'> | undefined,
): ReadonlyMap<number, string> {
  return namesOf(
    [...new Set(campaignIds)].map((id): NamedCampaign => {
      const known = campaigns.find(({ campaignId }) => campaignId === id)
      const { label = '', device = '' } = known ?? {}
      return { id, ...(known?.named ?? factsOf?.(id) ?? { device, configuration: label, plan: '' }) }
    }),
  )
}

/** The same provenance with the names that its campaigns have among themselves. */
export function withNames(provenance: FigureProvenance): FigureProvenance {
  const names = shownNames(
    provenance.campaigns.map(({ campaignId }) => campaignId),
    provenance,
  )
  return {
    campaigns: provenance.campaigns.map((one) => ({ ...one, label: names.get(one.campaignId) ?? one.label })),
  }
}
