import type { Figure } from '../../../core/figures/figure/figure'
import type { Painting, Picture } from './paint-figure'

/** What the window requests from the worker that draws. */
export interface PictureOrder {
  readonly id: number
  readonly figure: Figure
  readonly painting: Painting
}

export type PictureAnswer =
  { readonly id: number; readonly picture: Picture } | { readonly id: number; readonly failure: string }
