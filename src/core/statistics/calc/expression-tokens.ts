/** A token of an expression: its text, and its value if it is a number. */
export interface Token {
  readonly text: string
  readonly number?: number
}

const pattern =
  /\s*(?:(\d+(?:\.(?!\.)\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|&&|\|\||[-+*/%^<>=?:()[\],!]))/y

const plainSigns: readonly (readonly [RegExp, string])[] = [
  [/[−–]/g, '-'],
  [/[×·]/g, '*'],
  [/÷/g, '/'],
  [/≤/g, '<='],
  [/≥/g, '>='],
  [/≠/g, '!='],
  [/⌊/g, 'floor('],
  [/⌋/g, ')'],
]

/** Splits an expression into tokens, or says at which place it can't. */
export function tokensOf(source: string): { readonly tokens: readonly Token[] } | { readonly badAt: number } {
  const text = plainSigns.reduce((current, [sign, plain]) => current.replace(sign, plain), source).trimEnd()
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const place = pattern.lastIndex
    const match = pattern.exec(text)
    if (match === null) return { badAt: place }
    const [, number, word, sign] = match
    tokens.push(
      number === undefined ? { text: word ?? sign ?? '' } : { text: number, number: Number(number) },
    )
  }
  return { tokens }
}
