import { describe, expect, it } from 'vitest'
import { legendEntries } from '../../src/charts/legend'
import { mixRows, nvme } from '../core/figures/mix-rows'
import type { FigureSettings } from '../../src/core/figures/kinds/figure-kinds'
import { buildMixSweep } from '../core/figures/figures-of-rows'

const rows = mixRows({ lines: nvme, runs: 2 })

function texts(settings: Partial<FigureSettings>, namesAtEnds: boolean, given = rows): readonly string[] {
  const figure = buildMixSweep(
    given,
    { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', ...settings },
    { campaigns: [] },
  )
  return legendEntries(figure, namesAtEnds).map((entry) => entry.text)
}

describe('the legend', () => {
  it('explains parts and reference if names are at the line ends', () => {
    expect(texts({}, true)).toEqual(['total', 'read part', 'write part', 'ideal mix'])
    expect(texts({ directions: ['total'] }, true)).toEqual(['ideal mix'])
    expect(texts({ directions: ['total'], showReference: false }, true)).toEqual([])
  })

  it('names the lines too if they do not fit there', () => {
    expect(texts({}, false)).toEqual([
      '4\u202fKiB',
      '64\u202fKiB',
      'total',
      'read part',
      'write part',
      'ideal mix',
    ])
  })

  it('names a line once if panels below each other repeat it', () => {
    const figure = buildMixSweep(
      rows,
      { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' },
      { campaigns: [] },
    )
    const [first] = figure.series
    if (!first) throw new Error('There is no line.')
    const shown = (id: string, label: string, panel: number) => ({ ...first, id, label, panel })
    const series = [shown('a', 'run 2', 0), shown('b', 'run 2', 1), shown('c', 'run 2, loop2', 1)]
    expect(legendEntries({ ...figure, series }, true).map(({ text, line }) => [text, line])).toEqual([
      ['run 2', 'a'],
      ['run 2, loop2', 'c'],
    ])
  })

  it('lists every series once a person has named one', () => {
    expect(
      texts({ directions: ['total', 'read'], seriesLabels: { 'block_size=4096/read': 'R' } }, true),
    ).toEqual(['4\u202fKiB, total', 'R', '64\u202fKiB, total', '64\u202fKiB, read part', 'ideal mix'])
  })

  it('explains a cross over the axis', () => {
    const holey = rows.filter((one) => !(one.levels.block_size === 4096 && one.levels.read_percent === 40))
    expect(texts({ directions: ['total'] }, true, holey)).toEqual(['ideal mix', 'no data'])
  })
})
