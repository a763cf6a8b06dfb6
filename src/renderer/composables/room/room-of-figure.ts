import { type FigureKind, needsComparison } from '../../../core/figures/kinds/figure-kinds'
import type { RoomId } from './use-rooms'

/** The room where a saved figure of this kind is opened. */
export function roomOfFigure(kind: FigureKind): RoomId {
  return needsComparison(kind) ? 'compare' : 'results'
}
