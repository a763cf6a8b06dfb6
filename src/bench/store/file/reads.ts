import type { Connection } from './connection'

/**
 * What reading a results file needs: the file's one connection, or that connection borrowed by another thread
 * (borrowed-connection.ts).
 */
export type Reads = Pick<
  Connection,
  'path' | 'access' | 'version' | 'all' | 'first' | 'arrays' | 'read' | 'guard'
>

/** `work` on these reads, each call in its own `read`. */
export const reading =
  (reads: Reads) =>
  <A extends unknown[], T>(work: (reads: Reads, ...given: A) => T): ((...given: A) => T) =>
  (...given) =>
    reads.read(() => work(reads, ...given))
