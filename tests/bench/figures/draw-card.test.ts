import { loadImage } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { drawCardPng, drawCardSvg } from '../../../src/bench/figures/draw-card'
import type { ResultCard } from '../../../src/core/document/result-card'

const card: ResultCard = {
  title: 'A drive with a <b>name</b> that goes on and on & on, far beyond what fits into a line of the card',
  subtitle: 'Quick look',
  tiles: Array.from({ length: 8 }, (_, at) => ({
    label: `Case ${at}`,
    mean: `${at} k IOPS`,
    interval: '0 to 1 k IOPS',
  })),
  statistics: 'Means of 3 runs a case with 95\u202f% intervals.',
  lines: ['machine', 'fio 3.33'],
}

it.each(['light', 'dark', 'grey'] as const)('draws a card of 1200 by 630 dots, %s', async (theme) => {
  const picture = await loadImage(Buffer.from(await drawCardPng(card, theme)))
  expect([picture.width, picture.height]).toEqual([1200, 630])
})

it('writes a number smaller if it is too wide, never without its unit', async () => {
  const [tile] = card.tiles
  const wide = '112,345.678 M IOPS'
  const svg = await drawCardSvg({ ...card, tiles: [{ ...tile!, mean: wide }] }, 'light')
  expect(svg).toContain(wide)
})

it('keeps names text in the SVG, and truncates what does not fit', async () => {
  const svg = await drawCardSvg(card, 'light')
  expect(svg).toContain('A drive with a &lt;b>name'.replace('>', '&gt;'))
  expect(svg).not.toContain('<b>')
  expect(svg).toMatch(/…<\/text>/)
  expect(svg).toContain('Means of 3 runs a case')
  expect(svg).toMatch(/viewBox="0 0 1200 630"/)
})

it('writes long names of cases in two lines, with the end that tells them apart', async () => {
  const [tile] = card.tiles
  const named = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...tile!,
      label: `Sequential write · 1 MiB · QD 8 · ${String(at)} jobs`,
    }))
  const eight = await drawCardSvg({ ...card, title: 'A drive', tiles: named(8) }, 'light')
  for (let at = 0; at < 8; at++) expect(eight).toMatch(new RegExp(`${String(at)} jobs</text>`))
  expect(eight).not.toContain('…')
  // Four have room for one line.
  const four = await drawCardSvg({ ...card, title: 'A drive', tiles: named(4) }, 'light')
  expect(four).toContain('Sequential write · 1 MiB · QD 8 · 3 jobs</text>')
})

it('keeps a number of a long name with its word', async () => {
  const [tile] = card.tiles
  const labels = [
    'Sequential read · 1\u202fMiB · QD 8',
    'Random read · 4\u202fKiB · 32 jobs',
    'Random read · 512 B · 1 job',
  ]
  const tiles = Array.from({ length: 6 }, (_, at) => ({ ...tile!, label: labels[at % 3] ?? '' }))
  const svg = await drawCardSvg({ ...card, tiles }, 'light')
  for (const words of ['QD 8', '32 jobs', '1 job']) expect(svg).toMatch(new RegExp(`[^\\d]${words}</text>`))
})
