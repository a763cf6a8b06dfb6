import { createHash, randomBytes } from 'node:crypto'
import { HostError } from '../host-error'
import { noiseBytes } from '../host-limits'
import type { ExecuteOptions, ExecuteResult } from '../host'
import files from './files.sh'

const filesScript = `# benchwright files\n${files}`

interface Wanted {
  readonly path: string
  readonly limitBytes: number
  resolve(bytes: Uint8Array | undefined): void
  reject(error: Error): void
}

type Execute = (script: string, options: ExecuteOptions) => Promise<ExecuteResult>

/** Enough for 64 MiB over a slow line. */
const timeoutMs = 600_000
/** Length of the line before a file: mark, kind, length and checksum. */
const longestLine = 200
/** A file that changed while it was read is read again. */
const mostTries = 3

/**
 * Reads files of a host as bytes, each checked against its length and checksum. Simultaneous requests share
 * one session.
 */
export class FileFetcher {
  #wanted: Wanted[] = []

  constructor(
    private readonly execute: Execute,
    private readonly hostName: string,
  ) {}

  fetch(path: string, limitBytes: number): Promise<Uint8Array | undefined> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ path, limitBytes, resolve, reject })
      if (this.#wanted.length === 1) setImmediate(() => void this.#fetchAll(this.#wanted.splice(0), 1))
    })
  }

  async #fetchAll(wanted: readonly Wanted[], tries: number): Promise<void> {
    const nonce = randomBytes(9).toString('hex')
    try {
      const answer = await this.execute(filesScript, {
        arguments: [nonce, ...wanted.flatMap(({ path, limitBytes }) => [String(limitBytes), path])],
        purpose: purposeOf(wanted.map(({ path }) => path)),
        timeoutMs,
        limitBytes: wanted.reduce((sum, { limitBytes }) => sum + limitBytes, noiseBytes),
      })
      const files = readFiles(Buffer.from(answer.stdout), nonce)
      const damaged: Wanted[] = []
      wanted.forEach((one, at) => {
        const file = files[at]
        if (file === undefined || file.kind === 'damaged') damaged.push(one)
        else this.#settle(one, file)
      })
      if (damaged.length === 0) return
      if (tries < mostTries) await this.#fetchAll(damaged, tries + 1)
      else for (const one of damaged) one.reject(this.#error(one.path, 'did not arrive as it is on the host'))
    } catch (error) {
      for (const one of wanted) one.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #settle(one: Wanted, file: FetchedFile): void {
    if (file.kind === 'file') one.resolve(file.bytes)
    else if (file.kind === 'missing') one.resolve(undefined)
    else if (file.kind === 'not-a-file')
      one.reject(this.#error(one.path, 'is not an ordinary file', file.kind))
    else if (file.kind !== 'too-large') one.reject(this.#error(one.path, 'cannot be read'))
    else {
      const text = `is ${String(file.size)} bytes long, more than the ${String(one.limitBytes)} bytes that are read`
      const remedy = 'Look at the file on the host: something other than its owner may have written it.'
      one.reject(new HostError(`${one.path} on ${this.hostName} ${text}.`, remedy, 'too-large'))
    }
  }

  #error(path: string, what: string, id?: HostError['id']): HostError {
    const text = `${path} on ${this.hostName} ${what}.`
    return new HostError(text, 'Check its permissions and the disk it is on.', id)
  }
}

export type FetchedFile =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' | 'unreadable' | 'not-a-file' | 'damaged' }
  | { readonly kind: 'too-large'; readonly size: number }

/** The files that files.sh printed, in order, up to the first damage in the output. */
export function readFiles(answer: Buffer, nonce: string): readonly FetchedFile[] {
  const files: FetchedFile[] = []
  let at = 0
  while (at < answer.length) {
    const lineEnd = answer.indexOf('\n', at)
    if (lineEnd < 0) return files
    if (lineEnd - at > longestLine) return files
    const [mark, kind, size = '', sum = ''] = answer.toString('latin1', at, lineEnd).trim().split(' ')
    // No file length has more digits.
    if (mark !== `@${nonce}` || !/^\d{0,15}$/.test(size)) return files
    at = lineEnd + 1
    if (kind === 'missing' || kind === 'unreadable' || kind === 'not-a-file') files.push({ kind })
    else if (kind === 'too-large') files.push({ kind, size: Number(size) })
    else if (kind === 'file' && size !== '') {
      const bytes = answer.subarray(at, at + Number(size))
      at += Number(size) + 1
      const isWhole = bytes.length === Number(size) && (sum === 'none' || sha256(bytes) === sum)
      files.push(isWhole ? { kind, bytes } : { kind: 'damaged' })
    } else return files
  }
  return files
}

function purposeOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${String(others.length)} more files`
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
