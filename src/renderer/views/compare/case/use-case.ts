import { shallowRef, watch, type ShallowRef } from 'vue'
import type { CaseReport } from '../../../../core/comparison/case-report'
import { RequestFailure } from '../../../../core/contract/request-failure'
import { useBench } from '../../../composables/use-bench'
import type { ReportedComparison } from '../use-comparison'

/** Every run of one cell, fetched again whenever the cell is another or the comparison was made again. */
export function useCase(wanted: () => { readonly reported: ReportedComparison; readonly cell: number }): {
  readonly found: Readonly<ShallowRef<CaseReport | undefined>>
  readonly failure: Readonly<ShallowRef<RequestFailure | undefined>>
} {
  const bench = useBench()
  const found = shallowRef<CaseReport>()
  const failure = shallowRef<RequestFailure>()
  let newest = 0
  watch(
    wanted,
    async ({ reported: { settings }, cell }) => {
      const sequence = ++newest
      try {
        const answer = await bench.request('comparison.case', { settings, cell })
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
