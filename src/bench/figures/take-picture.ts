import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { RequestFailure } from '../../core/contract/request-failure'
import { mostPictureBytes, pictureProblem, readPictureHeader } from '../../core/pictures/picture-header'
import type { RowPicture } from '../store/tables/named-rows'
import { systemErrorText } from '../../core/errors/system-error'
import { readPicture } from './export-look'

/** Reads a logo or watermark from a file. Rejects with a RequestFailure for anything but a PNG or JPEG of moderate size. */
export async function takePicture(path: string): Promise<RowPicture> {
  return moderatePicture(basename(path), await readPictureFile(path, mostPictureBytes))
}

/** The same for a picture whose bytes are known. */
export async function moderatePicture(name: string, bytes: Uint8Array): Promise<RowPicture> {
  const header = readPictureHeader(bytes)
  const problem = pictureProblem(bytes, header)
  if (problem || !header)
    throw refused(
      `${name} ${problem?.text ?? 'is not a picture'}.`,
      problem?.remedy ?? 'Choose another file.',
    )
  // Only a small enough picture is unpacked, to verify that it can be.
  const { width, height } = await readPicture({ type: header.type, bytes })
  return { name: name.slice(0, 255), type: header.type, width, height, bytes }
}

/**
 * The file, or one byte more than allowed if it is longer. Rejects with a RequestFailure if it cannot be
 * read.
 */
export async function readPictureFile(path: string, mostBytes: number): Promise<Uint8Array> {
  let file
  try {
    // Opening a pipe would wait for its other end, and nothing could cancel that.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!(await file.stat()).isFile()) throw new Error('it is not a regular file')
    const buffer = new Uint8Array(mostBytes + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.slice(0, bytesRead)
  } catch (error) {
    throw refused(`${path} cannot be read: ${systemErrorText(error)}.`, 'Choose another file.')
  } finally {
    await file?.close()
  }
}

function refused(message: string, remedy: string): RequestFailure {
  return new RequestFailure({ id: 'picture-refused', message, remedy })
}
