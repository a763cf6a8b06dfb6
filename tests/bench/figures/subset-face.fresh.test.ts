import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resourcePath } from '../../../src/bench/resources'

const face = () => readFileSync(resourcePath('fonts', 'inter-400.ttf'))

// Each test starts HarfBuzz anew.
beforeEach(() => void vi.resetModules())
afterEach(() => void vi.restoreAllMocks())

it('keeps the glyphs of the text, and nothing that depends on earlier texts', async () => {
  const { subsetFace } = await import('../../../src/bench/figures/subset-face')
  const [few, many] = [subsetFace(face(), 'IOPS'), subsetFace(face(), 'IOPS of 4 KiB, 70 % read')]
  expect(few.length).toBeLessThan(many.length)
  expect(many.length).toBeLessThan(face().length / 10)
  expect(subsetFace(face(), 'IOPS')).toEqual(few)
})

it('starts again after HarfBuzz could not be started, and says why it could not', async () => {
  const { subsetFace } = await import('../../../src/bench/figures/subset-face')
  vi.spyOn(WebAssembly, 'Instance').mockImplementationOnce(function () {
    throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance')
  })
  expect(() => subsetFace(face(), 'IOPS')).toThrow(
    expect.objectContaining({
      id: 'no-subset',
      message: expect.stringContaining('Out of memory') as unknown,
      remedy: expect.stringContaining('Try again') as unknown,
    }),
  )
  expect(subsetFace(face(), 'IOPS').length).toBeGreaterThan(1000)
})

it('starts again after HarfBuzz has broken off in the middle', async () => {
  const { subsetFace } = await import('../../../src/bench/figures/subset-face')
  const sound = subsetFace(face(), 'IOPS')
  vi.spyOn(Uint8Array.prototype, 'set').mockImplementationOnce(() => {
    throw new RangeError('offset is out of bounds')
  })
  expect(() => subsetFace(face(), 'IOPS')).toThrow(/out of bounds/)
  expect(subsetFace(face(), 'IOPS')).toEqual(sound)
})
