import { computed, type ComputedRef } from 'vue'
import type { CampaignSummary } from '../../core/results/campaign'
import type { PlanSummary } from '../../core/contract/review'
import { campaignNames, planNames } from '../components/names-apart'
import { useReview } from './use-review'

export interface Names {
  campaignName(campaign: Pick<CampaignSummary, 'id' | 'name' | 'configuration'>): string
  planName(plan: Pick<PlanSummary, 'id' | 'name'>): string
}

let campaigns: ComputedRef<ReadonlyMap<number, string>> | undefined
let plans: ComputedRef<ReadonlyMap<string, string>> | undefined

/** Names of campaigns and plans wherever they are listed; no two are the same. */
export function useNames(): Names {
  const { summary } = useReview()
  campaigns ??= computed(() => campaignNames(summary.value?.campaigns ?? []))
  plans ??= computed(() => planNames(summary.value?.plans ?? []))
  return {
    campaignName: ({ id, name, configuration }) => campaigns?.value.get(id) ?? (configuration || name),
    planName: ({ id, name }) => plans?.value.get(id) ?? name,
  }
}
