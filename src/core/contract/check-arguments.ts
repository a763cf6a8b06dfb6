import * as v from 'valibot'
import { RequestFailure } from './request-failure'

/** Deeper than anything the contract describes; anything nested deeper is rejected before it is examined. */
const deepestNesting = 64

/** Keys with which an object could change the prototype of other objects. No request has them. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The arguments of a request if they have the shape its schema requires. Throws a RequestFailure with the id
 * `bad-request` that names the request and the position. Both bench and shell check the window's requests with this.
 */
export function checkArguments(name: string, schema: v.GenericSchema, given: unknown): unknown {
  const refused = refusedPart(given)
  if (refused !== undefined) throw badRequest(`${name}: ${refused}`)
  const checked = v.safeParse(schema, given)
  if (checked.success) return checked.output
  const [issue] = checked.issues
  throw badRequest(`${name}: ${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`)
}

/** The error for a request that should never have been sent. */
export function badRequest(message: string): RequestFailure {
  return new RequestFailure({ id: 'bad-request', message })
}

/** Schemas check only the keys they know; a key like `__proto__` is in every object and would pass. */
function refusedPart(given: unknown): string | undefined {
  const seen = new Set<object>()
  const open: { value: unknown; depth: number }[] = [{ value: given, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    // Byte arrays have one key per byte.
    if (ArrayBuffer.isView(value)) continue
    if (depth > deepestNesting) return `nested more than ${deepestNesting} deep`
    for (const key of Object.keys(value)) {
      if (refusedKeys.has(key)) return `the key “${key}” is not allowed`
      open.push({ value: Reflect.get(value, key), depth: depth + 1 })
    }
  }
  return undefined
}
