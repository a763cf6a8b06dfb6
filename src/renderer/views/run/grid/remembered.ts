/** Memoises a function of an object. Whatever changes must be passed as a new object. */
export function remembered<K extends object, T>(workOut: (from: K) => T): (from: K) => T {
  const known = new WeakMap<K, { readonly answer: T }>()
  return (from) => {
    let found = known.get(from)
    if (!found) known.set(from, (found = { answer: workOut(from) }))
    return found.answer
  }
}
