import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { formatCount } from '../../../core/units/number-format'
import { useBench } from '../../composables/use-bench'

/** What stands where a figure is to come: how many runs of a large campaign have been read; nothing for small ones. */
export function useReadingText(): Readonly<ShallowRef<string>> {
  const text = shallowRef('')
  const stop = useBench().onEvent((event) => {
    if (event.type === 'figure-progress')
      text.value = `Reading runs: ${formatCount(event.done)} of ${formatCount(event.total)} …`
  })
  onScopeDispose(stop)
  return text
}
