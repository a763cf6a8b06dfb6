import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'
import { RequestFailure } from '../../core/contract/request-failure'
import {
  conversionRemedy,
  dotsProblem,
  mostPictureBytes,
  readPhotoHeader,
  readPictureHeader,
} from '../../core/pictures/picture-header'
import { withoutMetadata } from '../../core/pictures/picture-metadata'
import { mostStoredPictureBytes, type NewPicture } from '../store/tables/pictures'
import type { RowPicture } from '../store/tables/named-rows'

interface Limits {
  /** Dots on the longer side: as many as its place can show. */
  readonly longestSide: number
  readonly mostBytes: number
  readonly keepsWebp: boolean
}

const onPage: Limits = { longestSide: 2400, mostBytes: mostStoredPictureBytes, keepsWebp: true }
const onCard: Limits = { longestSide: 1200, mostBytes: mostPictureBytes, keepsWebp: false }
/** Quality of a redrawn picture. */
const jpegQuality = 88

/**
 * A picture for a document, recognized by its content and not its name: without metadata, turned upright,
 * scaled down to what a page can show. Rejects with a RequestFailure for anything but a PNG, JPEG or WebP
 * that can be drawn.
 */
export async function takePhoto(
  name: string,
  bytes: Uint8Array,
  { longestSide, mostBytes, keepsWebp } = onPage,
): Promise<NewPicture> {
  if (bytes.length === 0) throw refused(`${name} is empty.`, 'Copy it again, or choose another file.')
  const header = readPhotoHeader(bytes)
  if (header === undefined) throw refused(`${name} is not a PNG, JPEG or WebP.`, conversionRemedy(bytes))
  const problem = dotsProblem(header)
  if (problem) throw refused(`${name} ${problem.text}.`, problem.remedy)
  const image = await decoded(name, bytes)
  const clean = withoutMetadata(bytes, header.type)
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const fits = clean !== undefined && scale === 1 && clean.length <= mostBytes
  const isKept = fits && (keepsWebp || header.type !== 'image/webp')
  const content = isKept ? clean : await redrawn(image, scale, header.type, mostBytes)
  const made = readPhotoHeader(content)
  if (made === undefined || content.length > mostBytes)
    throw refused(`${name} is too large even when it is scaled down.`, 'Save it as a JPEG first.')
  return { name: name.slice(0, 255), ...made, content }
}

/** The same for the card of a device: a PNG or JPEG of at most 2 MiB, whatever its format was. */
export async function takeDevicePhoto(name: string, bytes: Uint8Array): Promise<RowPicture> {
  const { name: shortName, content } = await takePhoto(name, bytes, onCard)
  const header = readPictureHeader(content)
  if (header === undefined) throw refused(`${name} is not a PNG or JPEG.`, 'Convert it first.')
  return { name: shortName, ...header, bytes: content }
}

/** A picture with transparency stays a PNG if that is small enough; any other becomes a JPEG. */
async function redrawn(image: Image, scale: number, type: string, mostBytes: number): Promise<Uint8Array> {
  const size = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = createCanvas(size(image.width), size(image.height))
  const ink = canvas.getContext('2d')
  ink.imageSmoothingQuality = 'high'
  const draw = () => ink.drawImage(image, 0, 0, canvas.width, canvas.height)
  draw()
  if (type !== 'image/jpeg') {
    const png = await canvas.encode('png')
    if (png.length <= mostBytes) return png
    // On white, as a page would show it.
    ink.fillStyle = '#ffffff'
    ink.fillRect(0, 0, canvas.width, canvas.height)
    draw()
  }
  return canvas.encode('jpeg', jpegQuality)
}

async function decoded(name: string, bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(Buffer.from(bytes))
  } catch {
    throw refused(
      `${name} is damaged or cut off: it cannot be drawn.`,
      'Save it again in a picture program, or choose another file.',
    )
  }
}

function refused(message: string, remedy: string): RequestFailure {
  return new RequestFailure({ id: 'picture-refused', message, remedy })
}
