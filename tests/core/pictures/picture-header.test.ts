import { describe, expect, it } from 'vitest'
import { pictureProblem, readPictureHeader } from '../../../src/core/pictures/picture-header'
import { jpegOf, pngOf } from '../figures/picture-headers'

describe('the header of a picture', () => {
  it('gives type and size before anything is decoded', () => {
    expect(readPictureHeader(pngOf(320, 200))).toEqual({ type: 'image/png', width: 320, height: 200 })
    expect(readPictureHeader(jpegOf(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 })
  })

  it.each([
    ['a text', Buffer.from('<svg width="1" height="1"/>')],
    ['nothing', Buffer.alloc(0)],
    ['half a header of a PNG', pngOf(1, 1).subarray(0, 20)],
    ['half a header of a JPEG', jpegOf(1, 1).subarray(0, 14)],
    ['a JPEG whose segments lead nowhere', Buffer.from('ffd8ffe0ffff0000', 'hex')],
  ])('is not found in %s', (_name, bytes) => {
    expect(readPictureHeader(bytes)).toBeUndefined()
    expect(pictureProblem(bytes, undefined)?.text).toBe('is neither a PNG nor a JPEG')
  })

  it.each([
    [8000, 4000, undefined],
    [8001, 10, 'has 8001 by 10 dots'],
    [8000, 8000, 'has 8000 by 8000 dots'],
    [0, 10, 'has 0 by 10 dots'],
    [30_000, 30_000, 'has 30000 by 30000 dots'],
  ])('%i by %i dots: %s', (width, height, problem) => {
    const bytes = pngOf(width, height)
    expect(pictureProblem(bytes, readPictureHeader(bytes))?.text).toBe(problem)
  })

  it('is not searched in a file of more than 2 MiB', () => {
    const bytes = Buffer.concat([pngOf(10, 10), Buffer.alloc(2 * 1024 ** 2)])
    expect(pictureProblem(bytes, readPictureHeader(bytes))?.text).toBe('is larger than 2 MiB')
  })
})
