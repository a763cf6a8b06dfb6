import * as v from 'valibot'
import { RequestFailure } from './request-failure'

/** Deeper than anything the contract describes; what nests further is refused before it is looked at. */
const deepestNesting = 64

/** Keys with which an object could change what other objects are. No request has them. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The arguments of a request if they have the shape its schema asks for. Throws a RequestFailure with the id
 * `bad-request` that names the request and the place. Both ends that answer a window check with this.
 */
export function checkArguments(name: string, schema: v.GenericSchema, given: unknown): unknown {
  const refused = refusedPart(given)
  if (refused !== undefined) throw badRequest(`${name}: ${refused}`)
  const checked = v.safeParse(schema, given)
  if (checked.success) return checked.output
  const [issue] = checked.issues
  throw badRequest(`${name}: ${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`)
}

/** The error of a request that should never have been sent. */
export function badRequest(message: string): RequestFailure {
  return new RequestFailure({ id: 'bad-request', message })
}

/** Schemas look at the keys they know; a key like `__proto__` is in every object and would pass them. */
function refusedPart(given: unknown): string | undefined {
  const seen = new Set<object>()
  const open: { value: unknown; depth: number }[] = [{ value: given, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    // Bytes have one key each.
    if (ArrayBuffer.isView(value)) continue
    if (depth > deepestNesting) return `nested more than ${deepestNesting} deep`
    for (const key of Object.keys(value)) {
      if (refusedKeys.has(key)) return `the key “${key}” is not allowed`
      open.push({ value: Reflect.get(value, key), depth: depth + 1 })
    }
  }
  return undefined
}
