import { describe, expect, it } from 'vitest'
import { ballastAt } from '../../../../../src/bench/runner/execute/fill/ballast'

const mebibyte = 1024 ** 2
const totalBytes = 1000 * mebibyte

describe('the ballast for a level', () => {
  it('fills what others leave, and grows from its end', () => {
    const empty = { totalBytes, freeBytes: 900 * mebibyte, ballastBytes: 0 }
    expect(ballastAt(20, empty)).toEqual({ fromBytes: 0, toBytes: 100 * mebibyte })
    const filled = { totalBytes, freeBytes: 800 * mebibyte, ballastBytes: 100 * mebibyte }
    expect(ballastAt(20, filled)).toBeUndefined()
    expect(ballastAt(40, filled)).toEqual({ fromBytes: 99 * mebibyte, toBytes: 300 * mebibyte })
  })

  it('keeps the reserve of the file system at 100 %', () => {
    const empty = { totalBytes, freeBytes: 900 * mebibyte, ballastBytes: 0 }
    expect(ballastAt(100, empty)).toEqual({ fromBytes: 0, toBytes: 850 * mebibyte })
  })

  it('is cut for a lower level', () => {
    const full = { totalBytes, freeBytes: 100 * mebibyte, ballastBytes: 800 * mebibyte }
    expect(ballastAt(50, full)).toEqual({ fromBytes: 399 * mebibyte, toBytes: 400 * mebibyte })
  })

  it('is refused if others use more than the level', () => {
    expect(() => ballastAt(5, { totalBytes, freeBytes: 900 * mebibyte, ballastBytes: 0 })).toThrow(
      /100\sMiB of the file system are in use/,
    )
  })
})
