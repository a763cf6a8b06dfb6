import { computed, type ComputedRef } from 'vue'
import { comparedNames } from '../../../core/comparison/sides/compared-names'
import { summaryNames } from '../../../core/results/campaign/campaign-naming'
import type { CampaignSummary } from '../../../core/results/campaign/campaign'
import type { PlanSummary, SavedFigure } from '../../../core/contract/review'
import { figureNames, planNames } from './names-apart'
import { useReview } from './use-review'

export interface Names {
  campaignName(campaign: Pick<CampaignSummary, 'id' | 'name' | 'configuration'>): string
  planName(plan: Pick<PlanSummary, 'id' | 'name'>): string
  /** Names for the values of the sides of a comparison. */
  readonly sideNames: ComputedRef<ReadonlyMap<string, string>>
  figureName(figure: Pick<SavedFigure, 'id' | 'name'>): string
}

let campaigns: ComputedRef<ReadonlyMap<number, string>> | undefined
let sides: ComputedRef<ReadonlyMap<string, string>> | undefined
let plans: ComputedRef<ReadonlyMap<string, string>> | undefined
let figures: ComputedRef<ReadonlyMap<number, string>> | undefined

/** Names of campaigns, plans and saved figures wherever they are listed; no two of a kind are the same. */
export function useNames(): Names {
  const { summary } = useReview()
  campaigns ??= computed(() => summaryNames(summary.value?.campaigns ?? []))
  plans ??= computed(() => planNames(summary.value?.plans ?? []))
  figures ??= computed(() => figureNames(summary.value?.figures ?? []))
  sides ??= computed(() =>
    comparedNames(
      (summary.value?.campaigns ?? []).flatMap(({ id, naming, device }) => {
        const factors = naming?.model === undefined ? [] : [{ key: 'device', value: naming.model }]
        return naming === undefined ? [] : [{ id, naming, device, factors }]
      }),
    ),
  )
  return {
    sideNames: sides,
    campaignName: ({ id, name, configuration }) => campaigns?.value.get(id) ?? (configuration || name),
    planName: ({ id, name }) => plans?.value.get(id) ?? name,
    figureName: ({ id, name }) => figures?.value.get(id) ?? name,
  }
}
