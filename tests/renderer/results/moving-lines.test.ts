import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import MovingLines from '../../../src/renderer/views/results/picture/MovingLines.vue'
import { mounted } from '../mounted'

const { drawn } = vi.hoisted(() => ({ drawn: vi.fn<(stretch: unknown) => void>() }))
vi.mock('../../../src/charts/moving-lines', () => ({
  drawMovingLines: (_ink: unknown, _figure: unknown, stretch: unknown) => {
    drawn(stretch)
  },
}))

test('the lines are drawn once a frame, with the newest section of each', async () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const context = { setTransform: () => undefined, clearRect: () => undefined }
  Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => context)
  const at = (from: number) => ({
    ...{ figure: {}, drawing: {}, width: 600, height: 400 },
    moving: { stretch: { from, to: from + 10 }, lines: new Map() },
  })
  const nextFrame = () => {
    for (const frame of frames.splice(0)) frame()
  }
  const part = mounted(MovingLines, at(0))
  await nextTick()
  for (const from of [1, 2]) {
    part.set(at(from))
    await nextTick()
  }
  nextFrame()
  expect(drawn.mock.calls).toEqual([[{ from: 2, to: 12 }]])
  part.set(at(3))
  await nextTick()
  nextFrame()
  expect(drawn.mock.calls).toEqual([[{ from: 2, to: 12 }], [{ from: 3, to: 13 }]])
  part.unmount()
})
