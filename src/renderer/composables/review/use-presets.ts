import { computed, effectScope, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { articleStyle, type PictureStyle } from '../../../charts/article-style'
import type { ArticlePreset } from '../../../core/figures/figure/article-look'
import { useBench } from '../use-bench'
import { useNotices } from '../use-notices'
import { useReview } from './use-review'

export interface Presets {
  /** The built-in ones, then the review's own. */
  readonly presets: ComputedRef<readonly ArticlePreset[]>
  /** The preset that figures are shown and exported with; undefined: that of the window. */
  readonly chosen: ComputedRef<ArticlePreset | undefined>
  /** Its style, with its picture once that is loaded. */
  readonly style: ComputedRef<PictureStyle | undefined>
  choose(presetId: number | undefined): Promise<void>
}

interface LoadedPicture {
  readonly presetId: number
  readonly image: ImageBitmap
}

const picture = shallowRef<LoadedPicture>()
/** In a read-only review, the choice lasts as long as the window. */
const own = shallowRef<{ readonly id: number | undefined }>()
let shared: Presets | undefined

/** The article presets of this window's review; one choice for all rooms. */
export function usePresets(): Presets {
  // Detached: the loaded picture outlives the component that asked first.
  shared ??= effectScope(true).run(createPresets)
  if (!shared) throw new Error('The presets could not be set up.')
  return shared
}

function createPresets(): Presets {
  const bench = useBench()
  const { summary } = useReview()
  const presets = computed(() => summary.value?.presets ?? [])
  const chosen = computed(() => {
    const id = own.value === undefined ? summary.value?.chosenPreset : own.value.id
    return presets.value.find((preset) => preset.id === id)
  })
  const style = computed(() => {
    if (chosen.value === undefined) return undefined
    const { id, look } = chosen.value
    const loaded = picture.value?.presetId === id ? picture.value.image : undefined
    return articleStyle(look, loaded && { image: loaded, width: loaded.width, height: loaded.height })
  })
  watch(
    () => [chosen.value?.id, JSON.stringify(chosen.value?.picture)] as const,
    () => void load(bench, chosen, picture),
    { immediate: true },
  )
  return {
    presets,
    chosen,
    style,
    async choose(presetId) {
      if (summary.value?.readOnly === true) {
        own.value = { id: presetId }
        return
      }
      await bench.request('preset.choose', { presetId: presetId ?? null })
    },
  }
}

async function load(
  bench: ReturnType<typeof useBench>,
  chosen: ComputedRef<ArticlePreset | undefined>,
  into: ShallowRef<LoadedPicture | undefined>,
): Promise<void> {
  const preset = chosen.value
  into.value = undefined
  if (preset?.picture === undefined) return
  let image: ImageBitmap
  try {
    const found = await bench.request('preset.picture', { presetId: preset.id })
    if (found === null) return
    image = await createImageBitmap(new Blob([found.bytes.slice()], { type: found.type }))
  } catch (error) {
    useNotices().failure(error, `The picture of "${preset.name}" could not be read`)
    return
  }
  if (chosen.value?.id === preset.id) into.value = { presetId: preset.id, image }
}
