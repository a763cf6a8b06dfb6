import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import type * as registry from '../../../src/core/figures/kinds/registry'
import { meansOfTests } from '../../core/figures/registry/example-figure'
import { chooseOption, mounted } from '../mounted'

vi.mock('../../../src/core/figures/kinds/registry', async (original) => {
  const { figureDefinitions } = await original<typeof registry>()
  return { figureDefinitions: [...figureDefinitions, meansOfTests] }
})
/** A list of which several can be chosen: its properties, and a choice as it emits it. */
interface Several {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly onToggle: (value: string, on: boolean) => void
  readonly onClear: () => void
}
const lists: Several[] = []
vi.mock('../../../src/renderer/controls/field/SeveralField.vue', () => ({
  default: (_: object, { attrs }: { attrs: Several }) => void lists.push({ ...attrs }),
}))
const asked = vi.fn((_name: string, { runIds }: { runIds: readonly number[] }) =>
  Promise.resolve({
    runs: runIds.map((id) => ({ id, levels: { block_size: 4096 }, caseKey: '', repetition: id - 6 })),
  }),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request: asked }) }))
vi.mock('../../../src/renderer/composables/review/use-names', () => ({ useNames: () => ({}) }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

const { default: OwnFields } = await import('../../../src/renderer/views/results/controls/OwnFields.vue')
const { figureSettingsSchema } = await import('../../../src/core/figures/kinds/figure-kinds')
const v = await import('valibot')

const choices = {
  axes: [],
  campaigns: ['Drive A', 'Drive B'],
  scorecards: ['Ease of use', 'Noise'],
  measured: [],
  quantities: [
    { test: 'random-mix', direction: 'total', metric: 'iops' },
    { test: 'random-mix', direction: 'read', metric: 'latency_p95' },
    { test: 'random-mix', direction: 'write', metric: 'latency_p95' },
  ],
  records: { recorded: ['iops'], hasRounds: false },
  recorded: {
    runIds: [7, 8],
    quantities: [
      { source: 'engine', metric: 'iops', unit: 'IOPS' },
      { source: 'disk', metric: 'bandwidth', unit: 'B/s' },
      { source: 'cpu', metric: 'cpu_iowait', unit: '%' },
    ],
  },
} as const

function fieldsOf(settings: FigureSettings) {
  const changes: unknown[] = []
  const part = mounted(OwnFields, {
    settings,
    choices,
    xKey: settings.xKey,
    onChange: (change: unknown) => changes.push(change),
  })
  return { part, changes }
}

const overTime: Extract<FigureSettings, { kind: 'time-series' }> = {
  kind: 'time-series',
  campaignIds: [1],
  metric: 'iops',
}

function type(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('That is no field to type into.')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a kind that no part of the window knows has the field it declares', () => {
  const example = v.parse(figureSettingsSchema, { kind: 'means-of-tests', campaignIds: [], metric: 'iops' })
  const { part, changes } = fieldsOf(example)
  const list = part.findList('[data-testid=figure-own-order]')
  expect([...list.options].map(({ text }) => text)).toEqual(['By name', 'By value'])
  chooseOption(list, 'By value')
  expect(changes).toEqual([{ order: 'value' }])
  part.unmount()
})

test('the treatment of the printed OLTP figures is typed in common units', async () => {
  const { part, changes } = fieldsOf(overTime)
  type(part.find('[data-testid=figure-own-warmUpSeconds]'), '1 h')
  type(part.find('[data-testid=figure-own-binSeconds]'), '10 s')
  type(part.find('[data-testid=figure-own-binSeconds]'), '0')
  chooseOption(part.findList('[data-testid=figure-own-lines]'), 'Mean and range of repetitions')
  chooseOption(part.findList('[data-testid=figure-own-showChanges]'), 'Hidden')
  expect(changes).toEqual([
    ...[{ warmUpSeconds: 3600 }, { binSeconds: 10 }, { lines: 'mean' }, { showChanges: false }],
  ])
  await nextTick()
  expect(part.find('[data-testid=figure-own-binSeconds]').getAttribute('aria-invalid')).toBe('true')
  expect(part.find('[role=alert]').textContent).toContain('0.001')
  part.unmount()
})

test('a level is chosen among those of the axis on x', () => {
  const levels = [20, 80].map((value) => ({ value, label: `${value} %` }))
  const filled = { ...choices, axes: [{ key: 'fill_percent', label: 'Filled', levels }] }
  const changes: unknown[] = []
  const settings: FigureSettings = { kind: 'fill-level', campaignIds: [1], metric: 'iops' }
  const onChange = (change: unknown) => changes.push(change)
  const part = mounted(OwnFields, { settings, choices: filled, xKey: undefined, onChange })
  chooseOption(part.findList('[data-testid=figure-own-reference]'), '80 %')
  chooseOption(part.findList('[data-testid=figure-own-reference]'), 'The emptiest level')
  expect(changes).toEqual([{ reference: 80 }, { reference: undefined }])
  part.unmount()
})

test('small multiples are chosen among the axes that vary besides the one on x', () => {
  const axis = (key: string, ...values: readonly number[]) => ({
    ...{ key, label: key },
    levels: values.map((value) => ({ value, label: String(value) })),
  })
  const axes = [axis('read_percent', 0, 100), axis('block_size', 4096), axis('queue_depth', 1, 64)]
  const changes: unknown[] = []
  const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' }
  const given = {
    ...{ settings, choices: { ...choices, axes }, xKey: 'read_percent' },
    onChange: (change: unknown) => changes.push(change),
  }
  const part = mounted(OwnFields, given)
  const list = part.findList('[data-testid=figure-own-facet]')
  expect([...list.options].map(({ text }) => text)).toEqual(['One panel', 'queue_depth'])
  chooseOption(list, 'queue_depth')
  chooseOption(list, 'One panel')
  expect(changes).toEqual([{ facet: 'queue_depth' }, { facet: undefined }])
  part.unmount()
  const alone = mounted(OwnFields, { ...given, choices })
  expect(alone.element.querySelector('[data-testid=figure-own-facet]')).toBeNull()
  alone.unmount()
})

test('runs and panels are chosen among what was recorded, and passed back to the figure', async () => {
  const { part, changes } = fieldsOf({ ...overTime, panels: [] })
  await nextTick()
  await nextTick()
  const [runs, panels] = [2, 4].map((count) => lists.filter(({ options }) => options.length === count).at(-1))
  expect(runs?.options).toEqual([
    { value: '7', label: '4\u202fKiB, run 1' },
    { value: '8', label: '4\u202fKiB, run 2' },
  ])
  expect(panels?.options).toEqual([
    { value: '', label: 'No further panel', apart: true },
    { value: 'engine/iops', label: 'IOPS' },
    { value: 'disk/bandwidth', label: 'Drive: bandwidth' },
    { value: 'cpu/cpu_iowait', label: 'CPU, waiting for I/O' },
  ])
  expect(panels?.chosen).toEqual([''])
  runs?.onToggle('8', true)
  panels?.onToggle('disk/bandwidth', true)
  panels?.onToggle('', true)
  panels?.onToggle('', false)
  panels?.onClear()
  expect(changes).toEqual([
    ...[{ runIds: [8] }, { panels: ['disk/bandwidth'] }, { panels: [] }],
    ...[{ panels: undefined }, { panels: undefined }],
  ])
  part.unmount()
})

test('campaigns and metrics are chosen from those there are, and what was set by other means stays', () => {
  const texts = ({ part }: ReturnType<typeof fieldsOf>, key: string) =>
    [...part.findList(`[data-testid=figure-own-${key}]`).options].map(({ text }) => text)
  const ranking = fieldsOf({ kind: 'ranking', campaignIds: [1, 2], metric: 'iops', relativeTo: 'Drive C' })
  expect(texts(ranking, 'reviewed')).toEqual(['None', 'Drive A', 'Drive B'])
  expect(texts(ranking, 'relativeTo')).toEqual(['Absolute values', 'Drive A', 'Drive B', 'Drive C'])
  expect(ranking.part.findList('[data-testid=figure-own-relativeTo]').value).toBe('Drive C')
  chooseOption(ranking.part.findList('[data-testid=figure-own-reviewed]'), 'Drive B')
  expect(ranking.changes).toEqual([{ reviewed: 'Drive B' }])
  ranking.part.unmount()

  const scaling = fieldsOf({ kind: 'scaling', campaignIds: [1], metric: 'iops' })
  const latency = '95th percentile latency'
  const parts = [`${latency}, reads and writes`, `${latency}, reads`, `${latency}, writes`]
  expect(texts(scaling, 'secondMetric')).toEqual(['99th percentile', ...parts])
  chooseOption(scaling.part.findList('[data-testid=figure-own-secondMetric]'), `${latency}, writes`)
  expect(scaling.changes).toEqual([{ secondMetric: 'latency_p95/write' }])
  scaling.part.unmount()

  // The same metric is no second one, but its other side is.
  const sweep = fieldsOf({
    ...{ kind: 'mix-sweep', campaignIds: [1], metric: 'p95', directions: ['read'] },
    secondMetric: 'p95/write',
  })
  expect(texts(sweep, 'secondMetric')).toEqual(['No second panel', 'IOPS', `${latency}, writes`])
  expect(sweep.part.findList('[data-testid=figure-own-secondMetric]').value).toBe('latency_p95/write')
  sweep.part.unmount()

  // This kind shows totals only.
  const fill = fieldsOf({ kind: 'fill-level', campaignIds: [1], metric: 'bandwidth' })
  expect(texts(fill, 'secondMetric')).toEqual(['No second panel', 'IOPS'])
  fill.part.unmount()
})

test('a scorecard is chosen among those of the review, and one that was renamed stays', () => {
  const { part, changes } = fieldsOf({
    ...{ kind: 'scorecard-radar', campaignIds: [], metric: 'iops' },
    scorecard: 'Handling',
  })
  const list = part.findList('[data-testid=figure-own-scorecard]')
  expect([...list.options].map(({ text }) => text)).toEqual(['The first', 'Ease of use', 'Noise', 'Handling'])
  expect(list.value).toBe('Handling')
  chooseOption(list, 'Noise')
  expect(changes).toEqual([{ scorecard: 'Noise' }])
  part.unmount()
})
