import { shallowRef, watch, type ShallowRef } from 'vue'
import type { CaseReport } from '../../../../core/comparison/case-report'
import type { ComparisonSettings } from '../../../../core/comparison/comparison-settings'
import { RequestFailure } from '../../../../core/contract/request-failure'
import { useBench } from '../../../composables/use-bench'

/** Every run of one cell, fetched again whenever the cell or the comparison is another. */
export function useCase(wanted: () => { readonly settings: ComparisonSettings; readonly cell: number }): {
  readonly found: Readonly<ShallowRef<CaseReport | undefined>>
  readonly failure: Readonly<ShallowRef<RequestFailure | undefined>>
} {
  const bench = useBench()
  const found = shallowRef<CaseReport>()
  const failure = shallowRef<RequestFailure>()
  let newest = 0
  watch(
    wanted,
    async (asked) => {
      const sequence = ++newest
      try {
        const answer = await bench.request('comparison.case', asked)
        if (sequence !== newest) return
        found.value = answer
        failure.value = undefined
      } catch (reason) {
        if (sequence !== newest) return
        found.value = undefined
        failure.value =
          reason instanceof RequestFailure ? reason : new RequestFailure({ message: String(reason) })
      }
    },
    { immediate: true },
  )
  return { found, failure }
}
