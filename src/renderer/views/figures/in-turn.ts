let last: Promise<unknown> = Promise.resolve()

/** Does one thing after the other, so that a gallery leaves the bench time for what else is asked of it. */
export function inTurn<T>(deed: () => Promise<T>): Promise<T> {
  const own = last.then(deed, deed)
  last = own.catch(() => undefined)
  return own
}
