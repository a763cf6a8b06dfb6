import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { builtInPresets } from '../../../src/core/figures/figure/article-look'
import { panelFigure } from '../../charts/panel-figure'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const svg = async (theme: 'light' | 'dark' = 'light') =>
  text(await exportFigure(panelFigure, { format: 'svg', theme }))

describe('a figure of panels with separate axes', () => {
  test('names each panel and ticks each axis', async () => {
    const drawn = await svg()
    for (const title of panelFigure.panels?.titles ?? []) expect(drawn).toContain(`>${title}</text>`)
    for (const tick of ['600', '10000', 'Time (s)', 'Queue depth', '64', '1000'])
      expect(drawn).toContain(`>${tick}</text>`)
  })

  test('draws a cell of the heat map for each value, and shades the warm-up', async () => {
    const cells = panelFigure.series.find(({ id }) => id === 'heat')?.columns?.value ?? []
    const rectangles = (await svg()).match(/<rect /g)?.length ?? 0
    expect(rectangles).toBeGreaterThan(cells.length)
  })

  test('has every value of its columns in the CSV and the JSON', async () => {
    const csv = text(await exportFigure(panelFigure, { format: 'csv' }))
      .trimEnd()
      .split('\r\n')
    expect(csv[0]).toBe('panel,series,unit,x,x_end,y,low,high,lower_quartile,upper_quartile,value')
    expect(csv).toHaveLength(1 + 1 + 120 + 120 + 1 + 960 + 120 + 1 + 3)
    expect(csv).toContain('CPU (%),half,%,,,50,,,,,')
    const json: unknown = JSON.parse(text(await exportFigure(panelFigure, { format: 'json' })))
    expect(json).toHaveProperty('figure.series.2.columns.x.length', 120)
  })

  test.each(['png', 'pdf', 'svg'] as const)('is written as %s, light and dark', async (format) => {
    for (const theme of ['light', 'dark'] as const) {
      const bytes = await exportFigure(panelFigure, { format, theme, ...(format === 'png' && { scale: 2 }) })
      expect(bytes.length).toBeGreaterThan(5000)
      // To keep the pictures: `BENCHWRIGHT_KEEP_PICTURES=folder`.
      const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
      if (folder === undefined) continue
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `panels-${theme}.${format}`), bytes)
    }
  })
})

test('panels side by side have whole titles at every width of a print column', async () => {
  const titles = [
    'Record rewrite · Bandwidth',
    'Backward read · Bandwidth',
    'Random write · IOPS',
    'Read · IOPS',
  ]
  const series = panelFigure.series.filter(({ mark }) => mark === 'line').map((one) => ({ ...one, panel: 0 }))
  const grid = { ...panelFigure, series, panels: { columns: 4, titles } }
  const cut: string[] = []
  const column = builtInPresets.find(({ name }) => name === 'Print column')?.look
  for (let width = 80; width <= 95; width += 0.5) {
    const look = column && { ...column, width: { value: width, unit: 'mm' as const } }
    const drawn = text(await exportFigure(grid, { format: 'svg', ...(look && { preset: { look } }) }))
    cut.push(
      ...titles.filter((title) => !drawn.includes(`>${title}</text>`)).map((one) => `${one}: ${width}`),
    )
  }
  expect(cut).toEqual([])
})
