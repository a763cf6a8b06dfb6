import { computed, inject, provide, type ComputedRef, type InjectionKey, type ShallowRef } from 'vue'
import { stepName } from '../../../core/engines/preparation/preparation-run'
import { findEngine } from '../../../core/engines/registry'
import { caseLabel } from '../../../core/plan/levels/levels'
import type { CampaignFacts } from '../../../core/results/campaign/campaign'
import type { RunSummary } from '../../../core/results/run'

/** Label for a run's case: "4 KiB · 70 % read". */
export type CaseLabeller = (run: Pick<RunSummary, 'phase' | 'levels' | 'caseKey' | 'repetition'>) => string

const key: InjectionKey<ComputedRef<CaseLabeller>> = Symbol('case labels')

/** Provides the labels of this campaign's engine to the components below. */
export function provideCaseLabels(detail: ShallowRef<CampaignFacts | undefined>): void {
  provide(
    key,
    computed<CaseLabeller>(() => {
      const fields =
        detail.value === undefined ? [] : (findEngine(detail.value.engine)?.description.fields ?? [])
      return (run) => {
        if (run.phase === 'layout') return 'Lay out data file'
        if (run.phase === 'prepare') return stepName(detail.value?.plan.preparation?.[run.repetition - 1])
        return caseLabel(run, fields)
      }
    }),
  )
}

/** The labels provided by the run view above. */
export function useCaseLabels(): ComputedRef<CaseLabeller> {
  const labels = inject(key)
  if (labels === undefined) throw new Error('Case labels are provided by RunView.')
  return labels
}
