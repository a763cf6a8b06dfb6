/** Bytes of the signature and of the header chunk, behind which the chunk of the density may stand. */
const afterHeader = 8 + 25

/** A PNG that says how large it is: as its `pHYs` chunk, dots per metre (PNG 3, section 11.3.4.3). */
export function withDensity(png: Uint8Array, dotsPerInch: number): Uint8Array {
  const content = new DataView(new ArrayBuffer(13))
  for (const [at, letter] of Array.from('pHYs').entries()) content.setUint8(at, letter.charCodeAt(0))
  const perMetre = Math.round(dotsPerInch / 0.0254)
  content.setUint32(4, perMetre)
  content.setUint32(8, perMetre)
  // The unit is the metre.
  content.setUint8(12, 1)
  const chunk = new DataView(new ArrayBuffer(21))
  const bytes = new Uint8Array(chunk.buffer)
  chunk.setUint32(0, 9)
  bytes.set(new Uint8Array(content.buffer), 4)
  chunk.setUint32(17, checksum(new Uint8Array(content.buffer)))
  return Buffer.concat([png.subarray(0, afterHeader), bytes, png.subarray(afterHeader)])
}

/** CRC-32 of ISO 3309, which PNG asks for; the one of Node is not in every release that runs this. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
