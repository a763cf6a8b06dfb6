import { svgNumber } from './svg-number'

/** Affine map of a canvas: x' = a x + c y + e, y' = b x + d y + f. */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** First `inner`, then `outer`. */
export function combined(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  }
}

export function applied({ a, b, c, d, e, f }: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Scale factor of lengths; pictures only shift, rotate and scale evenly. */
export function lengthFactor({ a, b, c, d }: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** True for a mere shift, so that a text needs no transform. */
export function isShift({ a, b, c, d }: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1
}

export function matrixText({ a, b, c, d, e, f }: Matrix): string {
  const ratio = (value: number) => String(Math.round(value * 1e6) / 1e6 || 0)
  return `matrix(${[a, b, c, d].map(ratio).join(' ')} ${svgNumber(e)} ${svgNumber(f)})`
}
