import { tokensOf, type Token } from './expression-tokens'

/** What an expression may refer to: numbers by name, and earlier values of the series it defines. */
export interface Scope {
  readonly variables: Record<string, number>
  readonly earlier: (name: string, index: number) => number
}

/** A parsed expression; true is 1 and false is 0. */
export type Expression = (scope: Scope) => number

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  trunc: Math.trunc,
  int: Math.trunc,
  abs: Math.abs,
  sign: Math.sign,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  min: Math.min,
  max: Math.max,
  pow: Math.pow,
  mod: (a = NaN, b = NaN) => modulo(a, b),
  odd: (a = NaN) => Number(modulo(a, 2) === 1),
  even: (a = NaN) => Number(modulo(a, 2) === 0),
}

const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, true: 1, false: 0 }

const reserved = new Set(['mod', 'div', 'and', 'or', 'not', 'if', 'else', 'is', 'odd', 'even'])

/**
 * Parses the small language in which cases describe generated series: arithmetic, `mod` (never negative), comparisons,
 * `x odd`, `and`/`or`/`not`, `c ? a : b`, `a if c else b`, usual functions, and `y[i-1]`. Throws a SyntaxError.
 */
export function parseExpression(source: string): Expression {
  const result = tokensOf(source)
  if ('badAt' in result) throw new SyntaxError(`"${source}" cannot be read at place ${result.badAt + 1}`)
  const parser = new Parser(result.tokens, source)
  return parser.whole()
}

/** Remainder with the sign of the divisor. */
function modulo(a: number, b: number): number {
  return a - b * Math.floor(a / b)
}

class Parser {
  private place = 0

  constructor(
    private readonly tokens: readonly Token[],
    private readonly source: string,
  ) {}

  whole(): Expression {
    const expression = this.conditional()
    if (this.place < this.tokens.length) throw this.unexpected()
    return expression
  }

  private conditional(): Expression {
    const first = this.either()
    if (this.take('?')) {
      const yes = this.conditional()
      this.need(':')
      const no = this.conditional()
      return (scope) => (first(scope) !== 0 ? yes(scope) : no(scope))
    }
    if (!this.take('if')) return first
    const condition = this.either()
    this.need('else')
    const no = this.conditional()
    return (scope) => (condition(scope) !== 0 ? first(scope) : no(scope))
  }

  private either(): Expression {
    let left = this.both()
    while (this.take('or', '||')) {
      const [a, b] = [left, this.both()]
      left = (scope) => Number(a(scope) !== 0 || b(scope) !== 0)
    }
    return left
  }

  private both(): Expression {
    let left = this.negation()
    while (this.take('and', '&&')) {
      const [a, b] = [left, this.negation()]
      left = (scope) => Number(a(scope) !== 0 && b(scope) !== 0)
    }
    return left
  }

  private negation(): Expression {
    if (!this.take('not', '!')) return this.comparison()
    const inner = this.negation()
    return (scope) => Number(inner(scope) === 0)
  }

  /** Chains as in mathematics: 10 <= i < 20. */
  private comparison(): Expression {
    let left = this.sum()
    let chain: Expression | undefined
    for (;;) {
      this.take('is')
      const parity = this.take('odd', 'even')
      if (parity !== undefined) {
        const [value, wanted] = [left, parity === 'odd' ? 1 : 0]
        return (scope) => Number(modulo(value(scope), 2) === wanted)
      }
      const sign = this.take('<', '<=', '>', '>=', '==', '=', '!=')
      if (sign === undefined) return chain ?? left
      const [a, b, before] = [left, this.sum(), chain]
      chain = (scope) => (before !== undefined && before(scope) === 0 ? 0 : compare(sign, a(scope), b(scope)))
      left = b
    }
  }

  private sum(): Expression {
    let left = this.product()
    for (;;) {
      const sign = this.take('+', '-')
      if (sign === undefined) return left
      const [a, b] = [left, this.product()]
      left = sign === '+' ? (scope) => a(scope) + b(scope) : (scope) => a(scope) - b(scope)
    }
  }

  private product(): Expression {
    let left = this.signed()
    for (;;) {
      const sign = this.take('*', '/', '%', 'mod', 'div') ?? (this.juxtaposed() ? '*' : undefined)
      if (sign === undefined) return left
      const [a, b] = [left, this.signed()]
      if (sign === '*') left = (scope) => a(scope) * b(scope)
      else if (sign === '/') left = (scope) => a(scope) / b(scope)
      else if (sign === 'div') left = (scope) => Math.floor(a(scope) / b(scope))
      else left = (scope) => modulo(a(scope), b(scope))
    }
  }

  private signed(): Expression {
    if (this.take('+')) return this.signed()
    if (!this.take('-')) return this.power()
    const inner = this.signed()
    return (scope) => -inner(scope)
  }

  private power(): Expression {
    const base = this.atom()
    if (!this.take('^', '**')) return base
    const exponent = this.signed()
    return (scope) => base(scope) ** exponent(scope)
  }

  private atom(): Expression {
    const token = this.tokens[this.place]
    if (token === undefined) throw this.unexpected()
    this.place++
    const { number, text } = token
    if (number !== undefined) return () => number
    if (text === '(') return this.closedBy(')')
    if (!/^[A-Za-z_]/.test(text)) {
      this.place--
      throw this.unexpected()
    }
    if (this.take('[')) {
      const index = this.closedBy(']')
      return (scope) => scope.earlier(text, index(scope))
    }
    if (Object.hasOwn(functions, text) && this.take('(')) return this.call(text)
    return (scope) => {
      const value = scope.variables[text] ?? constants[text]
      if (value === undefined) throw new SyntaxError(`"${text}" in "${this.source}" has no value`)
      return value
    }
  }

  private call(name: string): Expression {
    const values: Expression[] = []
    do values.push(this.conditional())
    while (this.take(','))
    this.need(')')
    const run = functions[name] ?? (() => NaN)
    return (scope) => run(...values.map((value) => value(scope)))
  }

  private closedBy(end: string): Expression {
    const inner = this.conditional()
    this.need(end)
    return inner
  }

  /** A number directly before a name or a bracket, as in 6i. */
  private juxtaposed(): boolean {
    const next = this.tokens[this.place]
    if (next === undefined || this.tokens[this.place - 1]?.number === undefined) return false
    return next.text === '(' || (/^[A-Za-z_]/.test(next.text) && !reserved.has(next.text))
  }

  private take(...texts: readonly string[]): string | undefined {
    const text = this.tokens[this.place]?.text
    if (text === undefined || !texts.includes(text)) return undefined
    this.place++
    return text
  }

  private need(text: string): void {
    if (this.take(text) === undefined) throw this.unexpected()
  }

  private unexpected(): SyntaxError {
    const token = this.tokens[this.place]
    return new SyntaxError(
      token === undefined
        ? `"${this.source}" ends too early`
        : `"${this.source}" has an unexpected "${token.text}"`,
    )
  }
}

function compare(sign: string, a: number, b: number): number {
  if (sign === '<') return Number(a < b)
  if (sign === '<=') return Number(a <= b)
  if (sign === '>') return Number(a > b)
  if (sign === '>=') return Number(a >= b)
  return Number(sign === '!=' ? a !== b : a === b)
}
