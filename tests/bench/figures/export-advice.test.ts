import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportAdvice } from '../../../src/bench/figures/export-figure'
import { exportCommand } from '../../../src/cli/commands/export'
import { builtInPresets } from '../../../src/core/figures/figure/article-look'
import { runCaptured } from '../../cli/capture-output'
import { panelFigure } from '../../charts/panel-figure'
import { temporaryFolder } from '../store/sample-review'
import { recordedReview } from './recorded-review'

describe('the height of an exported picture', () => {
  const column = builtInPresets.find(({ name }) => name === 'Print column')?.look
  const printed = (millimetres: number) => ({
    format: 'pdf' as const,
    ...(column && { preset: { look: { ...column, height: { value: millimetres, unit: 'mm' as const } } } }),
  })

  it('is reported if it is more than requested, in the unit of the preset', async () => {
    expect(await exportAdvice(panelFigure, printed(30))).toMatch(
      /^The height of 30\u202fmm is too low for this figure; it is [\d.]+\u202fmm high\./,
    )
    expect(await exportAdvice(panelFigure, { format: 'png', height: 100 })).toContain(
      'The height of 100 pixels',
    )
  })

  it('is not reported if it is as requested, if none is requested, and for text formats', async () => {
    expect(await exportAdvice(panelFigure, { format: 'png', height: 4000 })).toBeUndefined()
    expect(await exportAdvice(panelFigure, { format: 'png' })).toBeUndefined()
    expect(await exportAdvice(panelFigure, { format: 'csv', height: 100 })).toBeUndefined()
  })

  it('is beyond a printed page if many panels are in a narrow column', async () => {
    const titles = Array.from({ length: 17 }, (_, panel) => `record-rewrite ${String(panel)}`)
    const many = { ...panelFigure, panels: { columns: 1, titles } }
    const inParts = (perPart: number) => ({ ...many, panels: { ...many.panels, perPart } })
    const preset = column && { preset: { look: column } }
    expect(await exportAdvice(many, { format: 'pdf', ...preset })).toMatch(
      /^The figure is \d+\u202fmm high, more than a printed page has room for\. Its 17 panels do not fit into this width: print it in parts of at most \d+ panels, choose a wider preset/,
    )
    const advised = /at most (\d+) panels/.exec(
      (await exportAdvice(many, { format: 'pdf', ...preset })) ?? '',
    )
    const most = Number(advised?.[1])
    expect(await exportAdvice(inParts(most), { format: 'pdf', ...preset })).toBeUndefined()
    expect(most).toBeLessThan(17)
  })

  it('is reported by the command line', async () => {
    const { review } = recordedReview()
    const out = join(temporaryFolder(), 'figure.png')
    const asked = ['--figure', 'whole-drive', '--height', '100', '--out', out]
    const done = await runCaptured(exportCommand, review.path, ...asked)
    expect(done.status).toBe(0)
    expect(done.stderr).toContain('note: The height of 100 pixels is too low for this figure')
  })
})
