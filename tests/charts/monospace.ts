import type { TextMeasure } from '../../src/charts/ink'

/** Measures every character as half as wide as its font is high, so that layouts can be computed by hand. */
export class Monospace implements TextMeasure {
  font = ''
  measureText(text: string): { readonly width: number } {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1])
    return { width: Array.from(text).length * size * 0.5 }
  }
}
