import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { exportFigure, figureFormats } from '../../../src/bench/figures/export-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { exportCommand } from '../../../src/cli/commands/export'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { runCaptured } from '../../cli/capture-output'
import { temporaryFolder } from '../store/sample-review'
import { recordedReview } from './recorded-review'
import { withoutFaces } from './svg-elements'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Settings of each kind for the recorded review, with the equivalent options of the command line. */
const kinds: readonly (readonly [
  FigureSettings['kind'],
  (runId: number) => Partial<FigureSettings>,
  readonly string[],
])[] = [
  ['time-series', (runId) => ({ runIds: [runId], warmUpSeconds: 10 }), ['--warm-up', '10']],
  ['whole-drive', (runId) => ({ runIds: [runId] }), ['--bin', '1']],
  ['consistency', () => ({ warmUpSeconds: 10 }), ['--warm-up', '10', '--below', '40']],
  ['heat-map', (runId) => ({ runIds: [runId], warmUpSeconds: 10 }), ['--warm-up', '10']],
  ['steady-state', () => ({}), []],
]

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

describe.each(kinds)('a %s figure of a review', (kind, own, options) => {
  const settings = (runId: number): FigureSettings =>
    ({ kind, campaignIds: [], metric: 'bandwidth', ...own(runId) }) as FigureSettings

  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', async (theme) => {
    const { review, runIds } = recordedReview()
    const figure = figureOfReview(review, settings(runIds[0] ?? 0))
    const svg = text(await exportFigure(figure, { format: 'svg', theme }))
    // To keep the pictures: `BENCHWRIGHT_KEEP_PICTURES=folder`.
    const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true })
      for (const format of ['png', 'pdf', 'md', 'html'] as const)
        writeFileSync(
          join(folder, `${kind}-${theme}.${format}`),
          await exportFigure(figure, { format, theme }),
        )
    }
    await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/${kind}-${theme}.svg`)
  })

  it('is written in every format by the command line', async () => {
    const { review, runIds } = recordedReview()
    const folder = temporaryFolder()
    for (const format of figureFormats) {
      const out = join(folder, `figure.${format}`)
      const asked = ['--figure', kind, '--metric', 'bandwidth', ...options, '--out', out]
      const run = own(1).runIds === undefined ? [] : ['--run', String(runIds[0])]
      const done = await runCaptured(exportCommand, review.path, ...asked, ...run)
      expect(done).toMatchObject({ status: 0, stdout: `${out}\n` })
      expect(readFileSync(out).length).toBeGreaterThan(100)
    }
  })

  it('can be sent to a window', () => {
    const { review, runIds } = recordedReview()
    const figure = figureOfReview(review, settings(runIds[0] ?? 0), { mostRows: 5 })
    expect(structuredClone(figure)).toEqual(figure)
    const all = figureOfReview(review, settings(runIds[0] ?? 0)).numbers?.rows.length ?? 0
    expect([figure.numbers?.rows.length, figure.numbers?.allRows]).toEqual(
      all > 5 ? [5, all] : [all, undefined],
    )
  })
})

describe('options of figures over time', () => {
  it('are refused if the kind has none', async () => {
    const { review } = recordedReview()
    const out = join(temporaryFolder(), 'figure.svg')
    for (const [option, value] of [
      ['--warm-up', '10'],
      ['--run', '1'],
    ] as const) {
      const asked = ['--figure', 'mix-sweep', option, value, '--out', out]
      const done = await runCaptured(exportCommand, review.path, ...asked)
      expect(done.stderr).toContain(`a mix-sweep figure has no ${option}.`)
    }
    const bad = await runCaptured(
      exportCommand,
      review.path,
      '--figure',
      'time-series',
      '--bin',
      'ten',
      '--out',
      out,
    )
    expect(bad.stderr).toContain('--bin ten: that is not a number of seconds')
  })
})
