import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { exportFigure, figureFormats } from '../../../src/bench/figures/export-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { exportCommand } from '../../../src/cli/commands/export'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { runCaptured } from '../../cli/capture-output'
import { temporaryFolder } from '../store/sample-review'
import { withoutFaces } from './svg-elements'

/**
 * Compares a figure of a review with its picture on record. To keep the pictures: `BENCHWRIGHT_KEEP_PICTURES=folder`.
 */
export async function expectPicture(
  review: ReviewReader,
  settings: FigureSettings,
  name: string,
  theme: 'light' | 'dark',
): Promise<void> {
  const figure = figureOfReview(review, settings)
  const svg = new TextDecoder().decode(await exportFigure(figure, { format: 'svg', theme }))
  const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const format of ['png', 'pdf', 'md', 'csv'] as const)
      writeFileSync(
        join(folder, `${name}-${theme}.${format}`),
        await exportFigure(figure, { format, theme, scale: 2 }),
      )
  }
  await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/${name}-${theme}.svg`)
  expect(structuredClone(figureOfReview(review, settings, { mostRows: 5 }))).toBeTruthy()
}

/** Writes a figure with the command line in these formats. */
export async function expectExports(
  path: string,
  options: readonly string[],
  formats: readonly (typeof figureFormats)[number][] = figureFormats,
): Promise<void> {
  const folder = temporaryFolder()
  for (const format of formats) {
    const out = join(folder, `figure.${format}`)
    const done = await runCaptured(exportCommand, path, ...options, '--out', out)
    expect(done).toMatchObject({ status: 0, stdout: `${out}\n` })
    expect(readFileSync(out).length).toBeGreaterThan(100)
  }
}
