import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { exportFigure } from '../../../src/bench/transfer/export-figure'
import { exportCommand } from '../../../src/cli/commands/export'
import { builtInPresets } from '../../../src/core/figures/article-look'
import { runCaptured } from '../../cli/capture-output'
import { panelFigure } from '../../charts/panel-figure'
import { temporaryFolder } from '../store/sample-review'
import { recordedReview } from './recorded-review'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('an SVG with outlines', () => {
  it('has no text and no font, and the words of the figure for those who cannot see it', async () => {
    const plain = text(await exportFigure(panelFigure, { format: 'svg' }))
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true }))
    expect(plain).toMatch(/<text[ >]/)
    expect(svg).not.toMatch(/<text[ >]|@font-face|font-family/)
    expect(svg).toContain(`<title>${panelFigure.title}</title>`)
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(20)
    const size = (document: string) => /viewBox="([^"]*)"/.exec(document)?.[1]
    expect(size(svg)).toBe(size(plain))
    const image = await loadImage(Buffer.from(svg))
    expect(`0 0 ${String(image.width)} ${String(image.height)}`).toBe(size(plain))
  })

  it('has coordinates of at most two decimals', async () => {
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true }))
    const paths = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !/^[MLHVQCZ](?:[MLHVQCZ ]|-?\d+(?:\.\d{1,2})?)*$/.test(path))).toEqual([])
  })

  it('has the size of its preset in millimetres', async () => {
    const look = builtInPresets.find(({ name }) => name === 'Print column')?.look
    if (look === undefined) throw new Error('There is no such preset.')
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true, preset: { look } }))
    expect(svg).toMatch(/<svg[^>]* width="85mm"/)
  })

  it('is written from figures and tables by the command line, and only as SVG', async () => {
    const { review } = recordedReview()
    const folder = temporaryFolder()
    const out = join(folder, 'figure.svg')
    for (const kind of ['time-series', 'results-table']) {
      const asked = ['--figure', kind, '--metric', 'bandwidth', '--outlines', '--out', out]
      const done = await runCaptured(exportCommand, review.path, ...asked)
      expect(done.status).toBe(0)
      expect(readFileSync(out, 'utf8')).not.toMatch(/<text[ >]/)
    }
    const asked = ['--figure', 'time-series', '--outlines', '--out', join(folder, 'figure.png')]
    const refused = await runCaptured(exportCommand, review.path, ...asked)
    expect(refused).toMatchObject({ status: 2 })
    expect(refused.stderr).toContain('--outlines is for SVG, not for png.')
  })
})
