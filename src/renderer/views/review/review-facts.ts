import type { StateLabel } from '../../components/marks/state-label'
import { executingCampaign, type CampaignSummary } from '../../../core/results/campaign/campaign'
import type { PlanSummary, ReviewSummary } from '../../../core/contract/review'

/** What a reviewer would most likely do now. */
export type NextStep =
  | { readonly kind: 'watch'; readonly campaign: CampaignSummary }
  | { readonly kind: 'resume'; readonly campaign: CampaignSummary; readonly waitingRuns: number }
  | { readonly kind: 'look'; readonly campaign: CampaignSummary }
  /** Printed results without any run. */
  | { readonly kind: 'read'; readonly campaign: CampaignSummary }
  | { readonly kind: 'run'; readonly plan: PlanSummary }
  /** The file is empty. */
  | { readonly kind: 'begin' }
  /** Nothing needs attention. */
  | { readonly kind: 'none' }

/** The next step of a review: watch what is running, continue what waits, view what is done, run what is planned. */
export function nextStep({ campaigns, plans }: Pick<ReviewSummary, 'campaigns' | 'plans'>): NextStep {
  const newestFirst = [...campaigns].sort((one, other) => other.createdAtMs - one.createdAtMs)
  const live = executingCampaign(newestFirst)
  if (live) return { kind: 'watch', campaign: live }
  const [newest] = newestFirst
  const waitingRuns = newest?.runsByState.waiting ?? 0
  if (newest && waitingRuns > 0 && newest.source === 'measured') {
    return { kind: 'resume', campaign: newest, waitingRuns }
  }
  const shown = newestFirst.find((campaign) => (campaign.runsByState.done ?? 0) > 0)
  if (shown) return { kind: 'look', campaign: shown }
  const printed = newestFirst.find((campaign) => campaign.publishedResults > 0)
  if (printed) return { kind: 'read', campaign: printed }
  const plan = [...plans].sort((one, other) => other.modifiedAtMs - one.modifiedAtMs)[0]
  if (plan) return { kind: 'run', plan }
  return { kind: campaigns.length > 0 ? 'none' : 'begin' }
}

/** One device under test, put together from the campaigns that measured it. */
export interface DeviceUnderTest {
  readonly device: string
  readonly host: string
  readonly campaigns: number
  readonly doneRuns: number
  /** Printed results, which have no runs. */
  readonly printedResults: number
  /** "kernel 6.18", "firmware B", each once, in order of appearance. */
  readonly configurations: readonly string[]
  readonly lastMeasuredAtMs: number
}

/** The devices of a review, the most recently measured first. A device is identified by its name and its host. */
export function devicesUnderTest(campaigns: readonly CampaignSummary[]): readonly DeviceUnderTest[] {
  const devices = new Map<string, DeviceUnderTest>()
  for (const { device, host, configuration, runsByState, publishedResults, createdAtMs } of campaigns) {
    const key = `${host}\n${device}`
    const known = devices.get(key)
    const configurations = known?.configurations ?? []
    devices.set(key, {
      device,
      host,
      campaigns: (known?.campaigns ?? 0) + 1,
      doneRuns: (known?.doneRuns ?? 0) + (runsByState.done ?? 0),
      printedResults: (known?.printedResults ?? 0) + publishedResults,
      configurations:
        configuration === '' || configurations.includes(configuration)
          ? configurations
          : [...configurations, configuration],
      lastMeasuredAtMs: Math.max(known?.lastMeasuredAtMs ?? 0, createdAtMs),
    })
  }
  return [...devices.values()].sort((one, other) => other.lastMeasuredAtMs - one.lastMeasuredAtMs)
}

/** Part of a campaign's runs in one state, for a bar. */
export interface RunShare {
  readonly tone: StateLabel['tone']
  readonly label: string
  readonly count: number
}

/** The states of a campaign's runs, in drawing order; states without runs are omitted. */
export function runShares({ runsByState }: Pick<CampaignSummary, 'runsByState'>): readonly RunShare[] {
  const of = (...states: (keyof typeof runsByState)[]) =>
    states.reduce((sum, state) => sum + (runsByState[state] ?? 0), 0)
  const shares: readonly RunShare[] = [
    { tone: 'good', label: 'done', count: of('done') },
    { tone: 'danger', label: 'failed', count: of('failed') },
    { tone: 'warning', label: 'stopped or interrupted', count: of('stopped', 'interrupted', 'unknown') },
    { tone: 'quiet', label: 'skipped', count: of('skipped') },
    { tone: 'accent', label: 'running', count: of('running') },
    { tone: 'quiet', label: 'waiting', count: of('waiting') },
  ]
  return shares.filter(({ count }) => count > 0)
}
