/** The first bytes of a PNG of this size, which cannot be decoded. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([header, size, Buffer.from('0806000000', 'hex'), Buffer.alloc(4)])
}

/** The first bytes of a JPEG of this size: a comment, then the header of a frame. */
export function jpegOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([Buffer.from('ffd8fffe00046869ffc0001108', 'hex'), size, Buffer.alloc(12)])
}
