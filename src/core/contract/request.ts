import * as v from 'valibot'

/** A request: the schema of its arguments, checked on arrival, and its answer, which is only a type. */
export interface Request<Schema extends v.GenericSchema, Answer> {
  readonly schema: Schema
  readonly answer?: Answer
}

/** Describes a request: `request<Plan>()({ planId })` takes an id and is answered with a plan. Unknown keys are rejected. */
export function request<Answer>() {
  return <Entries extends v.ObjectEntries>(
    entries: Entries,
  ): Request<v.StrictObjectSchema<Entries, undefined>, Answer> => ({ schema: v.strictObject(entries) })
}

/** Describes a request that is answered when it is done, with nothing. */
export const command = request<null>()

/** The arguments of a request as its sender has them. */
export type ArgumentsOf<R> =
  R extends Request<infer Schema, unknown>
    ? { readonly [K in keyof v.InferOutput<Schema>]: Sent<v.InferOutput<Schema>[K]> }
    : never
export type AnswerOf<R> = R extends Request<v.GenericSchema, infer Answer> ? Answer : never

/** Lists are only read. */
type Sent<T> = T extends readonly (infer E)[] ? readonly E[] : T

/** Id of a row of a results file. */
export const rowId = v.pipe(v.number(), v.integer(), v.minValue(1))
/** The order of all rows of a kind. */
export const rowIds = v.pipe(v.array(rowId), v.maxLength(10_000))
export const planId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
export const label = v.pipe(v.string(), v.maxLength(500))
/** Name of something the user creates. */
export const givenName = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest))
/** A name in a file; another program may have written a longer one. */
export const knownName = v.pipe(v.string(), v.maxLength(10_000))
/** Size of a terminal, in characters. */
export const terminalSize = {
  columns: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)),
  rows: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
}
