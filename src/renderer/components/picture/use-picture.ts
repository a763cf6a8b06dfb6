import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Figure } from '../../../core/figures/figure'
import { drawPicture } from './draw-picture'
import type { Painting, Picture } from './paint-figure'

export interface WantedPicture {
  readonly figure: Figure
  readonly painting: Painting
}

/** What a canvas shows: the figure, its size, and where its marks lie. */
export interface ShownPicture extends Omit<Picture, 'bitmap'> {
  readonly figure: Figure
}

/**
 * Keeps the picture of a figure on a canvas. While one is drawn, the canvas shows the one before; of several changes in the
 * meantime only the last is drawn.
 */
export function usePicture(
  canvas: Readonly<Ref<HTMLCanvasElement | null>>,
  wanted: () => WantedPicture | undefined,
): { readonly picture: Readonly<ShallowRef<ShownPicture | undefined>> } {
  const picture = shallowRef<ShownPicture>()
  let drawing = false
  let isStale = false
  let stopped = false

  async function draw(): Promise<void> {
    isStale = true
    if (drawing) return
    drawing = true
    try {
      while (isStale && !stopped) {
        isStale = false
        const asked = wanted()
        if (asked !== undefined) show(asked.figure, await drawPicture(asked.figure, asked.painting))
      }
    } finally {
      drawing = false
    }
  }

  function show(figure: Figure, { bitmap, ...rest }: Picture): void {
    const element = canvas.value
    if (stopped || !element) {
      bitmap.close()
      return
    }
    element.width = bitmap.width
    element.height = bitmap.height
    element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
    picture.value = { ...rest, figure }
  }

  onScopeDispose(() => (stopped = true))
  watch(wanted, () => void draw(), { flush: 'post', immediate: true })
  return { picture }
}
