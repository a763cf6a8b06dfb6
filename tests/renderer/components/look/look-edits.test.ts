import { describe, expect, test } from 'vitest'
import { dressFigure } from '../../../../src/core/figures/dress/dress-figure'
import { keptStyles } from '../../../../src/core/figures/figure/figure-look'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { styledLines, withoutStyle, withStyle } from '../../../../src/renderer/components/look/look-edits'
import { buildMixSweep } from '../../../core/figures/figures-of-rows'
import { mixRows, nvme, provenanceOf } from '../../../core/figures/mix-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const devices = ['Drive A', 'Drive B']
const origin = {
  campaigns: devices.map((device, at) => provenanceOf({ campaignId: at + 1, label: device, device })),
}
const rows = devices.flatMap((configuration, at) =>
  mixRows({ lines: nvme.slice(0, 1), runs: 2, campaignId: at + 1, configuration }),
)
const built = buildMixSweep(rows, settings, origin)

/** The first line of a figure with this look while other figures keep `kept`. */
function first(look: Partial<FigureSettings>, kept = {}) {
  const figure = dressFigure(built, { ...settings, ...look }, origin, kept)
  const [line] = styledLines(figure, look)
  if (line?.device !== 'Drive A') throw new Error('The first line is not of Drive A.')
  const drawn = figure.series.find((series) => series.line === line.id)
  return { line, drawn: [drawn?.group, drawn?.emphasis] }
}

const greyed = keptStyles([
  { name: 'One', settings: { deviceStyles: { 'Drive A': { emphasis: 'grey', atMs: 5 } } } },
])

describe('the style that another figure keeps for a device', () => {
  test('is what the field shows, with the figure that it comes from', () => {
    const { line, drawn } = first({}, greyed)
    expect(drawn).toEqual([-1, 'grey'])
    expect(line.style).toEqual({ emphasis: 'grey' })
    expect(line.origin).toEqual({ scope: 'device', from: 'One' })
  })

  test('gives way to one for this figure, and applies again once that is removed', () => {
    const { line } = first({}, greyed)
    const plain = withStyle({}, line, { emphasis: 'plain' })
    const changed = first(plain, greyed)
    expect(changed.drawn).toEqual([0, undefined])
    expect([changed.line.style, changed.line.origin]).toEqual([{ emphasis: 'plain' }, { scope: 'figure' }])
    const back = first(withoutStyle(plain, changed.line, 9), greyed)
    expect([back.drawn, back.line.origin?.from]).toEqual([[-1, 'grey'], 'One'])
    // Choosing what the device has anyway is no style of this figure.
    expect(withStyle(plain, changed.line, { emphasis: 'grey' })).toEqual({ seriesStyles: {} })
  })

  test('is changed for all figures by the newest choice, also back to the default', () => {
    const { line } = first({}, greyed)
    const strong = withStyle({}, line, { emphasis: 'strong' }, { of: 'device', atMs: 7 })
    expect(first(strong, greyed).drawn).toEqual([0, 'strong'])
    const none = withoutStyle(strong, first(strong, greyed).line, 8)
    expect(first(none, greyed)).toMatchObject({
      drawn: [0, undefined],
      line: { style: {}, origin: undefined },
    })
    const saved = [
      { name: 'Two', settings: none },
      { name: 'One', settings: { deviceStyles: { 'Drive A': { emphasis: 'grey' as const, atMs: 5 } } } },
    ]
    expect(first({}, keptStyles(saved)).drawn).toEqual([0, undefined])
    // Also in the figure with the older choice.
    expect(first(saved[1]?.settings ?? {}, keptStyles(saved)).drawn).toEqual([0, undefined])
  })

  test('is not hidden by the style that the line had in this figure alone', () => {
    const { line } = first({}, greyed)
    const own = withStyle({}, line, { emphasis: 'plain', color: 4 })
    const wide = withStyle(own, first(own, greyed).line, { emphasis: 'strong' }, { of: 'device', atMs: 7 })
    expect(first({ ...own, ...wide }, greyed)).toMatchObject({
      drawn: [4, 'strong'],
      line: { style: { color: 4, emphasis: 'strong' } },
    })
  })
})
