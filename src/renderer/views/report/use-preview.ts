import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { DocumentPreview } from '../../../core/contract/document-requests'
import type { KnownDocument } from '../../../core/document/stored-document'
import { useBench } from '../../composables/use-bench'
import { contentOf } from './use-document'

/** How long typing must pause before the page is updated. */
const restMs = 150

/**
 * The document as readers will see it, rendered by the bench, slightly behind what is typed. Fetched again when
 * `stamp` changes, because then the numbers of the review have changed.
 */
export function usePreview(
  document: Readonly<Ref<KnownDocument | undefined>>,
  stamp: () => unknown,
): {
  readonly preview: Readonly<ShallowRef<DocumentPreview | undefined>>
  readonly failure: Readonly<ShallowRef<Error | undefined>>
} {
  const bench = useBench()
  const preview = shallowRef<DocumentPreview>()
  const failure = shallowRef<Error>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest = 0

  async function fetchPreview(): Promise<void> {
    const shown = document.value
    if (!shown) return
    const own = ++newest
    try {
      const answer = await bench.request('document.preview', { document: contentOf(shown) })
      if (own !== newest) return
      preview.value = answer
      failure.value = undefined
    } catch (error) {
      if (own === newest) failure.value = error instanceof Error ? error : new Error(String(error))
    }
  }

  watch(
    [document, stamp],
    ([now], [before]) => {
      clearTimeout(timer)
      if (now?.id !== before?.id) {
        newest += 1
        preview.value = undefined
        void fetchPreview()
      } else timer = setTimeout(() => void fetchPreview(), restMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return { preview, failure }
}
