import { describe, expect, it } from 'vitest'
import { articlePalette, lineDash, palettes, seriesColor, withAlpha } from '../../src/charts/palette'
import type { PaletteName } from '../../src/core/figures/figure/figure-look'

/** Contrast of two colours by WCAG 2.1. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

describe.each(Object.keys(palettes) as PaletteName[])('the %s palette', (name) => {
  const palette = palettes[name]

  it('has readable texts and visible lines', () => {
    expect(contrast(palette.text, palette.ground)).toBeGreaterThan(12)
    expect(contrast(palette.quietText, palette.ground)).toBeGreaterThan(5)
    for (const color of palette.series) expect(contrast(color, palette.ground)).toBeGreaterThan(3)
  })

  it('distinguishes lines by pattern once the colours are used up', () => {
    const looks = Array.from({ length: palette.series.length * 3 }, (_, group) =>
      JSON.stringify([seriesColor(palette, group), lineDash(palette, group)]),
    )
    expect(new Set(looks).size).toBe(looks.length)
  })
})

it.each(['light', 'dark'] as const)('greys lines out further than the greys that stand out (%s)', (theme) => {
  const palette = articlePalette(theme, 'greys')
  const [strong, greyed] = [seriesColor(palette, 1), seriesColor(palette, -1)].map((color) =>
    contrast(color, palette.ground),
  )
  expect(strong).toBeGreaterThan(1.8 * (greyed ?? Infinity))
})

it('makes a colour translucent', () => {
  expect(withAlpha('#0072b2', 0.5)).toBe('rgba(0, 114, 178, 0.5)')
})
