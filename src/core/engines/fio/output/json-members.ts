/** An object as JSON.parse gives it. Members are only read through the functions below, so `__proto__` and the like are just names. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function memberOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = memberOf(object, key)
  return isObject(value) ? value : undefined
}

export function listAt(object: JsonObject, key: string): readonly unknown[] | undefined {
  const value = memberOf(object, key)
  return Array.isArray(value) ? value : undefined
}

export function textAt(object: JsonObject, key: string): string | undefined {
  const value = memberOf(object, key)
  return typeof value === 'string' ? value : undefined
}

/** A finite number that is 0 or more; fio has no others. Anything else is absent. */
export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = memberOf(object, key)
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
