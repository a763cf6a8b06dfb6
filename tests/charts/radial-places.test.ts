import { expect, it } from 'vitest'
import { layOutRadial } from '../../src/charts/radial-places'
import { textStyles } from '../../src/charts/text'
import type { Figure } from '../../src/core/figures/figure/figure'
import { scorecardRadar } from '../../src/core/figures/scorecard/scorecard-radar'
import { judgeScorecard } from '../../src/core/scorecard/judge-scorecard'
import { Monospace } from './monospace'

function radarOf(names: readonly string[]): Figure {
  const categories = names.map((name) => ({ name, entries: [{ points: 1 }, { points: 2 }] }))
  const judged = judgeScorecard('Ease', { candidates: ['A', 'B'], categories }, () => {
    throw new Error('Nothing is measured.')
  })
  const asked = { kind: 'scorecard-radar', campaignIds: [], metric: '' } as const
  return scorecardRadar.build({ scorecards: [judged] }, asked, { campaigns: [] })
}

it('breaks names of spokes between words only, as long as there is space for a radar', () => {
  const plot = { width: 300, height: 200 }
  const style = textStyles(1).axis
  const figure = radarOf(['Documentation of it', 'Noise', 'Price'])
  const { names, radius } = layOutRadial(figure, plot, new Monospace(), style, 1)
  expect(names).toEqual([['Documentation', 'of it'], ['Noise'], ['Price']])
  expect(radius).toBeGreaterThan(30)
})
