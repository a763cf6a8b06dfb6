/** Pictures that an article can hold whatever its format. */
export const pictureTypes = ['image/png', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]

/** What a picture's header says before it is unpacked. */
export interface PictureHeader<Type extends string = PictureType | 'image/webp'> {
  readonly type: Type
  /** Dots. */
  readonly width: number
  readonly height: number
}

/** Larger files are not logos, and each export includes the picture. */
export const mostPictureBytes = 2 * 1024 * 1024
/** Maximum pixels per side, and of the whole picture: unpacked, each takes four bytes. */
const mostPictureSide = 8000
const mostPictureDots = 32_000_000

/** Type and size by the first bytes, because a name can say anything; undefined for anything but a PNG or JPEG. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader<PictureType> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begins = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  if (begins(pngStart)) {
    if (bytes.length < 24 || view.getUint32(12) !== pngHeaderChunk) return undefined
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  }
  return begins(jpegStart) ? readJpegHeader(view) : undefined
}

/** The same, and WebP besides. */
export function readPhotoHeader(bytes: Uint8Array): PictureHeader | undefined {
  return readPictureHeader(bytes) ?? readWebpHeader(bytes)
}

/** Why a picture is neither stored nor drawn, with the remedy; undefined if it is acceptable. */
export function pictureProblem(
  bytes: Uint8Array,
  header: PictureHeader | undefined,
): { readonly text: string; readonly remedy: string } | undefined {
  if (bytes.length > mostPictureBytes) return { text: 'is larger than 2 MiB', remedy: 'Scale it down first.' }
  if (header === undefined)
    return {
      text: 'is neither a PNG nor a JPEG',
      remedy: conversionRemedy(bytes),
    }
  return dotsProblem(header)
}

/** What to do with a file that is no picture of the types taken. */
export function conversionRemedy(bytes: Uint8Array): string {
  return /<svg[\s:>]/i.test(textOf(bytes.subarray(0, svgSearchBytes)))
    ? 'Convert it to PNG first; SVG files may hold scripts and are not taken.'
    : 'Choose a picture, or convert it to PNG or JPEG first.'
}

/** An SVG may begin with a declaration and comments. */
const svgSearchBytes = 4096

/** Why a picture has too many pixels to be unpacked, or none; undefined if it is acceptable. */
export function dotsProblem(
  header: PictureHeader,
): { readonly text: string; readonly remedy: string } | undefined {
  const { width, height } = header
  const fits = width >= 1 && height >= 1 && width <= mostPictureSide && height <= mostPictureSide
  if (fits && width * height <= mostPictureDots) return undefined
  return {
    text: `has ${width} by ${height} dots`,
    remedy: `Scale it down to at most ${mostPictureSide} dots a side and ${mostPictureDots / 1_000_000} million in all.`,
  }
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** `IHDR`, always the first. */
const pngHeaderChunk = 0x49484452
const jpegStart = [0xff, 0xd8, 0xff]

/** Steps from segment to segment to the one that starts a frame (ITU-T T.81, B.2.2). */
function readJpegHeader(view: DataView): PictureHeader<PictureType> | undefined {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

/** The first chunk of a WebP file gives its size (RFC 9649, section 2). */
function readWebpHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (at: number) => textOf(bytes.subarray(at, at + 4))
  if (bytes.length < 30 || word(0) !== 'RIFF' || word(8) !== 'WEBP') return undefined
  const size = (width: number, height: number) => ({ type: 'image/webp' as const, width, height })
  switch (word(12)) {
    case 'VP8X':
      return size(
        1 + (view.getUint16(24, true) | (view.getUint8(26) << 16)),
        1 + (view.getUint16(27, true) | (view.getUint8(29) << 16)),
      )
    case 'VP8 ':
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return size(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff))
    }
    default:
      return undefined
  }
}

/** One letter for each byte. */
const textOf = (bytes: Uint8Array) => Array.from(bytes, (one) => String.fromCharCode(one)).join('')
