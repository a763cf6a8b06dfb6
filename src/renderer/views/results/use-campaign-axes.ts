import { shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { findEngine } from '../../../core/engines/registry'
import { axisName } from '../../../core/plan/axis-name'
import { joinAxes } from '../../../core/plan/join-axes'
import { formatLevel } from '../../../core/plan/levels'
import type { LevelValue } from '../../../core/plan/plan'
import type { CampaignFacts } from '../../../core/contract/review'
import { useBench } from '../../composables/use-bench'

/** An axis a figure of these campaigns can use. */
export interface AxisChoice {
  readonly key: string
  readonly label: string
  readonly levels: readonly { readonly value: LevelValue; readonly label: string }[]
}

/** Axes of the chosen campaigns, in the order of their plans and then what runs varied by themselves, levels of all of them together. */
export function useCampaignAxes(campaignIds: Ref<readonly number[]>): ShallowRef<readonly AxisChoice[]> {
  const bench = useBench()
  const axes = shallowRef<readonly AxisChoice[]>([])
  let newest = 0
  watch(
    () => campaignIds.value.join(),
    async () => {
      const sequence = ++newest
      const details = await Promise.all(
        campaignIds.value.map((campaignId) => bench.request('campaign.get', { campaignId })),
      )
      if (sequence === newest) axes.value = axesOf(details)
    },
    { immediate: true },
  )
  return axes
}

/** Union of the axes of several campaigns. */
export function axesOf(
  campaigns: readonly Pick<CampaignFacts, 'plan' | 'engine' | 'sweptAxes'>[],
): readonly AxisChoice[] {
  const found = new Map<string, Map<LevelValue, string>>()
  const labels = new Map<string, string>()
  for (const campaign of campaigns) {
    const fields = findEngine(campaign.engine)?.description.fields ?? []
    for (const axis of joinAxes(campaign.plan.axes, campaign.sweptAxes ?? [])) {
      const field = fields.find((candidate) => candidate.id === axis.key)
      labels.set(axis.key, field?.label ?? axisName(axis.key))
      const levels = found.get(axis.key) ?? new Map<LevelValue, string>()
      for (const level of axis.levels) levels.set(level, formatLevel(level, field?.kind))
      found.set(axis.key, levels)
    }
  }
  return [...found].map(([key, levels]) => ({
    key,
    label: labels.get(key) ?? key,
    levels: [...levels].map(([value, label]) => ({ value, label })),
  }))
}
