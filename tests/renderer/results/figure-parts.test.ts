import { expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import FigureData from '../../../src/renderer/views/results/controls/FigureData.vue'
import FigureFailure from '../../../src/renderer/views/results/FigureFailure.vue'
import FigureList from '../../../src/renderer/views/results/FigureList.vue'
import FigureMarks from '../../../src/renderer/views/results/controls/FigureMarks.vue'
import FigureTip from '../../../src/renderer/views/results/picture/FigureTip.vue'
import ZoomLayer from '../../../src/renderer/views/results/picture/ZoomLayer.vue'
import { campaignOptions } from '../../../src/renderer/views/results/controls/figure-choices'
import FigureTable from '../../../src/renderer/views/results/FigureTable.vue'
import { placeY, rowsHeight } from '../../../src/charts/panel-places'
import { heatMap } from '../../../src/core/figures/over-time/heat-map'
import { mixRows, row } from '../../core/figures/mix-rows'
import { runOf, seriesOf } from '../../core/figures/over-time/recorded-runs'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import type { FigureDot, FigureSeries } from '../../../src/core/figures/figure/figure'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'
import {
  readCampaignChoices,
  type CampaignChoices,
} from '../../../src/renderer/views/results/controls/use-campaign-choices'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'
import { buildMixSweep } from '../../core/figures/figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const origin = { campaigns: [] }
const labelsOf = (element: Element) =>
  [...element.querySelectorAll('.n-checkbox')].map((box) => box.textContent.trim())

function marks(xKey: string, rows: Parameters<typeof buildMixSweep>[0]) {
  const chosen = { ...settings, xKey }
  const part = mounted(FigureMarks, { settings: chosen, figure: buildMixSweep(rows, chosen, origin) })
  const labels = labelsOf(part.element)
  part.unmount()
  return labels
}

const noChoices: CampaignChoices = {
  ...{ axes: [], campaigns: [], scorecards: [], measured: [], quantities: [] },
  ...{ records: { recorded: [], hasRounds: false, hasHistograms: false } },
  recorded: { runIds: [], quantities: [] },
}

/** Pure random reads at three queue depths. */
const depths = [1, 4, 16].flatMap((depth, place) =>
  (['total', 'read'] as const).map((direction) =>
    row({
      ...{ runId: place + 1, test: 'random-read', direction, value: 1e8 * depth },
      levels: { queue_depth: depth, pattern: 'random-read' },
    }),
  ),
)

test('whatever kept a figure from being drawn, it can be drawn again', () => {
  const again = vi.fn()
  const error = new RequestFailure({ message: 'The disk does not answer.', remedy: 'Plug it in.' })
  const part = mounted(FigureFailure, { error, onAgain: again })
  expect(part.text()).toContain('The figure could not be drawn')
  expect(part.text()).toContain('The disk does not answer.Plug it in.')
  part.find('[data-testid=figure-again]').click()
  expect(again).toHaveBeenCalledOnce()
  expect(part.element.querySelector('[aria-label="Close this message"]')).toBeNull()
  part.unmount()
})

test('a mix offers its parts and its ideal mix, a depth sweep of pure reads neither', () => {
  const mix = mixRows({
    lines: [{ blockSize: 4096, read: 2e9, write: 1e9, penalty: 0.2, scatter: 1 }],
    runs: 2,
  })
  expect(marks('read_percent', mix)).toEqual([
    ...['Total', 'Read part', 'Write part', 'Every run as a dot', '95 % intervals', 'Ideal mix'],
    'Y axis from zero',
  ])
  const isDrawn = (count: number) => {
    const line = { read: 2e9, write: 1e9, penalty: 0.2, scatter: 1 }
    const sizes = [4096, 8192, 16_384, 32_768].slice(0, count)
    const rows = mixRows({ lines: sizes.map((blockSize) => ({ ...line, blockSize })), runs: 2 })
    const part = mounted(FigureMarks, { settings, figure: buildMixSweep(rows, settings, origin) })
    const box = part.find('[data-testid=show-reference]')
    const isChecked = box.getAttribute('aria-checked')
    part.unmount()
    return isChecked
  }
  // Of many lines it is not drawn unless asked for.
  expect([isDrawn(1), isDrawn(4)]).toEqual(['true', 'false'])
  // Single runs have no interval, either.
  expect(marks('queue_depth', depths)).toEqual(['Every run as a dot', 'Y axis from zero'])
})

test('the zero of the axis is not offered where it would change nothing', () => {
  const isOffered = (look: Partial<FigureSettings>, rows = depths) => {
    const shown = { ...settings, xKey: 'queue_depth', ...look }
    const part = mounted(FigureMarks, { settings: shown, figure: buildMixSweep(rows, shown, origin) })
    const labels = labelsOf(part.element)
    part.unmount()
    return labels.includes('Y axis from zero')
  }
  expect(isOffered({})).toBe(true)
  expect(isOffered({ yScale: 'log' })).toBe(false)
  expect(isOffered({ yMin: 5e7 })).toBe(false)
  // A value of 0 keeps the axis linear.
  expect(isOffered({ yScale: 'log' }, [...depths, ...depths.map((one) => ({ ...one, value: 0 }))])).toBe(true)
})

test('marks over time, such as change points, are not an ideal mix to show or hide', () => {
  const figure = buildMixSweep(depths, { ...settings, xKey: 'queue_depth' }, origin)
  const [line] = figure.series
  if (!line) throw new Error('There is no line.')
  const rule = { ...line, role: 'reference', mark: 'rule', points: [], columns: { x: [5] } } as const
  const part = mounted(FigureMarks, { settings, figure: { ...figure, series: [line, rule] } })
  expect(labelsOf(part.element)).not.toContain('Ideal mix')
  part.unmount()
})

test('a reference line is offered by its name, and only where a figure can leave it out', () => {
  const figure = buildMixSweep(depths, { ...settings, xKey: 'queue_depth' }, origin)
  const [line] = figure.series
  if (!line) throw new Error('There is no line.')
  const offered = (kind: 'price' | 'drive-mix', partLabel: string) => {
    const other: FigureSeries = { ...line, id: 'other', role: 'reference', partLabel }
    const part = mounted(FigureMarks, {
      settings: { ...settings, kind },
      figure: { ...figure, series: [line, other] },
    })
    const labels = labelsOf(part.element)
    part.unmount()
    return labels
  }
  expect(offered('drive-mix', 'as asked for')).toContain('As asked for')
  expect(offered('price', 'frontier')).not.toContain('Frontier')
})

test('dots are not offered for means without runs, such as geometric means', () => {
  const figure = buildMixSweep(depths, { ...settings, xKey: 'queue_depth' }, origin)
  const series = figure.series.map((one) => ({
    ...one,
    points: one.points.map((point) => ({ ...point, low: 1, high: 2, dots: [] })),
  }))
  const part = mounted(FigureMarks, { settings, figure: { ...figure, series } })
  expect(labelsOf(part.element)).toEqual(['95 % intervals', 'Y axis from zero'])
  part.unmount()
})

test('requested parts that cannot be shown are ignored', () => {
  const chosen: FigureSettings = { ...settings, xKey: 'queue_depth', directions: ['write'] }
  const { series } = buildMixSweep(depths, chosen, origin)
  expect(series.map(({ part }) => part)).toEqual(['total'])
})

test('sizes are written with their unit in the table below a figure', () => {
  const rows = [4096, 65_536, 130e9].map((size, place) =>
    row({ runId: place + 1, value: 1e8, levels: { file_size: size } }),
  )
  const figure = buildMixSweep(rows, { ...settings, xKey: 'file_size' }, origin)
  const part = mounted(FigureTable, { figure })
  const first = [...part.element.querySelectorAll('tbody tr td:first-child')].map((cell) =>
    cell.textContent.trim(),
  )
  expect(first).toEqual(['4\u202fKiB', '64\u202fKiB', '130\u202fGB'])
  part.unmount()
})

test('a run is named by its number in the table of a figure over time', () => {
  const columns = [
    { key: 'run', label: 'Run' },
    { key: 'value', label: 'Value' },
  ]
  const figure = { ...buildMixSweep([], settings, origin), numbers: { columns, rows: [[12, 1.5]] } }
  const part = mounted(FigureTable, { figure })
  expect([...part.element.querySelectorAll('td')].map((cell) => cell.textContent.trim())).toEqual([
    '12',
    '1.500',
  ])
  part.unmount()
})

test('a finding is written as yes or no in the table of a figure', () => {
  const columns = [{ key: 'is_knee', label: 'Knee' }]
  const numbers = { columns, rows: [[false], [true]] }
  const part = mounted(FigureTable, { figure: { ...buildMixSweep([], settings, origin), numbers } })
  expect([...part.element.querySelectorAll('td')].map((cell) => cell.textContent.trim())).toEqual([
    'no',
    'yes',
  ])
  part.unmount()
})

test('numbers have the digits that the interval of their row justifies', () => {
  const columns = ['mean', 'sd', 'low', 'high'].map((key) => ({ key, label: key, unit: 'GB/s' }))
  const rows = [[-0.19912, 0.02143, -0.22573, -0.17251]]
  const part = mounted(FigureTable, {
    figure: { ...buildMixSweep([], settings, origin), numbers: { columns, rows } },
  })
  expect([...part.element.querySelectorAll('td')].map((cell) => cell.textContent.trim())).toEqual([
    '\u22120.199',
    '0.021',
    '\u22120.226',
    '\u22120.173',
  ])
  part.unmount()
})

test('a long table has only the visible rows in the page, and says how many an export has', async () => {
  const columns = [{ key: 'run', label: 'Run' }]
  const rows = Array.from({ length: 2000 }, (_, at) => [at])
  const numbers = { columns, rows, allRows: 50_000 }
  const part = mounted(FigureTable, { figure: { ...buildMixSweep([], settings, origin), numbers } })
  await nextTick()
  expect(part.find('table').getAttribute('aria-rowcount')).toBe('2001')
  expect(part.element.querySelectorAll('tbody .row').length).toBeLessThan(50)
  expect(part.text()).toContain('The first 2,000 of 50,000 rows; an export holds all of them.')
  part.unmount()
})

test('"Not saved" appears only if a figure is not saved, and a changed one says so', async () => {
  const saved = { id: 7, name: 'Mix', settings }
  const [onBack, onSelect] = [vi.fn(), vi.fn()]
  const props = {
    figures: [saved],
    selected: 7,
    unsaved: false,
    changed: false,
    readOnly: false,
    onBack,
    onSelect,
  }
  const part = mounted(FigureList, props)
  expect(part.text()).not.toContain('Not saved')
  part.set({ ...props, changed: true, unsaved: true })
  await nextTick()
  expect(part.text()).toContain('Mix · changed')
  part.find('[data-testid=unsaved-figure]').click()
  expect([onBack.mock.calls.length, onSelect.mock.calls.length]).toEqual([1, 0])
  part.unmount()
})

test('the tip of a ranked bar gives its device, value, interval and place, and offers no run if there is none', () => {
  const point = { x: 0, y: 250.6, low: 247.4, high: 253.8, n: 3, failedRuns: 0, dots: [] }
  const named = { ...point, name: 'Drive A', facts: ['place 1'] }
  const series = { label: 'others', line: 'others' } as FigureSeries
  const mark = { series, point: named, dot: undefined, place: '', unit: 'MB/s', x: 10, y: 10 }
  const part = mounted(FigureTip, { mark, width: 600 })
  const lines = [...part.find('.tip').children].map((one) => one.textContent.trim())
  expect(lines).toEqual(['Drive A', '250.6 MB/s', '95 %: 247.4 to 253.8 MB/s', 'n = 3', 'place 1'])
  part.unmount()
})

test('the tip of a mix below its ideal has a real minus', () => {
  const point = { x: 50, y: 194, n: 5, failedRuns: 0, dots: [], ideal: 220, penaltyPercent: -11.82 }
  const series = { label: '4 KiB', line: '4 KiB' } as FigureSeries
  const mark = { series, point, dot: undefined, place: '', unit: 'MB/s', x: 10, y: 10 }
  const part = mounted(FigureTip, { mark, width: 600 })
  expect(part.text()).toContain('Against the ideal mix: \u221211.8 %')
  part.unmount()
})

test('the tip of a point without a name gives its place on the x axis, as does that of a single run', () => {
  const point = { x: 50, y: 194, n: 5, failedRuns: 0, dots: [] }
  const series = { label: '4 KiB', line: '4 KiB' } as FigureSeries
  const place = 'Random read share: 50\u202f%'
  const linesOf = (dot: FigureDot | undefined) => {
    const mark = { series, point, dot, place, unit: 'MB/s', x: 10, y: 10 }
    const part = mounted(FigureTip, { mark, width: 600 })
    const lines = [...part.find('.tip').children].map((one) => one.textContent.trim())
    part.unmount()
    return lines
  }
  expect(linesOf(undefined)).toEqual(['4 KiB', place, '194 MB/s', 'n = 5'])
  expect(linesOf({ runId: 3, repetition: 2, y: 190 })).toEqual([
    ...['4 KiB', place, 'Run 2: 190 MB/s', 'Click for the run'],
  ])
})

test('the tip stays within a picture that is narrower than two tips', () => {
  const point = { x: 50, y: 194, n: 5, failedRuns: 0, dots: [] }
  const series = { label: '4 KiB', line: '4 KiB' } as FigureSeries
  const leftOf = (x: number) => {
    const mark = { series, point, dot: undefined, place: '', unit: 'MB/s', x, y: 10 }
    const part = mounted(FigureTip, { mark, width: 400 })
    const { left } = part.find('.tip').style
    part.unmount()
    return left
  }
  expect([100, 210, 350].map(leftOf)).toEqual(['112px', '0px', '120px'])
})

test('the values under the pointer stay within a picture that is narrower than two tips', async () => {
  const canvas = document.createElement('canvas')
  const line = { id: 'a', label: 'run 1', mark: 'line', role: 'measured', visible: true, points: [] }
  const figure = {
    ...{ unit: 'MB/s', x: { label: 'Time (s)', kind: 'linear', min: 0, max: 10 } },
    series: [{ ...line, columns: { x: [0, 10], y: [3, 4] } }],
  }
  const props = {
    ...{ zoom: { stretch: shallowRef() }, canvas, figure, isHeld: false, isMoving: false },
    plot: { part: 'plot', text: '', x: 50, y: 50, width: 340, height: 300 },
  }
  const part = mounted(ZoomLayer, props)
  const leftAt = async (x: number) => {
    const event = new PointerEvent('pointermove')
    Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: 100 } })
    canvas.dispatchEvent(event)
    await nextTick()
    return part.find('[data-testid=figure-values]').style.left
  }
  expect([await leftAt(60), await leftAt(220), await leftAt(380)]).toEqual(['72px', '0px', '120px'])
  part.unmount()
})

test('the tip of a heat map counts the I/Os of the cell under the pointer, and gives the percentiles of its panel', async () => {
  const canvas = document.createElement('canvas')
  const run = (id: number, counts: readonly number[]) => ({
    ...runOf([
      seriesOf([], {
        ...{ metric: 'completion', unit: 'count', intervalSeconds: 1 },
        seconds: Float64Array.from([1, 1]),
        values: Float64Array.from(counts),
        binsNs: Float64Array.from([1000, 64_000]),
      }),
    ]),
    ...{ id, repetition: id },
  })
  const figure = heatMap.build(
    { runs: [run(1, [5, 1995]), run(2, [1900, 1])] },
    {
      ...{ kind: 'heat-map', campaignIds: [], metric: 'bandwidth', binSeconds: 1, unit: 'µs' },
      runIds: [1, 2],
    },
    origin,
  )
  const part = mounted(ZoomLayer, {
    ...{ zoom: { stretch: shallowRef() }, canvas, figure, isHeld: false, isMoving: false },
    plot: { part: 'plot', text: '', x: 0, y: 0, width: 100, height: 100 },
  })
  /** What the tip says at a latency in the middle of the first second. */
  const linesAt = async (latency: number) => {
    const share = 0.5 / (figure.x.max ?? 1)
    const rows = rowsHeight(figure)
    const event = new PointerEvent('pointermove')
    Object.defineProperties(event, {
      offsetX: { value: 100 * share },
      offsetY: { value: 100 * (1 - placeY(figure, { panel: 1 }, latency) / rows) },
    })
    canvas.dispatchEvent(event)
    await nextTick()
    const [, , ...rest] = part.find('[data-testid=figure-values]').children
    return rest.map(({ textContent }) => textContent.trim())
  }
  const of = [figure.panels?.titles[1]?.replace(' (µs)', '')]
  expect(of[0]).not.toBe(figure.panels?.titles[0]?.replace(' (µs)', ''))
  const median = ['Median', '1.00 µs', '99th percentile', '1.00 µs']
  expect(await linesAt(1.01)).toEqual([...of, '0.861 to 1.02 µs', '1,900 I/Os', ...median])
  expect(await linesAt(64.2)).toEqual([...of, '55.1 to 65.5 µs', '1 I/O', ...median])
  expect(await linesAt(8)).toEqual([...of, ...median])
  part.unmount()
})

test('the tip of points that a person entered gives them exactly, without a count of runs', () => {
  const point = { x: 0, y: 8, n: undefined, failedRuns: 0, dots: [], name: 'vCache, Noise' }
  const series = { label: 'vCache', line: 'candidate-1' } as FigureSeries
  const mark = { series, point, dot: undefined, place: '', unit: 'points', x: 10, y: 10 }
  const part = mounted(FigureTip, { mark, width: 600 })
  const lines = [...part.find('.tip').children].map((one) => one.textContent.trim())
  expect(lines).toEqual(['vCache, Noise', 'vCache', '8 points'])
  part.unmount()
})

test('only statistics that exist are offered: printed results have the printed mean', () => {
  const printed = {
    id: 1,
    source: 'published',
    engine: 'iozone',
    runsByState: {},
    publishedResults: 9,
  } as const
  const offered = (chosen: Partial<FigureSettings>, more: Partial<CampaignSummary>) => {
    const campaigns = [campaign({ ...printed, ...more })]
    const changed = { ...settings, campaignIds: [1], ...chosen }
    const part = mounted(FigureData, { settings: changed, figure: undefined, campaigns, choices: noChoices })
    const options = [...part.element.querySelectorAll('[data-testid=figure-statistic] option')]
    part.unmount()
    return options.map(({ textContent }) => textContent.trim())
  }
  expect(offered({}, {})).toEqual([])
  expect(offered({ statistic: 'median' }, {})).toEqual(['Mean', 'Median'])
  const measured = { source: 'measured', runsByState: { done: 3 } } as const
  expect(offered({}, measured)).toEqual(['Mean', 'Median', 'Harmonic mean'])
  expect(offered({ metric: 'latency_mean' }, measured)).toEqual(['Mean', 'Median'])
  expect(offered({}, { ...measured, engine: 'fio' })).toEqual(['Mean', 'Median'])
  expect(offered({ kind: 'scaling' }, measured)).toEqual(['Mean', 'Median'])
  expect(offered({ kind: 'scaling', statistic: 'harmonic' }, measured)).toEqual(['Mean', 'Median'])
})

test('a figure of all campaigns says so instead of asking for a choice', () => {
  const part = mounted(FigureData, { settings, figure: undefined, campaigns: [], choices: noChoices })
  expect(part.find('[data-testid=figure-campaigns]').textContent).toContain('All campaigns')
  part.unmount()
})

test('a figure that draws latencies only offers these, and shows the one it draws', () => {
  const quantity = (metric: string, unit: 'B/s' | 'ns') =>
    ({ test: 'random-read', direction: 'total', metric, unit }) as const
  const quantities = [
    quantity('bandwidth', 'B/s'),
    quantity('latency_mean', 'ns'),
    quantity('latency_p99', 'ns'),
  ]
  const asked = { ...settings, kind: 'offered-load' } as const
  const figure = {
    ...buildMixSweep([], settings, origin),
    kind: 'offered-load',
    metric: 'latency_p99',
  } as const
  const part = mounted(FigureData, {
    ...{ settings: asked, figure, campaigns: [] },
    choices: { ...noChoices, quantities },
  })
  const optionsOf = (testid: string) => [...part.element.querySelectorAll(`[data-testid=${testid}] option`)]
  const metrics = optionsOf('figure-metric')
  expect(metrics.map(({ textContent }) => textContent.trim())).toEqual([
    'Mean latency',
    '99th percentile latency',
  ])
  expect(part.find('[data-testid=figure-metric]')).toMatchObject({ value: 'latency_p99' })
  expect(optionsOf('figure-unit').map(({ textContent }) => textContent.trim())).toContain('ms')
  part.unmount()
})

test('every axis is offered for the lines and levels of a figure with its own x axis', () => {
  const axis = (key: string, label: string) => ({
    ...{ key, label },
    levels: [1, 2].map((value) => ({ value, label: `${label} ${value}` })),
  })
  const choices = { ...noChoices, axes: [axis('block_size', 'Block size'), axis('read_percent', 'Reads')] }
  const offered = (kind: 'latency-percentiles' | 'mix-sweep') => {
    // Left by the sweep that was shown before.
    const asked = { ...settings, kind, xKey: 'read_percent' }
    const part = mounted(FigureData, { settings: asked, figure: undefined, campaigns: [], choices })
    const lines = [...part.element.querySelectorAll('[data-testid=figure-lines] option')]
    const fields = part.text()
    part.unmount()
    return [lines.map(({ textContent }) => textContent.trim()), fields.includes('Reads 2')]
  }
  expect(offered('latency-percentiles')).toEqual([['Automatic', 'Block size', 'Reads'], true])
  expect(offered('mix-sweep')).toEqual([['Automatic', 'Block size'], false])
})

test('a chosen campaign that was deleted is named as such, and can be cleared', () => {
  const part = mounted(FigureData, {
    settings: { ...settings, campaignIds: [1, 2] },
    ...{ figure: undefined, campaigns: [campaign({ id: 2 })], choices: noChoices },
  })
  const field = part.find('[data-testid=figure-campaigns]')
  expect(field.textContent.trim()).toMatch(/^Deleted campaign\s*\+ 1$/)
  expect(field.title).toMatch(/^Deleted campaign, /)
  const isFixed = (chosen: number[]) =>
    campaignOptions([campaign({ id: 2 }), campaign({ id: 3 })], chosen).map(({ value, disabled }) => [
      value,
      disabled,
    ])
  // At least one campaign has to stay, and one that is there rather than a deleted one.
  expect(isFixed([1, 2])).toEqual([
    ['1', false],
    ['2', true],
    ['3', false],
  ])
  expect(isFixed([1])).toEqual([
    ['1', true],
    ['2', false],
    ['3', false],
  ])
  expect(isFixed([2, 3])).toEqual([
    ['2', false],
    ['3', false],
  ])
  part.unmount()
})

test('the choices of a figure leave out campaigns that were deleted', async () => {
  const asked: number[] = []
  const bench = {
    request: (name: string, { campaignId }: { campaignId: number }) => {
      asked.push(campaignId)
      return campaignId === 2
        ? Promise.resolve({ engine: 'fio', plan: { axes: [] }, configuration: 'B', device: '', name: '' })
        : Promise.reject(new Error(`${name}: there is no campaign ${campaignId}.`))
    },
  }
  const review = { campaigns: [campaign({ id: 2 })], devices: [], scorecards: [] }
  const found = await readCampaignChoices(bench as never, [1, 2], review)
  expect(asked).toEqual([2])
  expect(found.measured.map(({ engine }) => engine)).toEqual(['fio'])
})

test('campaigns of one plan under one configuration are offered by different names', () => {
  const campaigns = [1, 2].map((id) =>
    campaign({ id, configuration: 'kernel 6.18', createdAtMs: id * 60_000 }),
  )
  const labels = campaigns.map(({ id }) => {
    const chosen = { ...settings, campaignIds: [id] }
    const part = mounted(FigureData, { settings: chosen, figure: undefined, campaigns, choices: noChoices })
    const { textContent } = part.find('[data-testid=figure-campaigns]')
    part.unmount()
    return textContent.trim()
  })
  expect(labels).toEqual(['kernel 6.18 (1)', 'kernel 6.18 (2)'])
  expect(new Set(labels).size).toBe(2)
})

test('the next choice of campaigns leaves out those that were deleted', async () => {
  const onCampaigns = vi.fn()
  const part = mounted(FigureData, {
    settings: { ...settings, campaignIds: [1, 2] },
    ...{
      figure: undefined,
      campaigns: [campaign({ id: 2 }), campaign({ id: 3 })],
      choices: noChoices,
      onCampaigns,
    },
  })
  part.find('[data-testid=figure-campaigns]').click()
  await nextTick()
  const boxes = document.body.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')
  boxes[2]?.click()
  boxes[0]?.click()
  expect(onCampaigns.mock.calls).toEqual([[[2, 3]], [[2]]])
  part.unmount()
})
