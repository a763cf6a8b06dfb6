import type { Figure } from '../../../core/figures/figure'
import type { Painting, Picture } from './paint-figure'
import type { PictureAnswer, PictureOrder } from './picture-orders'

interface Waiting {
  readonly resolve: (picture: Picture) => void
  readonly reject: (reason: Error) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let newest = 0

/** Has a figure drawn by the worker. Rejects with the reason where it cannot be drawn. */
export function drawPicture(figure: Figure, painting: Painting): Promise<Picture> {
  worker ??= startWorker()
  const order: PictureOrder = { id: ++newest, figure, painting }
  const drawn = new Promise<Picture>((resolve, reject) => waiting.set(order.id, { resolve, reject }))
  worker.postMessage(order)
  return drawn
}

/** One for the whole window: it lives as long. */
function startWorker(): Worker {
  const started = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<PictureAnswer>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('picture' in data) asker?.resolve(data.picture)
    else asker?.reject(new Error(data.failure))
  }
  started.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(`Figures cannot be drawn: ${message}`))
    waiting.clear()
    worker = undefined
  }
  return started
}
