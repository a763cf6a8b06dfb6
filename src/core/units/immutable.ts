/** A type as it is handed around: nothing in it can be replaced, however deep. */
export type Immutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: Immutable<T[K]> }
