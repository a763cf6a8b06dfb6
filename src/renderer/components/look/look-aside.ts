import { figureDefinition, type FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import type { FigureLook } from '../../../core/figures/figure/usual-settings'
import { findMetric } from '../../../core/results/metrics'

/** Parts of a look that are places in one picture. */
const placedParts = ['annotations', 'movedLabels'] as const
/** Parts of a look that are values on one axis. */
const valueParts = ['references', 'yMin', 'yMax'] as const

/** The parts of a look that mean nothing in a figure of another kind. */
export const ownLookParts = [...placedParts, ...valueParts] as const
export type OwnLook = Pick<FigureLook, (typeof ownLookParts)[number]>

/** Keeps notes, moved labels, reference lines and limits of the axis while another kind of figure is shown. */
export interface LookAside {
  /**
   * The changed settings without the parts of the look that belong to what was shown before, and with those that were
   * kept for what is shown now.
   */
  readonly settle: (before: FigureSettings, after: FigureSettings) => FigureSettings
  readonly clear: () => void
}

export function createLookAside(): LookAside {
  const kept = new Map<string, OwnLook>()
  function exchange(
    parts: readonly (keyof OwnLook)[],
    keyOf: (settings: FigureSettings) => string,
    before: FigureSettings,
    after: FigureSettings,
  ): FigureSettings {
    if (keyOf(before) === keyOf(after)) return after
    kept.set(keyOf(before), lookOf(before, parts))
    return { ...after, ...lookOf({}, parts), ...kept.get(keyOf(after)) }
  }
  return {
    settle(before, after) {
      const placed = exchange(placedParts, ({ kind }) => `places/${kind}`, before, after)
      return exchange(valueParts, (settings) => `values/${quantityOf(settings)}`, before, placed)
    },
    clear: () => kept.clear(),
  }
}

/** These parts of a look, each undefined if unset. */
export function lookOf(look: OwnLook, parts: readonly (keyof OwnLook)[] = ownLookParts): OwnLook {
  return Object.fromEntries(parts.map((part) => [part, look[part]]))
}

/** What is on the value axis: a quantity that several kinds show against an axis, or what only this kind shows. */
function quantityOf({ kind, metric }: FigureSettings): string {
  const { usualFields, draws } = figureDefinition(kind)
  const isSweep = usualFields === undefined || (usualFields.includes('metric') && usualFields.includes('x'))
  return isSweep && draws?.(metric) !== false ? (findMetric(metric)?.unit ?? kind) : kind
}
