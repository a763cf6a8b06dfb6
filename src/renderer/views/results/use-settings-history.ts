import { changedSettings, type FigureChange, type FigureSettings } from '../../../core/figures/figure-kinds'
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'

/** States kept for undo. */
const keptStates = 200
/** Changes of the same part within this time are one step. */
const coalesceMs = 800

export interface SettingsHistory {
  readonly settings: ShallowRef<FigureSettings | undefined>
  readonly canUndo: ComputedRef<boolean>
  readonly canRedo: ComputedRef<boolean>
  /** Replaces parts of the settings; `part` names what is edited so that typing is one step. */
  change(change: FigureChange, part?: string): void
  /** Starts over with other settings; there is nothing to undo then. */
  open(settings: FigureSettings | undefined): void
  undo(): void
  redo(): void
}

/** Settings of one figure with undo and redo. */
export function useSettingsHistory(now: () => number = () => performance.now()): SettingsHistory {
  const settings = shallowRef<FigureSettings>()
  const past = shallowRef<readonly FigureSettings[]>([])
  const future = shallowRef<readonly FigureSettings[]>([])
  let lastPart: string | undefined
  let lastAt = -Infinity

  return {
    settings,
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    change(change, part) {
      const before = settings.value
      if (before === undefined) return
      const joins = part !== undefined && part === lastPart && now() - lastAt < coalesceMs
      if (!joins) past.value = [...past.value, before].slice(-keptStates)
      future.value = []
      lastPart = part
      lastAt = now()
      settings.value = changedSettings(before, change)
    },
    open(next) {
      settings.value = next
      past.value = []
      future.value = []
      lastPart = undefined
    },
    undo() {
      const before = past.value.at(-1)
      if (before === undefined || settings.value === undefined) return
      future.value = [settings.value, ...future.value]
      past.value = past.value.slice(0, -1)
      settings.value = before
      lastPart = undefined
    },
    redo() {
      const next = future.value[0]
      if (next === undefined || settings.value === undefined) return
      past.value = [...past.value, settings.value]
      future.value = future.value.slice(1)
      settings.value = next
      lastPart = undefined
    },
  }
}
