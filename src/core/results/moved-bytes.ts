/** What an engine says about the bytes that a run moved on its target, as far as the drive must have moved them, too. */
export type MovedBytes =
  | {
      /** Bytes of all requests that were counted; 0 for a direction that was not asked for. */
      readonly read: number
      readonly write: number
      /** Requests came before those that are counted, as in a ramp: the drive did more. */
      readonly hasUncounted: boolean
      /** Data was flushed meanwhile, for which file systems write as much again, or more, into their journal. */
      readonly flushes: boolean
    }
  /** Why it says nothing about the drive, to follow "because": "the page cache answers buffered requests". */
  | { readonly unknown: string }
