/** Equal for names that people cannot tell apart: those that differ only in case or blanks. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The first free name of a copy: "Mix copy", "Mix copy (2)". At most 200 letters. */
export function copyName(name: string, taken: readonly { readonly name: string }[]): string {
  return freeName(`${name.replace(/ copy( \(\d+\))?$/, '').slice(0, 195)} copy`, taken)
}

/** The name, or if it is taken, the first free one with a number: "Mix (2)". Numbered names have at most 200 letters. */
export function freeName(name: string, taken: readonly { readonly name: string }[]): string {
  const keys = new Set(taken.map((one) => nameKey(one.name)))
  let free = name
  for (let number = 2; keys.has(nameKey(free)); number++) free = `${name.slice(0, 190)} (${String(number)})`
  return free
}
