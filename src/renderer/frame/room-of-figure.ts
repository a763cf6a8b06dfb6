import type { FigureKind } from '../../core/figures/figure'
import { needsComparison } from '../../core/figures/table-kinds'
import type { RoomId } from '../composables/use-rooms'

/** The room where a saved figure of this kind is opened. */
export function roomOfFigure(kind: FigureKind): RoomId {
  return needsComparison(kind) ? 'compare' : 'results'
}
