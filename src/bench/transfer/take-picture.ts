import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { PictureType } from '../../core/figures/article-look'
import { RequestFailure } from '../../core/contract/request-failure'
import type { PresetPicture } from '../store/presets'
import { readPicture } from './export-look'

/** Larger files are no logos, and each export carries the picture. */
const mostBytes = 2 * 1024 * 1024
const mostDots = 8000

/** Reads a logo or watermark from a file. Rejects with a RequestFailure for anything but a PNG or JPEG of moderate size. */
export async function takePicture(path: string): Promise<PresetPicture> {
  const name = basename(path)
  const bytes = await readLimited(path, name)
  const type = typeOf(bytes)
  if (type === undefined) {
    throw refused(
      `${name} is neither a PNG nor a JPEG.`,
      'Convert it to PNG; SVG files may hold scripts and are not taken.',
    )
  }
  const { width, height } = await readPicture({ type, bytes })
  if (width > mostDots || height > mostDots || width < 1 || height < 1)
    throw refused(
      `${name} has ${width} by ${height} dots.`,
      `Scale it down to at most ${mostDots} dots a side.`,
    )
  return { name: name.slice(0, 255), type, width, height, bytes }
}

async function readLimited(path: string, name: string): Promise<Uint8Array> {
  let file
  try {
    file = await open(path, 'r')
  } catch {
    throw refused(`${path} cannot be read.`, 'Choose another file.')
  }
  try {
    const buffer = new Uint8Array(mostBytes + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (bytesRead > mostBytes) throw refused(`${name} is larger than 2 MiB.`, 'Scale it down first.')
    return buffer.slice(0, bytesRead)
  } finally {
    await file.close()
  }
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegStart = [0xff, 0xd8, 0xff]

/** What the first bytes say; a name can say anything. */
function typeOf(bytes: Uint8Array): PictureType | undefined {
  const begins = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  if (begins(pngStart)) return 'image/png'
  return begins(jpegStart) ? 'image/jpeg' : undefined
}

function refused(message: string, remedy: string): RequestFailure {
  return new RequestFailure({ id: 'picture-refused', message, remedy })
}
