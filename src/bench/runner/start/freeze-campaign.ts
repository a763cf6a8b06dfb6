import type { Engine } from '../../../core/engines/engine'
import { scheduleRuns } from '../../../core/engines/schedule'
import { expandCases, workloadOf } from '../../../core/plan/cases'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'
import type { NewCampaign } from '../../store/review-store'
import { campaignDataFile } from '../record/campaign-data-file'

export interface CampaignFreeze {
  readonly plan: Plan
  readonly engine: Engine
  /** Names the data file in a target folder, so that two campaigns never share one. */
  readonly tag: string
  readonly configuration: string
  readonly hostId: string
  readonly hostName: string
  /** The raw device; engines are given the kernel's node of it. */
  readonly device?: ConfirmedDevice | undefined
}

/** Everything a campaign will execute, layouts included, as it is stored before the first run. */
export function freezeCampaign(freeze: CampaignFreeze): NewCampaign {
  const { plan, engine, tag, configuration, hostId, hostName, device } = freeze
  const cases = expandCases(plan)
  const usesFile = cases.some((one) => engine.dataOf(workloadOf(plan, one)).kind !== 'none')
  return {
    plan,
    configuration,
    hostId,
    hostName,
    cases,
    runs: scheduleRuns(plan, engine),
    dataFile: usesFile ? campaignDataFile(plan, tag, device) : undefined,
  }
}
