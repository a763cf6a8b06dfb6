import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { ArticlePreset } from '../../../src/core/figures/figure/article-look'
import type { Figure } from '../../../src/core/figures/figure/figure'
import type { PictureOrder } from '../../../src/renderer/components/picture/picture-orders'
import FigureCanvas from '../../../src/renderer/views/results/picture/FigureCanvas.vue'
import { buildMixSweep } from '../../core/figures/figures-of-rows'
import { mixRows } from '../../core/figures/mix-rows'
import { mounted, typeInto, type Mounted } from '../mounted'

const chosen = shallowRef<Pick<ArticlePreset, 'name' | 'look'>>()
vi.mock('../../../src/renderer/composables/review/use-presets', () => ({
  usePresets: () => ({ chosen, style: shallowRef() }),
}))
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request: vi.fn() }) }))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)

const settings = { kind: 'mix-sweep', campaignIds: [1], metric: 'bandwidth' } as const
const figure = buildMixSweep(
  mixRows({ lines: [{ blockSize: 4096, read: 2e9, write: 1e9, penalty: 0.2, scatter: 1 }], runs: 2 }),
  settings,
  { campaigns: [] },
)

/** What the worker was asked to draw. The window has one worker, which outlives the parts of each test. */
const orders: PictureOrder[] = []
let answer: (order: PictureOrder) => void = () => undefined
class DrawingWorker {
  onmessage: (event: { data: unknown }) => void = () => undefined
  constructor() {
    answer = ({ id, painting }) => {
      const told = painting.isPrinted === undefined ? {} : { advice }
      this.onmessage({ data: { id, picture: { ...picture(height), ...told } } })
    }
  }
  postMessage(order: PictureOrder): void {
    orders.push(order)
  }
}

/** The pixels that the holder has, and the height that its figure needs. */
let room = 800
let height = 400
const observed: (() => void)[] = []

const advice = 'The height is too low.'
const text = { size: 12, align: 'left' } as const
const picture = (high: number) => ({
  ...{ bitmap: { width: 600, height: high, close: () => undefined }, width: 600, height: high },
  // The first mark of the first line, with a reach of 10 pixels.
  marks: [{ kind: 'points', series: 0, places: Float32Array.of(300, 200), reach: 10 }],
  regions: [
    { part: 'title', text: figure.title, x: 20, y: 10, width: 200, height: 20, ...text },
    { part: 'plot', text: '', x: 50, y: 50, width: 500, height: 300, ...text },
  ],
})

beforeEach(() => {
  vi.stubGlobal('Worker', DrawingWorker)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(seen: () => void) {
        observed.push(seen)
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => ({ transferFromImageBitmap: () => undefined }))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  room = 800
  height = 400
})

let part: Mounted
afterEach(() => {
  part.unmount()
  for (const list of [orders, observed]) list.length = 0
  chosen.value = undefined
  vi.restoreAllMocks()
})

const canvas = () => part.find('[data-testid=figure-canvas]')
const props = { figure, colors: 'light', busy: false }

/** Mounts the canvas with its first picture drawn. */
async function shown(more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  part = mounted(FigureCanvas, { ...props, ...more })
  await resized()
  await drawn()
}

async function resized(): Promise<void> {
  for (const seen of observed) seen()
  await nextTick()
}

/** Answers the newest request, and waits until the canvas shows it. */
async function drawn(): Promise<void> {
  const order = orders.at(-1)
  if (!order) throw new Error('Nothing was asked to be drawn.')
  answer(order)
  await vi.waitFor(() => expect(canvas().style.height).toBe(`${height}px`))
}

async function pointer(type: string, x: number, y: number): Promise<void> {
  const event = new MouseEvent(type, { bubbles: true, button: 0 })
  Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } })
  canvas().dispatchEvent(event)
  await nextTick()
}

test('draws as wide as its place, between what is legible and what fits on a page', async () => {
  const onWidth = vi.fn()
  await shown({ onWidth })
  for (const pixels of [200, 3000]) {
    room = pixels
    await resized()
  }
  expect(onWidth.mock.calls).toEqual([[798], [360], [920]])
  expect(orders.map(({ painting }) => painting.width)[0]).toBe(798)
})

test('while a picture is drawn only the newest change waits, and the previous picture stays', async () => {
  await shown()
  const retitled = (title: string): Figure => ({ ...figure, title })
  for (const title of ['one', 'two', 'three']) {
    part.set({ ...props, figure: retitled(title) })
    await nextTick()
  }
  expect(orders.map((order) => order.figure.title)).toEqual([figure.title, 'one'])
  expect(canvas().dataset.shown).toBe('mix-sweep')
  const [, one] = orders
  if (one) answer(one)
  await vi.waitFor(() => expect(orders.at(-1)?.figure.title).toBe('three'))
  expect(orders).toHaveLength(3)
  answer(orders[2]!)
})

test('shows what is under the pointer, and a click requests the run behind it', async () => {
  const onOpenRun = vi.fn()
  await shown({ onOpenRun })
  await pointer('mousemove', 305, 204)
  const [line] = figure.series
  const [point] = line?.points ?? []
  expect(part.text()).toContain(line?.label)
  expect(part.text()).toContain('n = 2')
  await pointer('click', 305, 204)
  expect(onOpenRun.mock.calls).toEqual([[point?.dots[0]?.runId]])
  await pointer('mousemove', 100, 100)
  expect(part.text()).not.toContain('n = 2')
  await pointer('click', 100, 100)
  expect(onOpenRun).toHaveBeenCalledTimes(1)
})

test('a point of a comparison requests its case', async () => {
  const [onOpenRun, onOpenCase] = [vi.fn(), vi.fn()]
  const [line, ...others] = figure.series
  if (!line) throw new Error('There is no line.')
  const series = [
    { ...line, points: line.points.map((one, cell) => ({ ...one, cell: cell + 7 })) },
    ...others,
  ]
  await shown({ figure: { ...figure, series }, onOpenRun, onOpenCase })
  await pointer('click', 300, 200)
  expect([onOpenCase.mock.calls, onOpenRun.mock.calls]).toEqual([[[7]], []])
})

test('a double click edits a text in place, if the settings may be changed', async () => {
  const onChange = vi.fn()
  await shown({ onChange })
  await pointer('dblclick', 60, 15)
  expect(part.element.querySelector('[data-testid=figure-text-editor]')).toBeNull()

  part.set({ ...props, settings, onChange })
  await nextTick()
  await pointer('dblclick', 60, 15)
  const editor = part.findInput('[data-testid=figure-text-editor]')
  expect(editor.value).toBe(figure.title)
  await typeInto(editor, 'Mixed load')
  editor.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await nextTick()
  expect(onChange.mock.calls).toEqual([[{ title: 'Mixed load' }, undefined]])
  expect(part.element.querySelector('[data-testid=figure-text-editor]')).toBeNull()
})

test('shows the advice on a picture that is too high for its preset', async () => {
  chosen.value = {
    name: 'Magazine',
    look: {
      ...{ width: { value: 600, unit: 'px' }, height: { value: 300, unit: 'px' } },
      ...{ font: 'sans', theme: 'light', colors: 'okabe-ito' },
    },
  }
  await shown()
  expect(orders[0]?.painting).toMatchObject({ width: 600, height: 300, isPrinted: false })
  expect(part.find('[data-testid=figure-advice]').textContent).toContain(advice)
})

test('is labelled with title and caption of its figure; a growing one with its panels', async () => {
  await shown()
  expect(canvas().getAttribute('aria-label')).toContain(`${figure.title}. ${figure.subtitle}.`)
  part.set({ ...props, isLive: true, figure: { ...figure, panels: { titles: ['IOPS', 'Latency'] } } })
  await nextTick()
  expect(canvas().getAttribute('aria-label')).toBe('The run over time: IOPS, Latency.')
})
