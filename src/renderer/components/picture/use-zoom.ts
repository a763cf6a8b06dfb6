import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { Figure, MarkColumns } from '../../../core/figures/figure/figure'
import {
  linesInUnits,
  type RecordedValues,
  type Stretch,
  wholeStretch,
  zoomableLines,
  zoomedFigure,
} from '../../../core/figures/over-time/zoomed-figure'
import type { Bench } from '../../composables/use-bench'
import type { Notices } from '../../composables/use-notices'

/**
 * A figure that can be viewed section by section. Places are shares of what is shown: 0 at its left end, 1 at its
 * right.
 */
export interface Zoom {
  /** What is drawn: the figure itself, or a section of it with the values recorded there. */
  readonly shown: Readonly<ShallowRef<Figure>>
  /** Undefined while all of it is shown. */
  readonly stretch: Readonly<ShallowRef<Stretch | undefined>>
  /** While it is being moved: the section, and the newest values of its lines. Undefined again once it is at rest. */
  readonly moving: Readonly<ShallowRef<MovingStretch | undefined>>
  /** Whether its x axis can be zoomed. */
  readonly isPossible: ComputedRef<boolean>
  /** Shows what is between two places. */
  select(from: number, to: number): void
  /** Shows `factor` times as much, keeping what is at `place` there. */
  scale(factor: number, place?: number): void
  /** Moves by a share of what is shown. */
  pan(share: number): void
  reset(): void
}

/** What can be drawn of a section at once. */
export interface MovingStretch {
  readonly stretch: Stretch
  /** Values by the id of the line, in units of the axes. */
  readonly lines: ReadonlyMap<string, MarkColumns>
}

/** Values by the id of the line that shows them. */
type Recorded = ReadonlyMap<string, RecordedValues>

/** The whole picture is drawn once nothing has moved for this long. */
const restMs = 150

/** A section is never shorter than this share of the whole. */
const shortest = 1e-7

export function useZoom(
  figure: () => Figure,
  pixels: () => number,
  bench: Pick<Bench, 'request'>,
  notices: Pick<Notices, 'failure'>,
  {
    isLive = false,
    follow = () => undefined,
  }: {
    /** While the figure grows at its end, a section of it stays the same. */
    readonly isLive?: boolean
    /** How much is shown at the end of a growing figure, in base units of x; all if unset. */
    readonly follow?: () => number | undefined
  } = {},
): Zoom {
  const stretch = shallowRef<Stretch>()
  const shown = shallowRef(figure())
  const whole = computed(() => wholeStretch(figure()))
  /** The end of a growing figure. */
  const tail = computed((): Stretch | undefined => {
    const [all, length] = [whole.value, follow()]
    if (all === undefined || length === undefined) return undefined
    const from = all.to - length / (figure().x.factor ?? 1)
    return from > all.from ? { from, to: all.to } : undefined
  })
  const seen = computed(() => stretch.value ?? tail.value)
  const moving = shallowRef<MovingStretch>()
  let reading = false
  let isStale = false
  let resting: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(resting))

  /** What was read last. */
  let known: { readonly of: Figure; readonly stretch: Stretch; readonly recorded: Recorded } | undefined

  /** Draws lines at once, with the data at hand; the whole picture when nothing moves any more. */
  function move(): void {
    const of = figure()
    const lines = moving.value?.lines ?? linesInUnits(of, known?.of === of ? known.recorded : new Map())
    moving.value = { stretch: now(), lines }
    clearTimeout(resting)
    resting = setTimeout(rest, restMs)
  }

  function rest(): void {
    clearTimeout(resting)
    moving.value = undefined
    void read()
  }

  /** One section is read at a time; of those requested in the meantime, only the last is read next. */
  async function read(): Promise<void> {
    isStale = true
    if (reading) return
    reading = true
    while (isStale) {
      isStale = false
      const [of, wanted] = [figure(), seen.value]
      const isKnown = known?.of === of && known.stretch === wanted
      const recorded =
        wanted === undefined ? undefined : isKnown ? known?.recorded : await recordedIn(of, wanted)
      if (wanted && recorded) known = { of, stretch: wanted, recorded }
      // Left in the meantime: what is requested now comes next.
      if (figure() !== of || (wanted === undefined) !== (seen.value === undefined)) isStale = true
      else if (moving.value)
        moving.value = { ...moving.value, lines: linesInUnits(of, recorded ?? new Map()) }
      else shown.value = wanted === undefined ? of : zoomedFigure(of, wanted, recorded)
    }
    reading = false
  }

  /** Values of the lines, a little beyond both ends so that each line reaches them. */
  async function recordedIn(of: Figure, { from, to }: Stretch): Promise<Recorded> {
    const { factor = 1 } = of.x
    const margin = (to - from) / 2
    const asked = { from: (from - margin) * factor, to: (to + margin) * factor, pixels: 2 * pixels() }
    try {
      const found = await Promise.all(
        zoomableLines(of).map(async ({ id, ...line }) => {
          const values = await bench.request('run.series-window', { ...line, ...asked })
          return values ? ([[id, values]] as const) : []
        }),
      )
      return new Map(found.flat())
    } catch (reason) {
      notices.failure(reason, 'The recorded values could not be read')
      return new Map()
    }
  }

  function show(from: number, to: number): void {
    const all = whole.value
    if (all === undefined) return
    const length = Math.max(to - from, shortest * (all.to - all.from))
    const first = Math.max(all.from, Math.min(from, all.to - length))
    stretch.value =
      length >= (all.to - all.from) * (1 - 1e-9) ? undefined : { from: first, to: first + length }
    move()
  }

  function now(): Stretch {
    return seen.value ?? whole.value ?? { from: 0, to: 1 }
  }

  watch([whole, () => figure().x.factor] as const, ([after, factor], [before, factorBefore]) => {
    if (isLive && after && before && factor === factorBefore && after.to >= before.to) return
    if (after?.from !== before?.from || after?.to !== before?.to) stretch.value = undefined
  })
  watch([figure, seen], () => void read(), { immediate: true })

  return {
    shown,
    stretch,
    moving,
    isPossible: computed(() => whole.value !== undefined),
    select(one, other) {
      const { from, to } = now()
      const at = (share: number) => from + Math.min(1, Math.max(0, share)) * (to - from)
      show(at(Math.min(one, other)), at(Math.max(one, other)))
    },
    scale(factor, place = 0.5) {
      const { from, to } = now()
      const at = from + place * (to - from)
      show(at - (at - from) * factor, at + (to - at) * factor)
    },
    pan(share) {
      const { from, to } = now()
      const by = share * (to - from)
      show(from + by, to + by)
    },
    reset() {
      stretch.value = undefined
      rest()
    },
  }
}
