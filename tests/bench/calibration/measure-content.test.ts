import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { measureContent } from '../../../src/bench/calibration/calibrate-levels'

/** Data that do not compress, the same every time. */
function noise(bytes: number, key = 7): Buffer {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, key), Buffer.alloc(16))
  return cipher.update(Buffer.alloc(bytes))
}

const mebibyte = 1024 ** 2

describe('measured content', () => {
  it('of noise does not compress and does not repeat', async () => {
    const found = await measureContent(noise(4 * mebibyte))
    expect(found?.uniqueShare).toBe(1)
    expect(found?.compressedShare).toBeGreaterThan(1)
    expect(found?.compressedShare).toBeLessThan(1.002)
    expect(found?.uniqueCompressedShare).toBe(found?.compressedShare)
  })

  it('of zeros is one block', async () => {
    const found = await measureContent(Buffer.alloc(mebibyte))
    expect(found?.uniqueShare).toBe(4096 / mebibyte)
    expect(found?.compressedShare).toBeLessThan(0.01)
  })

  it('of half noise, half zeros in every block compresses to half', async () => {
    const data = noise(2 * mebibyte)
    for (let at = 0; at < data.length; at += 4096) data.fill(0, at + 2048, at + 4096)
    const found = await measureContent(data)
    expect(found?.uniqueShare).toBe(1)
    expect(found?.compressedShare).toBeCloseTo(0.5, 1)
  })

  it('of repeated noise does not compress, block by block', async () => {
    const once = noise(mebibyte)
    const found = await measureContent(Buffer.concat([once, once]))
    expect(found?.uniqueShare).toBe(0.5)
    // The copy is further away than zlib's window reaches.
    expect(found?.compressedShare).toBeGreaterThan(0.99)
    expect(found?.uniqueCompressedShare).toBeGreaterThan(0.99)
    const near = Buffer.concat(
      Array.from({ length: 256 }, (_, at) =>
        once.subarray(Math.floor(at / 2) * 4096, Math.floor(at / 2) * 4096 + 4096),
      ),
    )
    const close = await measureContent(near)
    expect(close?.uniqueShare).toBe(0.5)
    expect(close?.compressedShare).toBeLessThan(0.6)
    expect(close?.uniqueCompressedShare).toBeGreaterThan(0.99)
  })

  it('leaves out a partial last block, and gives nothing for no data', async () => {
    expect(await measureContent(Buffer.concat([noise(8192), Buffer.alloc(100)]))).toMatchObject({
      uniqueShare: 1,
    })
    expect(await measureContent(Buffer.alloc(0))).toBeUndefined()
    expect(await measureContent(Buffer.alloc(4095))).toBeUndefined()
  })
})
