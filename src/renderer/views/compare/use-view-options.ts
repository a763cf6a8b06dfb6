import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import { figureChangeLabel } from '../../components/figure-change-label'
import { lookOf, type OwnLook } from '../../components/look/look-aside'
import type { ActionHistory } from '../../composables/room/action-history'
import { figureKindOf, type CompareViewName } from './compare-view'
import { optionsOf, type FigureOptions } from './figure/figure-options'

/** The options of the figures: common ones, and the notes, lines and limits of the figure of each view. */
export interface ViewOptions {
  /** Of the view that is shown. */
  readonly options: ComputedRef<FigureOptions>
  /** One undo step; `part` names the field being typed into, so that typing is one step, too. */
  readonly change: (after: FigureOptions, part?: string) => void
  /** Takes the options of a saved figure for the view that is shown. */
  readonly open: (saved: FigureSettings) => void
}

export function useViewOptions(
  view: Readonly<Ref<CompareViewName>>,
  history: Pick<ActionHistory, 'push'>,
): ViewOptions {
  interface Kept {
    readonly common: FigureOptions
    readonly byView: Readonly<Record<CompareViewName, OwnLook>>
  }
  const kept = shallowRef<Kept>({ common: {}, byView: {} })
  const options = computed((): FigureOptions => ({ ...kept.value.common, ...kept.value.byView[view.value] }))
  const split = (all: FigureOptions, byView: Kept['byView']): Kept => ({
    common: { ...all, ...lookOf({}) },
    byView: { ...byView, [view.value]: lookOf(all) },
  })
  return {
    options,
    change(after, part) {
      const put = (version: Kept) => () => (kept.value = version)
      const [before, next] = [kept.value, split(after, kept.value.byView)]
      const label = figureChangeLabel(figureKindOf(view.value), options.value, after)
      history.push({ label, undo: put(before), redo: put(next) }, part)
      kept.value = next
    },
    open(saved) {
      kept.value = split(optionsOf(saved), {})
    },
  }
}
