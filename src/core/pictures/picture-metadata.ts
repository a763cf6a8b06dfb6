import type { PictureHeader } from './picture-header'

/**
 * The picture without the metadata of a camera or program: place, time, owner, comments, thumbnails, and anything
 * after its end. Colours are unchanged. Undefined for a JPEG with an orientation, which has to be redrawn, and for a
 * file that does not contain what its header promises.
 */
export function withoutMetadata(bytes: Uint8Array, type: PictureHeader['type']): Uint8Array | undefined {
  switch (type) {
    case 'image/png':
      return cleanPng(bytes)
    case 'image/jpeg':
      return cleanJpeg(bytes)
    case 'image/webp':
      return cleanWebp(bytes)
  }
}

/** Chunks that determine the look of the pixels (PNG, third edition, section 11). */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
)

function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return undefined
    const name = wordAt(bytes, at + 4)
    if (pngChunks.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return joined(kept)
    at = end
  }
  return undefined
}

/** Segments up to the first scan; from there to the end of the picture everything is pixels (ITU-T T.81, annex B). */
function cleanJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda) {
      const end = endOfJpeg(bytes, at)
      if (end === undefined) return undefined
      return joined([...kept, bytes.subarray(at, end)])
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length) return undefined
    const name = wordAt(bytes, at + 4)
    if (marker === 0xe1 && name === 'Exif') return undefined
    const isProfile = marker === 0xe2 && name === 'ICC_'
    const isTold = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    // JFIF's density and Adobe's colour transform determine the look of the pixels.
    if (!isTold || isProfile || marker === 0xee || (marker === 0xe0 && name === 'JFIF'))
      kept.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

/** The end of the picture with a scan at this position; thumbnails and whole pictures may follow it. */
function endOfJpeg(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from + 2; at + 1 < bytes.length; at++)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2
  return undefined
}

/** Chunks with pixels and colours (RFC 9649, section 2.7). */
const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  const whole = Math.min(bytes.length, 8 + view.getUint32(4, true))
  for (let at = 12; at + 8 <= whole;) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > whole) return undefined
    const name = wordAt(bytes, at)
    if (webpChunks.has(name)) {
      const chunk = bytes.slice(at, end)
      // The flags of EXIF and XMP.
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~0b1100
      kept.push(chunk)
    }
    at = end
  }
  const body = joined(kept)
  const head = bytes.slice(0, 12)
  viewOf(head).setUint32(4, body.length + 4, true)
  return joined([head, body])
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function wordAt(bytes: Uint8Array, at: number): string {
  return Array.from(bytes.subarray(at, at + 4), (one) => String.fromCharCode(one)).join('')
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
