import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

/** What a piece of data is made of; see docs/method.md. */
export interface MeasuredContent {
  readonly compressedShare: number
  readonly uniqueCompressedShare: number
  readonly uniqueShare: number
}

const pieceBytes = 128 * 1024
const blockBytes = 4096
const deflateLater = promisify<Uint8Array, { level: number }, Buffer>(deflate)

/**
 * Compresses with zlib level 1 in pieces of 128 KiB, and counts distinct blocks of 4 KiB; a last part of a block is left
 * out. Compression runs beside the event loop, so that a campaign is not held up. Empty data are undefined.
 */
export async function measureContent(data: Uint8Array): Promise<MeasuredContent | undefined> {
  const whole = Math.floor(data.length / blockBytes) * blockBytes
  if (whole === 0) return undefined
  const seen = new Set<string>()
  const distinct: Uint8Array[] = []
  for (let at = 0; at < whole; at += blockBytes) {
    const block = data.subarray(at, at + blockBytes)
    const hash = createHash('sha1').update(block).digest('base64')
    if (!seen.has(hash)) distinct.push(block)
    seen.add(hash)
    if (at % (8 * 1024 * 1024) === 0) await nextTurn()
  }
  const blocks = whole / blockBytes
  const unique = Buffer.concat(distinct)
  const compressed = await compressedBytes(data.subarray(0, whole))
  const uniqueCompressed = unique.length === whole ? compressed : await compressedBytes(unique)
  return {
    compressedShare: compressed / whole,
    uniqueCompressedShare: uniqueCompressed / unique.length,
    uniqueShare: seen.size / blocks,
  }
}

async function compressedBytes(data: Uint8Array): Promise<number> {
  let bytes = 0
  for (let at = 0; at < data.length; at += pieceBytes) {
    const piece = await deflateLater(data.subarray(at, at + pieceBytes), { level: 1 })
    bytes += piece.length
  }
  return bytes
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
