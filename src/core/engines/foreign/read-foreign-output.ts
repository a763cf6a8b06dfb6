import { readForeignFio } from '../fio/foreign/read-foreign'
import { readForeignIozone } from '../iozone/foreign/read-foreign'
import type { ForeignOutput, ReadForeignOutput } from './foreign-output'

/** One reader per engine whose output files can be imported. */
const readers: readonly ReadForeignOutput[] = [readForeignFio, readForeignIozone]

/** What the first engine that knows the text finds in it; undefined where none does. */
export function readForeignOutput(text: string): ForeignOutput | undefined {
  for (const read of readers) {
    const output = read(text)
    if (output) return output
  }
  return undefined
}
