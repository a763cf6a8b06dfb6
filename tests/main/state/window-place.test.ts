import { describe, expect, it } from 'vitest'
import { placeOnScreens, type WindowPlace } from '../../../src/main/state/window-place'

const screen = { x: 0, y: 24, width: 1920, height: 1056 }
const second = { x: 1920, y: 0, width: 1280, height: 1024 }
const place = (
  x: number | undefined,
  y: number | undefined,
  more: Partial<WindowPlace> = {},
): WindowPlace => ({
  ...(x !== undefined && { x }),
  ...(y !== undefined && { y }),
  width: 1200,
  height: 800,
  maximized: false,
  ...more,
})

describe('placeOnScreens', () => {
  it('keeps a place that is on a screen', () => {
    expect(placeOnScreens(place(300, 100), [screen], 0)).toEqual(place(300, 100))
    expect(placeOnScreens(place(1950, 50), [screen, second], 0)).toEqual(place(1950, 50))
  })

  it('lets the system choose if the screen is gone or nothing was remembered', () => {
    expect(placeOnScreens(place(1950, 50), [screen], 0)).toEqual(place(undefined, undefined))
    expect(placeOnScreens(place(undefined, undefined), [screen], 0)).toEqual(place(undefined, undefined))
  })

  it('does not keep a place with an unreachable title bar', () => {
    for (const [x, y] of [
      [100, -300],
      [100, 1070],
      [-1150, 100],
      [1900, 100],
    ] as const)
      // prettier-ignore
      expect(placeOnScreens(place(x, y), [screen], 0)).not.toHaveProperty('x')
  })

  it('makes a window no larger than the screen and keeps it on the screen', () => {
    const fitted = placeOnScreens(place(100, 100, { width: 4000, height: 3000 }), [screen], 0)
    expect(fitted).toEqual({ x: 0, y: 24, width: 1920, height: 1056, maximized: false })
  })

  it('offsets further windows, still on the screen, and not maximized over the first', () => {
    expect(placeOnScreens(place(300, 100, { maximized: true }), [screen], 2)).toEqual(place(356, 156))
    const far = placeOnScreens(place(700, 270), [screen], 20)
    expect([far.x, far.y]).toEqual([1920 - 1200, 24 + 1056 - 800])
  })
})
