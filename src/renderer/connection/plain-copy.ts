import { isReactive, isReadonly, isRef, toRaw, unref } from 'vue'

/**
 * Copies data without Vue's proxies, which structured clone refuses. Keys with the value undefined are omitted, as
 * the contract's checks expect.
 */
export function plainCopy(value: unknown): unknown {
  const raw = isRef(value) ? unref(value) : isReactive(value) || isReadonly(value) ? toRaw(value) : value
  if (Array.isArray(raw)) return raw.map(plainCopy)
  // A byte array is a single value.
  if (ArrayBuffer.isView(raw)) return raw
  if (typeof raw !== 'object' || raw === null) return raw
  const copy: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(raw)) {
    if (part !== undefined) copy[key] = plainCopy(part)
  }
  return copy
}
