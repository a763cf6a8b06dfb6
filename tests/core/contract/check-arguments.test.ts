import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { checkArguments } from '../../../src/core/contract/check-arguments'
import { RequestFailure } from '../../../src/core/contract/request-failure'

const schema = v.strictObject({ id: v.number(), inner: v.optional(v.record(v.string(), v.unknown())) })
const check = (given: unknown) => checkArguments('plan.get', schema, given)

function messageOf(given: unknown): string {
  try {
    check(given)
  } catch (error) {
    expect(error).toBeInstanceOf(RequestFailure)
    expect(error).toMatchObject({ id: 'bad-request' })
    return (error as RequestFailure).message
  }
  throw new Error('It was let through.')
}

describe('checkArguments', () => {
  it('returns the arguments as the schema parsed them', () => {
    expect(check({ id: 1 })).toEqual({ id: 1 })
  })

  it('names the request and the location of the fault', () => {
    expect(messageOf({ id: 'one' })).toMatch(/^plan\.get: id: /)
    expect(messageOf(undefined)).toMatch(/^plan\.get: arguments: /)
    expect(messageOf({ id: 1, more: true })).toMatch(/^plan\.get: more: /)
  })

  // Every object has these keys, so a schema alone would accept them as known ones.
  it.each(['__proto__', 'constructor', 'prototype'])(
    'refuses the key %s, at the top level and nested',
    (key) => {
      const hostile = JSON.parse(`{ "id": 1, "${key}": { "isAdmin": true } }`) as object
      expect(messageOf(hostile)).toBe(`plan.get: the key “${key}” is not allowed`)
      expect(messageOf({ id: 1, inner: { list: [hostile] } })).toContain(key)
    },
  )

  it('refuses endless nesting, and copes with circles and with many paths to one part', () => {
    let deep: unknown = {}
    for (let level = 0; level < 10_000; level++) deep = { next: deep }
    expect(messageOf({ id: 1, inner: deep })).toContain('nested more than')

    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(check({ id: 1, inner: circle })).toMatchObject({ id: 1 })

    let doubled: unknown = {}
    for (let level = 0; level < 50; level++) doubled = { one: doubled, other: doubled }
    expect(check({ id: 1, inner: doubled })).toMatchObject({ id: 1 })
  })
})
