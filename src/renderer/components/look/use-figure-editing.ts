import type { FigureChange } from '../../../core/figures/kinds/figure-kinds'
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { TextRegion } from '../../../charts/text'
import { withNote } from './look-edits'

export type EditableSettings = FigureChange

interface Point {
  readonly x: number
  readonly y: number
}

/** What is being dragged: its box, and how far it has moved. */
export interface Drag {
  readonly region: TextRegion
  readonly from: Point
  readonly by: Point
}

/** The text that is being edited on the figure. */
export interface OpenEditor {
  readonly region: TextRegion
  /** Where a new note points to. */
  readonly tip?: Point
}

export interface FigureEditing {
  readonly editor: ShallowRef<OpenEditor | undefined>
  readonly drag: ShallowRef<Drag | undefined>
  /** What a double click on this point would edit; undefined if nothing. */
  regionAt(point: Point): TextRegion | undefined
  /** Opens the editor for the text at a point, or for a new note. */
  open(point: Point): void
  close(): void
  /** Applies the text; an empty text restores the figure's own or removes a note. */
  commit(text: string): void
  /** True if a drag starts. */
  grab(point: Point): boolean
  move(point: Point): void
  drop(): void
  readonly isDragging: ComputedRef<boolean>
}

/** Below this distance in pixels, the press counts as a click. */
const fewestPixels = 3

/**
 * Editing and moving texts on the figure itself: titles, labels and names of series, reference lines, notes and the
 * numbers of marks. `regions`: their places on the picture.
 */
export function useFigureEditing(
  regions: () => readonly TextRegion[],
  settings: () => EditableSettings | undefined,
  change: (change: EditableSettings, part?: string) => void,
): FigureEditing {
  const editor = shallowRef<OpenEditor>()
  const drag = shallowRef<Drag>()
  const plot = () => regions().find(({ part }) => part === 'plot')

  function regionAt(point: Point): TextRegion | undefined {
    return regions()
      .filter((region) => contains(region, point))
      .sort((one, other) => one.width * one.height - other.width * other.height)[0]
  }

  /** A point on the picture as a share of the plot. */
  function shareOf({ x, y }: Point): Point | undefined {
    const area = plot()
    return area && { x: (x - area.x) / area.width, y: (y - area.y) / area.height }
  }

  return {
    editor,
    drag,
    regionAt,
    isDragging: computed(() => drag.value !== undefined),
    open(point) {
      const region = regionAt(point)
      if (region === undefined || settings() === undefined) return
      if (typeof region.part === 'object' && 'value' in region.part) return
      if (region.part !== 'plot') {
        editor.value = { region }
        return
      }
      const height = region.size * 1.6
      const beside = { x: point.x + 12, y: point.y - 2 * height, width: 160, height }
      const tip = shareOf(point)
      editor.value = { region: { ...region, ...beside }, ...(tip && { tip }) }
    },
    close() {
      editor.value = undefined
    },
    commit(written) {
      const opened = editor.value
      const now = settings()
      editor.value = undefined
      if (opened === undefined || now === undefined) return
      const { region, tip } = opened
      const text = written.trim()
      const own = text === '' ? undefined : text
      if (region.part === 'plot') {
        const place = shareOf({ x: region.x, y: region.y + region.height / 2 })
        if (own !== undefined && place)
          change({ annotations: [...(now.annotations ?? []), { text: own, ...place, ...(tip && { tip }) }] })
      } else if (text === region.text.trim()) return
      else if (typeof region.part === 'string') change({ [region.part]: own })
      else if ('line' in region.part) {
        const { line } = region.part
        const others = Object.entries(now.seriesLabels ?? {}).filter(([id]) => id !== line)
        change({ seriesLabels: Object.fromEntries(own === undefined ? others : [...others, [line, own]]) })
      } else if ('reference' in region.part) {
        const { reference } = region.part
        const references = (now.references ?? []).map(({ value, label }, at) =>
          at === reference
            ? { value, ...(own !== undefined && { label: own }) }
            : { value, ...(label !== undefined && { label }) },
        )
        change({ references })
      } else if ('annotation' in region.part) {
        change(withNote(now.annotations, region.part.annotation, { text }))
      }
    },
    grab(point) {
      const region = regionAt(point)
      if (region === undefined || settings() === undefined || typeof region.part !== 'object') return false
      if (!('annotation' in region.part) && !('value' in region.part)) return false
      drag.value = { region, from: point, by: { x: 0, y: 0 } }
      return true
    },
    move({ x, y }) {
      const held = drag.value
      if (held) drag.value = { ...held, by: { x: x - held.from.x, y: y - held.from.y } }
    },
    drop() {
      const held = drag.value
      const now = settings()
      drag.value = undefined
      if (held === undefined || now === undefined) return
      const { region, by } = held
      if (Math.hypot(by.x, by.y) < fewestPixels || typeof region.part !== 'object') return
      if ('annotation' in region.part) {
        const { annotation } = region.part
        const place = shareOf({ x: region.x + by.x, y: region.y + by.y + region.size * 0.625 })
        if (place) change(withNote(now.annotations, annotation, place))
      } else if ('value' in region.part) {
        const { value } = region.part
        const { dx, dy } = region.shift ?? { dx: 0, dy: 0 }
        const moved = { dx: dx + by.x / region.size, dy: dy + by.y / region.size }
        change({ movedLabels: { ...now.movedLabels, [value]: moved } })
      }
    },
  }
}

function contains({ x, y, width, height }: TextRegion, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}
