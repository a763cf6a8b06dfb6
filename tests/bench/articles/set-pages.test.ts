import { expect, test, vi } from 'vitest'
import { onPages } from '../../../src/bench/articles/set-pages'
import { room, type Piece } from '../../../src/bench/articles/set-text'

const nothing = () => undefined

/** Text that leaves this much of a page free, and then a figure of 500 pixels with its caption of 20. */
function figureAfter(free: number) {
  const drawnAs = vi.fn((_height: number) => nothing)
  const figure: Piece = { height: 500, gap: 10, draw: nothing, least: 400, drawnAs, keepsWithNext: true }
  const pages = onPages([
    { height: room - free, gap: 0, draw: nothing },
    figure,
    { height: 20, gap: 5, draw: nothing },
  ])
  return { pages: pages.length, drawn: drawnAs.mock.calls.flat() }
}

test('a figure is drawn lower, down to its least height, where that lets it begin on the page', () => {
  expect(figureAfter(535)).toEqual({ pages: 1, drawn: [] })
  expect(figureAfter(500)).toEqual({ pages: 1, drawn: [465] })
  expect(figureAfter(435)).toEqual({ pages: 1, drawn: [400] })
  expect(figureAfter(434)).toEqual({ pages: 2, drawn: [] })
})
