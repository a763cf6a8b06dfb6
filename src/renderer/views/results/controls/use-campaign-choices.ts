import { computed, type ComputedRef, type Ref } from 'vue'
import { findEngine } from '../../../../core/engines/registry'
import type { UsuallyMeasured } from '../../../../core/engines/usual-metric'
import type { CampaignRecords } from '../../../../core/figures/cases/define-figure'
import type {
  CampaignFacts,
  CampaignQuantity,
  RecordedSeries,
} from '../../../../core/results/campaign/campaign'
import { axisName, levelWords } from '../../../../core/plan/levels/format-level'
import { joinAxes } from '../../../../core/plan/edit-plan'
import type { LevelValue } from '../../../../core/plan/plan'
import type { ReviewSummary } from '../../../../core/contract/review'
import { useAnswer } from '../../../composables/use-answer'
import { useBench } from '../../../composables/use-bench'
import { useReview } from '../../../composables/review/use-review'

/** An axis a figure of these campaigns can use. */
export interface AxisChoice {
  readonly key: string
  readonly label: string
  readonly levels: readonly { readonly value: LevelValue; readonly label: string }[]
}

/** What a figure of some campaigns can contain. */
export interface CampaignChoices {
  /** In the order of the plans, followed by what the runs varied themselves; levels of all campaigns together. */
  readonly axes: readonly AxisChoice[]
  /** The name of each campaign on its own: its configuration, else its device, else its name. */
  readonly campaigns: readonly string[]
  /** Names of the review's scorecards. */
  readonly scorecards: readonly string[]
  /** Engine and plan of each, which decide what is shown of them first. */
  readonly measured: readonly UsuallyMeasured[]
  /** Metrics for which some campaign has finished results. */
  readonly quantities: readonly CampaignQuantity[]
  /** Other content, which enables some figures. */
  readonly records: CampaignRecords
  /** What was recorded over time during their runs. */
  readonly recorded: RecordedSeries
}

type Bench = Pick<ReturnType<typeof useBench>, 'request'>

const noChoices: CampaignChoices = {
  axes: [],
  campaigns: [],
  scorecards: [],
  measured: [],
  quantities: [],
  records: { recorded: [], hasRounds: false, hasHistograms: false },
  recorded: { runIds: [], quantities: [] },
}

/** What the selected campaigns offer; updated with the selection. */
export function useCampaignChoices(campaignIds: Ref<readonly number[]>): ComputedRef<CampaignChoices> {
  const bench = useBench()
  const { summary } = useReview()
  const { answer } = useAnswer(
    () =>
      [
        campaignIds.value,
        summary.value?.campaigns.map(({ id }) => id),
        summary.value?.devices.map(({ modifiedAtMs }) => modifiedAtMs),
        summary.value?.scorecards.map(({ modifiedAtMs }) => modifiedAtMs),
      ].join(';'),
    () => readCampaignChoices(bench, campaignIds.value, summary.value),
  )
  return computed(() => answer.value ?? noChoices)
}

/** Rejects if one of the campaigns cannot be read; those that are no longer in the review are passed over. */
export async function readCampaignChoices(
  bench: Bench,
  campaignIds: readonly number[],
  review?: Pick<ReviewSummary, 'campaigns' | 'devices' | 'scorecards'>,
): Promise<CampaignChoices> {
  const there = campaignIds.filter((id) => review?.campaigns.some((one) => one.id === id) !== false)
  const campaigns = await Promise.all(
    there.map((campaignId) => bench.request('campaign.get', { campaignId })),
  )
  const recorded = {
    runIds: campaigns.flatMap((campaign) => campaign.recorded?.runIds ?? []),
    quantities: campaigns.flatMap((campaign) => campaign.recorded?.quantities ?? []),
  }
  return {
    axes: axesOf(campaigns),
    campaigns: ownNames(campaigns),
    scorecards: review?.scorecards.map(({ name }) => name) ?? [],
    measured: campaigns.map(({ engine, plan }) => ({ engine, plan })),
    quantities: campaigns.flatMap(({ quantities }) => quantities ?? []),
    records: {
      recorded: [...new Set(recorded.quantities.map(({ metric }) => metric))],
      hasRounds: campaigns.some(({ plan }) => plan.untilSteady !== undefined),
      hasHistograms: campaigns.some((campaign) => campaign.hasHistograms === true),
      hasPrices: review?.devices.some(({ card }) => card.price !== undefined) === true,
      hasScorecards: (review?.scorecards.length ?? 0) > 0,
      hasPromises: review?.devices.some(({ card }) => (card.promises ?? []).length > 0) === true,
    },
    recorded,
  }
}

/** A unique name for each campaign; absent if it has none. */
function ownNames(
  campaigns: readonly Pick<CampaignFacts, 'configuration' | 'device' | 'name'>[],
): readonly string[] {
  const isOwn = (name: string) =>
    name !== '' &&
    campaigns.filter((one) => [one.configuration, one.device, one.name].includes(name)).length === 1
  return campaigns.flatMap(
    ({ configuration, device, name }) => [configuration, device, name].find(isOwn) ?? [],
  )
}

/** Union of the axes of several campaigns, and their tests, if there are several. */
export function axesOf(
  campaigns: readonly (Pick<CampaignFacts, 'plan' | 'engine' | 'sweptAxes'> &
    Partial<Pick<CampaignFacts, 'quantities'>>)[],
): readonly AxisChoice[] {
  const found = new Map<string, Map<LevelValue, string>>()
  const labels = new Map<string, string>()
  for (const campaign of campaigns) {
    const fields = findEngine(campaign.engine)?.description.fields ?? []
    for (const axis of joinAxes(campaign.plan.axes, campaign.sweptAxes ?? [])) {
      const field = fields.find((candidate) => candidate.id === axis.key)
      labels.set(axis.key, field?.label ?? axisName(axis.key))
      const levels = found.get(axis.key) ?? new Map<LevelValue, string>()
      for (const level of axis.levels) levels.set(level, levelWords(axis.key, level, field?.kind))
      found.set(axis.key, levels)
    }
  }
  const tests = new Set(campaigns.flatMap(({ quantities = [] }) => quantities.map(({ test }) => test)))
  // A pattern that was varied names the tests already.
  if (tests.size > 1 && [...tests].some((test) => found.get('pattern')?.has(test) !== true)) {
    labels.set('test', axisName('test'))
    found.set('test', new Map([...tests].map((test) => [test, levelWords('test', test)])))
  }
  return [...found].map(([key, levels]) => ({
    key,
    label: labels.get(key) ?? key,
    levels: [...levels].map(([value, label]) => ({ value, label })),
  }))
}
