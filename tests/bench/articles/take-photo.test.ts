import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { takePhoto } from '../../../src/bench/articles/take-photo'

const secret = 'GPS 48.8584 N 2.2945 E, owner'

function picture() {
  const canvas = createCanvas(60, 40)
  const ink = canvas.getContext('2d')
  ink.fillStyle = '#c03020'
  ink.fillRect(0, 0, 30, 40)
  return canvas
}

/** A JPEG with a segment inserted after its start. */
function jpegWith(marker: number, content: Buffer): Uint8Array {
  const jpeg = picture().toBuffer('image/jpeg')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A PNG with a text chunk inserted after its header, with a checksum that readers ignore. */
function pngWithText(): Uint8Array {
  const png = picture().toBuffer('image/png')
  const content = Buffer.from(`Comment\0${secret}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const chunk = Buffer.concat([length, Buffer.from('tEXt'), content, Buffer.alloc(4)])
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

describe('an imported picture', () => {
  it.each([
    ['comment of a JPEG', jpegWith(0xfe, Buffer.from(secret))],
    ['Exif of a JPEG', jpegWith(0xe1, Buffer.from(`Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0${secret}`, 'latin1'))],
    ['XMP of a JPEG', jpegWith(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${secret}`))],
    ['text after the end of a JPEG', Buffer.concat([picture().toBuffer('image/jpeg'), Buffer.from(secret)])],
    ['text after the end of a PNG', Buffer.concat([picture().toBuffer('image/png'), Buffer.from(secret)])],
    ['text of a PNG', pngWithText()],
  ])('loses the %s, and no dot', async (_, bytes) => {
    expect(Buffer.from(bytes).includes(secret)).toBe(true)
    const { content, width, height } = await takePhoto('photo', bytes)
    expect(Buffer.from(content).includes(secret)).toBe(false)
    expect([width, height]).toEqual([60, 40])
    const canvas = createCanvas(60, 40)
    const ink = canvas.getContext('2d')
    ink.drawImage(await loadImage(Buffer.from(content)), 0, 0)
    const [red = 0, green = 0] = ink.getImageData(10, 20, 1, 1).data
    expect(red).toBeGreaterThan(170)
    expect(green).toBeLessThan(70)
  })

  it.each([
    ['notes.png', 'no picture', 'Choose a picture, or convert it to PNG or JPEG first.'],
    [
      'x.svg',
      '<?xml version="1.0"?>\n<!-- <b> -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      'Convert it to PNG first; SVG files may hold scripts and are not taken.',
    ],
  ])('is refused if it is not one, such as %s, with its own remedy', async (name, text, remedy) => {
    await expect(takePhoto(name, Buffer.from(text))).rejects.toMatchObject({
      message: `${name} is not a PNG, JPEG or WebP.`,
      remedy,
    })
  })

  it('is refused with the reason if it is empty or damaged', async () => {
    const png = picture().toBuffer('image/png')
    const wrongLength = Buffer.from(png)
    wrongLength.writeUInt32BE(0x7fffffff, 33)
    await expect(takePhoto('x.png', new Uint8Array())).rejects.toThrow('x.png is empty.')
    for (const bytes of [wrongLength, png.subarray(0, 60)])
      await expect(takePhoto('x.png', bytes)).rejects.toThrow(
        'x.png is damaged or cut off: it cannot be drawn.',
      )
  })
})
