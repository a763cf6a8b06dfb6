import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Figure } from '../../../core/figures/figure/figure'
import type { Painting, Picture } from './paint-figure'
import type { PictureAnswer, PictureOrder } from './picture-orders'

export interface WantedPicture {
  readonly figure: Figure
  readonly painting: Painting
}

/** What a canvas shows: the figure, its size, and the positions of its marks. */
export interface ShownPicture extends Omit<Picture, 'bitmap'> {
  readonly figure: Figure
}

/**
 * Keeps the picture of a figure on a canvas up to date. While one is being drawn, the canvas shows the previous one;
 * of several changes in the meantime, only the last is drawn.
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

interface Waiting {
  readonly resolve: (picture: Picture) => void
  readonly reject: (reason: Error) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let newest = 0

/** Has a figure drawn by the worker. Rejects with the reason if it cannot be drawn. */
function drawPicture(figure: Figure, painting: Painting): Promise<Picture> {
  worker ??= startWorker()
  const order: PictureOrder = { id: ++newest, figure, painting }
  const drawn = new Promise<Picture>((resolve, reject) => waiting.set(order.id, { resolve, reject }))
  worker.postMessage(order)
  return drawn
}

/** One for the whole window, for as long as the window exists. */
function startWorker(): Worker {
  const started = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<PictureAnswer>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('picture' in data) asker?.resolve(data.picture)
    else asker?.reject(new Error(data.failure))
  }
  /** The next picture starts another one. */
  const fail = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(`Figures cannot be drawn: ${why}`))
    waiting.clear()
    worker = undefined
    started.terminate()
  }
  started.onerror = ({ message }) => fail(message)
  started.onmessageerror = () => fail('the answer of their thread could not be read')
  return started
}
