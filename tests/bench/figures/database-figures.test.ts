import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { processorSplit } from '../../../src/core/figures/over-time/processor-split'
import type { Figure } from '../../../src/core/figures/figure/figure'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { runOf, seriesOf } from '../../core/figures/over-time/recorded-runs'
import { closing } from '../store/sample-review'
import { selection } from '../../core/comparison/sample-data'
import { withoutFaces } from './svg-elements'

/** To keep the pictures: `BENCHWRIGHT_KEEP_PICTURES=folder`. */
async function expectDrawing(figure: Figure, name: string): Promise<void> {
  const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.png`), await exportFigure(figure, { format: 'png', theme: 'light' }))
  }
  const svg = new TextDecoder().decode(await exportFigure(figure, { format: 'svg', theme: 'light' }))
  await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/${name}-light.svg`)
}

describe('two database servers at three memory sizes', () => {
  const figureAs = (own: Partial<FigureSettings>) =>
    figureOfReview(closing(openReview('resources/samples/tpcc-servers.benchwright', { mode: 'read' })), {
      ...{ kind: 'comparison', campaignIds: [], metric: 'new_order_rate', showFactors: true },
      comparison: {
        baseline: selection('configuration=MySQL 5.5.8'),
        candidates: [selection('configuration=Percona Server')],
      },
      ...own,
    } as FigureSettings)

  it.each(['bar', 'line'] as const)(
    'have the factors that were printed at their marks (%s)',
    async (mark) => {
      const figure = figureAs({ mark })
      const labels = figure.series.map(({ points }) => points.map(({ label }) => label))
      // The article prints 1.29, 1.23 (of 88,792/71,774, which is 1.24) and 1.40.
      expect(labels).toEqual([
        ['', '', ''],
        ['1.29', '1.24', '1.40'],
      ])
      expect(figure.series.map(({ mark: own }) => own)).toEqual(
        mark === 'bar' ? ['bar', 'bar'] : [undefined, undefined],
      )
      expect(figure.caption).toContain('Factors: mean of Percona Server divided by that of MySQL 5.5.8.')
      expect(figure.title).toContain('TPC-C-like, not audited')
      await expectDrawing(figure, `notpm-${mark}`)
    },
  )

  it('have plain bars if no factors are requested', () => {
    const figure = figureAs({ showFactors: undefined })
    expect(figure.show.valueLabels).toBeUndefined()
    expect(figure.caption).not.toContain('Factors')
  })
})

it('draws the processor usage of four configurations in a two-by-two grid', async () => {
  const wave = (from: number, to: number) =>
    Array.from({ length: 60 }, (_, at) => from + ((to - from) * (1 + Math.sin(at / 5))) / 2)
  const runs = ['A baseline', 'B more I/O threads', 'C SSD', 'D both'].map((name, at) => {
    const levels = { configuration: name }
    const series = [
      ['cpu_user', wave(20 + 5 * at, 40)],
      ['cpu_system', wave(5, 10)],
      ['cpu_iowait', wave(25 - 5 * at, 30)],
    ] as const
    return runOf(
      series.map(([metric, values]) =>
        seriesOf(values, { source: 'cpu', direction: 'total', metric, unit: '%' }),
      ),
      { id: at + 1, levels, parameters: levels, caseKey: name },
    )
  })
  const figure = processorSplit.build(
    { runs },
    { kind: 'processor-split', campaignIds: [], metric: 'transactions', binSeconds: 2 },
    { campaigns: [] },
  )
  await expectDrawing(figure, 'processor-split')
})
