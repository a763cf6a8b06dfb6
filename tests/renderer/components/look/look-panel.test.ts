import { expect, test, vi } from 'vitest'
import LookPanel from '../../../../src/renderer/components/look/LookPanel.vue'
import { mixRows } from '../../../core/figures/mix-rows'
import { limitedAxis } from '../../../../src/core/figures/dress/limited-axis'
import { mounted } from '../../mounted'
import { buildMixSweep } from '../../../core/figures/figures-of-rows'

const rows = mixRows({
  lines: [{ blockSize: 4096, read: 2e9, write: 1e9, penalty: 0.2, scatter: 1 }],
  runs: 2,
})
const sweep = buildMixSweep(
  rows,
  { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' },
  { campaigns: [] },
)

/** As `dressFigure` leaves it. */
const figure = { ...sweep, factor: 1e9 }

function panel(look: object) {
  const onChange = vi.fn()
  const part = mounted(LookPanel, { look, figure, onChange })
  const enter = (testid: string, text: string) => {
    const field = part.findInput(`[data-testid=${testid}]`)
    field.value = text
    field.dispatchEvent(new Event('input'))
    field.dispatchEvent(new Event('change'))
    return onChange.mock.lastCall?.[0] as unknown
  }
  return { part, enter, onChange }
}

test('ends of the axis are typed in the unit of the figure and kept in base units', () => {
  expect([figure.unit, figure.factor]).toEqual(['GB/s', 1e9])
  const { part, enter } = panel({ yMin: 5e8 })
  expect(part.findInput('[data-testid=look-y-min]').value).toBe('0.5')
  expect(enter('look-y-max', '2.5')).toEqual({ yMax: 2.5e9 })
  expect(enter('look-y-min', '')).toEqual({ yMin: undefined })
  part.unmount()
})

test.each([
  [{}, undefined],
  [{ yMin: 5e8 }, undefined],
  [{ yMin: 5e8, yMax: 1.7e9 }, undefined],
  [{ yMin: 1.7e9, yMax: 5e8 }, /Not used: the lower end must be below/],
  [{ yMin: 9e9 }, /Not used: the lower end must be below/],
  [{ yScale: 'log', yMin: 1e8 }, undefined],
  [{ yScale: 'log', yMin: -1e8 }, /Not used: the ends must be above 0/],
] as const)('reports ends that the axis cannot have: %j', (look, words) => {
  const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', ...look } as const
  const built = buildMixSweep(rows, settings, { campaigns: [] })
  const axis = limitedAxis(
    built.y,
    built.series.flatMap(({ points }) => points),
    look,
    1e9,
  )
  const part = mounted(LookPanel, { look, figure: { ...built, factor: 1e9, y: axis } })
  const note = part.element.querySelector('[data-testid=look-unused-end]')
  if (words === undefined) expect(note).toBeNull()
  else expect(note?.textContent).toMatch(words)
  part.unmount()
})

test('the scale is that of the figure if none was chosen', () => {
  const chosen = (look: object, kind: 'linear' | 'log10') => {
    const part = mounted(LookPanel, { look, figure: { ...figure, y: { ...figure.y, kind } } })
    const log = part.findInput('[data-testid=look-scale-log]').checked
    part.unmount()
    return log
  }
  expect(chosen({}, 'linear')).toBe(false)
  expect(chosen({}, 'log10')).toBe(true)
  expect(chosen({ yScale: 'linear' }, 'log10')).toBe(false)
})

test('a reference line starts within the axis, is named, and is removed; the others stay', () => {
  const kept = { value: 1e9, label: 'SATA' }
  const { part, enter, onChange } = panel({ references: [kept, { value: 2e9 }] })
  part.find('[data-testid=look-add-reference]').click()
  const [{ references }] = onChange.mock.lastCall as [{ references: { value: number }[] }]
  expect(references).toHaveLength(3)
  const { min = 0, max = 0 } = figure.y
  expect(references[2]?.value).toBeGreaterThanOrEqual(min * 1e9)
  expect(references[2]?.value).toBeLessThanOrEqual(max * 1e9)
  expect(enter('look-reference-name', 'SATA 3')).toEqual({
    references: [{ value: 1e9, label: 'SATA 3' }, { value: 2e9 }],
  })
  part.find('[aria-label="Remove reference line 2"]').click()
  expect(onChange.mock.lastCall?.[0]).toEqual({ references: [kept] })
  part.unmount()
})

test('the scale is chosen, and a disabled switch is not a setting', () => {
  const { part, onChange } = panel({ valueLabels: true })
  part.findInput('[data-testid=look-scale-log]').click()
  part.findInput('[data-testid=look-values]').click()
  expect(onChange.mock.calls).toEqual([[{ yScale: 'log' }], [{ valueLabels: undefined }]])
  part.unmount()
})

test('numbers at horizontal bars are there unless they are switched off', () => {
  const onChange = vi.fn()
  const part = mounted(LookPanel, { look: {}, figure: { ...figure, barsLie: true }, onChange })
  const box = part.findInput('[data-testid=look-values]')
  expect(box.checked).toBe(true)
  box.click()
  expect(onChange.mock.lastCall).toEqual([{ valueLabels: false }])
  part.unmount()
})

test('the style of a device is shown with its origin and changed for one figure or for all', () => {
  const line = sweep.series[0]!
  const other = { ...line, id: 'other/total', line: 'other', lineLabel: 'Other' }
  const shown = {
    ...figure,
    series: [{ ...line, device: 'Drive A' }, other],
    keptStyles: { 'Drive A': { emphasis: 'grey' as const, atMs: 5, from: 'One' } },
  }
  const onChange = vi.fn()
  const part = mounted(LookPanel, { look: {}, figure: shown, onChange })
  const choose = (label: string, testid = 'look-emphasis-0') => {
    const list = part.findList(`[data-testid=${testid}]`)
    list.selectedIndex = [...list.options].findIndex(({ text }) => text === label)
    list.dispatchEvent(new Event('change'))
    return onChange.mock.lastCall?.[0] as unknown
  }
  const { options, selectedIndex } = part.findList('[data-testid=look-emphasis-0]')
  expect(options[selectedIndex]?.text).toBe('Grey')
  expect(part.find('[data-testid=look-origin-0]').textContent).toBe('In all figures, set in “One”')
  expect(part.element.querySelector('[data-testid=look-origin-1]')).toBeNull()

  const atMs: unknown = expect.any(Number)
  expect(choose('Strong')).toEqual({ deviceStyles: { 'Drive A': { emphasis: 'strong', atMs } } })
  part.find('[data-testid=look-reset-0]').click()
  expect(onChange.mock.lastCall?.[0]).toEqual({ deviceStyles: { 'Drive A': { atMs } } })
  choose('This figure only', 'look-scope')
  expect(choose('Plain')).toEqual({ seriesStyles: { [line.line]: { emphasis: 'plain' } } })
  part.unmount()
})

test('what many lines become is offered while it is set, and a panel each only where there are no others', () => {
  const options = (look: object, panels?: object) => {
    const part = mounted(LookPanel, { look, figure: { ...figure, ...(panels && { panels }) } })
    const list = part.element.querySelector('[data-testid=look-many]')
    const texts = list && [...list.querySelectorAll('option')].map(({ textContent }) => textContent.trim())
    part.unmount()
    return texts
  }
  const all = ['Automatic', 'A panel each', 'Grey, highlights in colour', 'All in colour']
  const [panels, lines] = [
    { columns: 1, titles: ['A', 'B'] },
    { columns: 1, titles: ['A'], ofLines: true },
  ]
  // Grey lines of another choice of campaigns must not stay grey for good.
  expect([options({}), options({ manySeries: 'grey' })]).toEqual([null, all])
  expect(options({ manySeries: 'grey' }, panels)).toEqual(all.filter((one) => one !== 'A panel each'))
  expect(options({ manySeries: 'panels' }, lines)).toEqual(all)
})

test('the columns of panels and the panels of a part are chosen where there are several', () => {
  const onChange = vi.fn()
  const panels = { columns: 2, titles: ['A', 'B', 'C'], perPart: 2 }
  const part = mounted(LookPanel, { look: { panelsPerPart: 2 }, figure: { ...figure, panels }, onChange })
  const choose = (testid: string, at: number) => {
    const list = part.findList(`[data-testid=${testid}]`)
    list.selectedIndex = at
    list.dispatchEvent(new Event('change'))
    return onChange.mock.lastCall?.[0] as unknown
  }
  const texts = (testid: string) =>
    [...part.findList(`[data-testid=${testid}]`).options].map(({ text }) => text)
  expect(texts('look-columns')).toEqual(['As many as fit', '1', '2', '3'])
  expect(texts('look-parts')).toEqual(['All in one picture', '1', '2'])
  expect(part.find('[data-testid=look-part-count]').textContent).toBe('Printed in 2 parts.')
  expect(choose('look-columns', 3)).toEqual({ panelColumns: 3 })
  expect(choose('look-parts', 1)).toEqual({ panelsPerPart: 1 })
  expect(choose('look-parts', 0)).toEqual({ panelsPerPart: undefined })
  part.unmount()
  const plain = mounted(LookPanel, { look: {}, figure })
  expect(plain.element.querySelector('[data-testid=look-columns], [data-testid=look-parts]')).toBeNull()
  plain.unmount()
})
