import type { RequestError } from './bench-requests'

/** An error as it crosses a process boundary: message, remedy and id where the error carries them. */
export function requestError(error: unknown): RequestError {
  const message = error instanceof Error ? error.message : String(error)
  const remedy = textOf(error, 'remedy')
  const id = textOf(error, 'id')
  return { message, ...(remedy !== undefined && { remedy }), ...(id !== undefined && { id }) }
}

function textOf(error: unknown, key: 'remedy' | 'id'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : undefined
}
