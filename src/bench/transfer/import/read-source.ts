import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SkippedSource } from '../../../core/contract/import-report'
import type { SourceFile } from '../../store/review-store'
import { codeOf, type FoundFile } from './collect-files'

/** A file with its text. */
export interface Source extends SourceFile {
  readonly text: string
  /** In hex. */
  readonly sha256: string
}

const largestBytes = 256 * 1024 ** 2

/** Reads one file, or says why it is not read. */
export async function readSource(file: FoundFile): Promise<Source | SkippedSource> {
  const { path } = file
  const skip = (kind: SkippedSource['kind'], reason: string) => ({ path, part: '', kind, reason })
  if (file.sizeBytes === 0) return skip('failed', 'The file is empty; the engine wrote no result.')
  if (file.sizeBytes > largestBytes) return skip('damaged', 'The file is larger than 256 MiB.')
  try {
    return sourceOf(path, await readFile(path)) ?? skip('unknown', 'The file is no text.')
  } catch (error) {
    return skip('damaged', `The file cannot be read (${codeOf(error)}).`)
  }
}

/** Bytes as a source; undefined for what is no text. UTF-8, or UTF-16 with its mark, as spreadsheets save it. */
export function sourceOf(path: string, bytes: Uint8Array): Source | undefined {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isWide && bytes.subarray(0, 65_536).includes(0)) return undefined
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name: outputName(path), path, bytes, text, sha256 }
}

/** The file's name in the letters an output may have. */
function outputName(path: string): string {
  const name = basename(path).replace(/[^\w.-]+/g, '_')
  return name.length > 100 ? name.slice(-100) : name || 'file'
}
