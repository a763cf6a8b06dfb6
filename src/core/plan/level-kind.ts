/** How a level is written and read. An engine's `FieldKind` is one of these. */
export type LevelKind =
  | { readonly type: 'seconds' | 'integer'; readonly min?: number; readonly max?: number }
  | {
      readonly type: 'bytes'
      readonly min?: number
      readonly max?: number
      /** `KB` and `MB` are of 1024, as engines read them and print names block sizes; else of 1000, as drives are sold. */
      readonly counts?: 'binary'
    }
  | {
      readonly type: 'percent'
      /** Levels that are no percentage but stand beside them on the same axis. */
      readonly words?: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly type: 'boolean' }
  | {
      readonly type: 'choice'
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | {
      readonly type: 'names'
      readonly names: readonly { readonly value: string; readonly label: string }[]
      readonly all?: { readonly value: string; readonly label: string }
    }
  | { readonly type: 'text'; readonly pattern?: string }

/** True for kinds whose levels are numbers, so that ranges make sense. */
export function isNumeric(kind: LevelKind): boolean {
  return (
    kind.type === 'bytes' || kind.type === 'seconds' || kind.type === 'integer' || kind.type === 'percent'
  )
}
