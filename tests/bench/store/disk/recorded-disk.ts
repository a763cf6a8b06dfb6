import { createHash } from 'node:crypto'

/** One change of a file or folder, as disk-shim.c recorded it. */
export interface DiskChange {
  /** Write, set the length, sync, unlink, link, rename. */
  readonly kind: 'W' | 'T' | 'S' | 'U' | 'L' | 'R'
  readonly path: string
  /** New name of a link or rename. */
  readonly other: string
  /** Offset of a write, new length. */
  readonly value: number
  readonly data: Buffer
}

/** Files by path as they are found after a crash. */
export type DiskState = ReadonlyMap<string, Buffer>

/** What survives of changes that were not synced. */
export type Survival =
  /** Nothing. */
  | 'synced only'
  /** Everything: the process died, the machine did not. */
  | 'all'
  /** Contents, but no new, renamed or removed name. */
  | 'contents only'
  /** Names, but no content. */
  | 'names only'
  /** Some sectors of some writes, and the names up to some point. */
  | 'some'

export function parseChanges(log: Buffer): readonly DiskChange[] {
  const changes: DiskChange[] = []
  let at = 0
  const take = (bytes: number) => log.subarray(at, (at += bytes))
  const takeText = () => take(take(4).readUInt32LE()).toString()
  while (at < log.length) {
    const kind = kindOf(take(1).toString())
    const path = takeText()
    const other = takeText()
    const value = Number(take(8).readBigUInt64LE())
    changes.push({ kind, path, other, value, data: take(take(4).readUInt32LE()) })
  }
  return changes
}

const kinds = ['W', 'T', 'S', 'U', 'L', 'R'] as const

function kindOf(letter: string): DiskChange['kind'] {
  const kind = kinds.find((one) => one === letter)
  if (!kind) throw new Error(`The recorder wrote "${letter}".`)
  return kind
}

interface Inode {
  synced: Buffer
  pending: DiskChange[]
}

type Names = Map<string, Inode>

/**
 * A disk that keeps of each file what was synced, and of the folder the names at its last sync, as POSIX allows.
 * Changes are applied one by one; after each the power may fail.
 */
export class RecordedDisk {
  readonly #synced: Names
  readonly #now: Names
  /** Changes of names since the folder was synced. */
  #pendingNames: ((names: Names) => void)[] = []

  constructor(files: DiskState) {
    this.#synced = new Map([...files].map(([path, synced]) => [path, { synced, pending: [] }]))
    this.#now = new Map(this.#synced)
  }

  apply(change: DiskChange): void {
    const { kind, path, other } = change
    if (kind === 'S') {
      const inode = this.#now.get(path)
      if (inode) {
        inode.synced = withChanges(inode.synced, inode.pending)
        inode.pending = []
        return
      }
      for (const rename of this.#pendingNames.splice(0)) rename(this.#synced)
      return
    }
    if (kind === 'W' || kind === 'T') {
      const inode = this.#now.get(path) ?? this.#create(path)
      inode.pending.push(change)
      return
    }
    const inode = this.#now.get(path)
    this.#changeNames((names) => {
      if (kind !== 'L') names.delete(path)
      if (kind !== 'U' && inode) names.set(other, inode)
    })
  }

  /** What is found after a crash now; `random` returns a number from 0 to below 1. */
  crash(survival: Survival, random: () => number): DiskState {
    const keepsNames = survival === 'all' || survival === 'names only'
    const names = new Map(keepsNames ? this.#now : this.#synced)
    if (survival === 'some')
      for (const rename of this.#pendingNames.slice(0, random() * (this.#pendingNames.length + 1)))
        rename(names)
    return new Map(
      [...names].map(([path, inode]) => [
        path,
        withChanges(inode.synced, this.#surviving(inode, survival, random)),
      ]),
    )
  }

  #surviving(inode: Inode, survival: Survival, random: () => number): readonly DiskChange[] {
    if (survival === 'all' || survival === 'contents only') return inode.pending
    if (survival !== 'some') return []
    return inode.pending.flatMap((change) =>
      change.kind === 'W' ? sectorsOf(change).filter(() => random() < 0.5) : random() < 0.5 ? [change] : [],
    )
  }

  #create(path: string): Inode {
    const inode = { synced: Buffer.alloc(0), pending: [] }
    this.#changeNames((names) => names.set(path, inode))
    return inode
  }

  #changeNames(change: (names: Names) => void): void {
    change(this.#now)
    this.#pendingNames.push(change)
  }
}

const sectorBytes = 512

function sectorsOf(write: DiskChange): readonly DiskChange[] {
  const parts: DiskChange[] = []
  for (let from = 0; from < write.data.length;) {
    const upTo = Math.min(write.data.length, from + sectorBytes - ((write.value + from) % sectorBytes))
    parts.push({ ...write, value: write.value + from, data: write.data.subarray(from, upTo) })
    from = upTo
  }
  return parts
}

function withChanges(content: Buffer, changes: readonly DiskChange[]): Buffer {
  if (changes.length === 0) return content
  let length = content.length
  let bytes = Buffer.from(content)
  const reserve = (end: number) => {
    if (end > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(end - bytes.length)])
  }
  for (const { kind, value, data } of changes) {
    if (kind === 'T') {
      reserve(value)
      bytes.fill(0, Math.min(value, length))
      length = value
      continue
    }
    reserve(value + data.length)
    data.copy(bytes, value)
    length = Math.max(length, value + data.length)
  }
  return bytes.subarray(0, length)
}

/** The same text for equal states. */
export function fingerprint(state: DiskState): string {
  const hash = createHash('sha256')
  for (const [path, content] of [...state].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${path}\n${content.length}\n`).update(content)
  return hash.digest('hex')
}
