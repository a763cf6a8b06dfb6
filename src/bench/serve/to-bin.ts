import type { BinKind, Deleted } from '../../core/contract/review'
import { usesOf } from '../articles/uses'
import type { Session } from './session'

/** Deletes something, with what it was used in until then. `remove` puts it into the bin; its key may be known only then. */
export function toBin(
  session: Session,
  kind: BinKind,
  { key, name }: { readonly key: number | undefined; readonly name: string },
  remove: () => unknown,
): Deleted {
  const usedIn = key === undefined ? [] : usesOf(session.review, kind, key)
  const deleted = remove()
  return { item: { kind, key: key ?? (typeof deleted === 'number' ? deleted : 0), name }, usedIn }
}

/** Removes what is in the bin for good, with the data files of its campaigns, and gives the space back to the disk. */
export async function emptyBin(session: Session): Promise<void> {
  const writer = session.writer()
  const runner = session.writingRunner()
  for (const { kind, key } of writer.bin.list()) {
    if (kind === 'campaign') await runner.erase(key)
    else writer.bin.erase(kind, key)
    // Others wait no longer than for one of them.
    await new Promise((resolve) => setImmediate(resolve))
  }
  writer.bin.compact()
}
