import { expect, it } from 'vitest'
import { lineMarker } from '../../../src/core/figures/figure/figure'

const markers = (count: number) => Array.from({ length: count }, (_, line) => lineMarker(line))

it('seven lines, as many as one plot holds, have seven shapes', () => {
  expect(new Set(markers(7)).size).toBe(7)
})

it('eight lines in two greys differ in grey or shape', () => {
  expect(new Set(markers(8).map((marker, line) => `${line % 2} ${marker}`)).size).toBe(8)
})
