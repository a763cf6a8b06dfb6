import * as v from 'valibot'

/** Last position of a window: outer position and size in device-independent pixels. */
export const windowPlace = v.object({
  x: v.optional(v.pipe(v.number(), v.integer())),
  y: v.optional(v.pipe(v.number(), v.integer())),
  width: v.pipe(v.number(), v.integer(), v.minValue(200)),
  height: v.pipe(v.number(), v.integer(), v.minValue(200)),
  maximized: v.boolean(),
})
export type WindowPlace = v.InferOutput<typeof windowPlace>

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const smallestWindow = { width: 900, height: 600 }
export const firstPlace: WindowPlace = { width: 1280, height: 800, maximized: false }

/** Offset of a further window from the previous one, so that none hides another. */
const cascadeStep = 28

/**
 * Fits a remembered position to the current screens: kept if its title bar can still be reached, otherwise centred
 * (no position). `step` is the number of windows already open.
 */
export function placeOnScreens(place: WindowPlace, workAreas: readonly Area[], step: number): WindowPlace {
  const { x, y } = place
  const area =
    x === undefined || y === undefined
      ? undefined
      : workAreas.find((one) => holdsTitle(one, x, y, place.width))
  const limits = area ?? workAreas[0]
  const width = Math.min(place.width, limits?.width ?? place.width)
  const height = Math.min(place.height, limits?.height ?? place.height)
  if (!area || x === undefined || y === undefined) return { width, height, maximized: place.maximized }
  return {
    x: Math.max(area.x, Math.min(x + step * cascadeStep, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(y + step * cascadeStep, area.y + area.height - height)),
    width,
    height,
    maximized: place.maximized && step === 0,
  }
}

function holdsTitle(area: Area, x: number, y: number, width: number): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visible >= 120 && y >= area.y && y <= area.y + area.height - 40
}
