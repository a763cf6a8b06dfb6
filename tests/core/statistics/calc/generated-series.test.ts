import { describe, expect, test } from 'vitest'
import { parseExpression } from '../../../../src/core/statistics/calc/expression'
import { generatedSeries } from '../../../../src/core/statistics/calc/generated-series'
import { Inputs } from '../../../../src/core/statistics/calc/inputs'

const at = (source: string, variables: Record<string, number> = {}) =>
  parseExpression(source)({
    variables,
    earlier: () => {
      throw new SyntaxError('nothing before')
    },
  })
const series = (generator: string, fields: Record<string, unknown> = {}) => [
  ...generatedSeries(new Inputs({ ...fields, generator }), generator),
]

describe('expressions', () => {
  test.each([
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['2**-1', 0.5],
    ['7 mod 5', 2],
    ['-7 mod 5', 3],
    ['7 % 5 * 2', 4],
    ['17 div 5', 3],
    ['10-3-2', 5],
    ['12/4/3', 1],
    ['floor(7/2) odd ? 10 : 20', 10],
    ['4 is even ? 1 : 2', 1],
    ['odd(3) + even(3)', 1],
    ['5 if 2 > 1 else 6', 5],
    ['1 < 2 < 3', 1],
    ['3 > 2 > 2', 0],
    ['1 <= 1 and not 2 < 1 or false', 1],
    ['1 = 1 && 2 != 2', 0],
    ['max(1, 4, 2) - min(3, 2)', 2],
    ['sqrt(16) + abs(-3) + round(2.4)', 9],
    ['3×4 − 2·1', 10],
    ['⌊7/2⌋', 3],
    ['1e3 + .5', 1000.5],
    ['2pi', 2 * Math.PI],
    ['0 ? 1 : 0 ? 2 : 3', 3],
  ])('%s = %d', (source, value) => expect(at(source)).toBeCloseTo(value, 12))

  test('variables, also directly behind a number', () => {
    expect(at('900 - 6i', { i: 10 })).toBe(840)
    expect(at('i<60 ? 900-6*i : 540+((i*29) mod 23)', { i: 61 })).toBe(540 + ((61 * 29) % 23))
    expect(() => at('2*j')).toThrow('"j"')
  })

  test.each(['', '1+', '(1', '1 2', '3 $ 4', 'floor(', 'a[1', '? 1 : 2', '1..2'])(
    '"%s" is refused',
    (source) => {
      expect(() => at(source)).toThrow(SyntaxError)
    },
  )
})

describe('generated series', () => {
  test('index ranges in the usual notations', () => {
    const squares = [0, 1, 4, 9]
    expect(series('y[i]=i*i, i=0..3')).toEqual(squares)
    expect(series('tps[i] = i^2, i = 0 .. 3 seconds')).toEqual(squares)
    expect(series('i*i for i in range(4)')).toEqual(squares)
    expect(series('y[t] = t*t for t in range(0, 4)')).toEqual(squares)
    expect(series('y_i = i*i; i=0…3')).toEqual(squares)
    expect(series('y[i] = i*i, for i = 0 to 3')).toEqual(squares)
    expect(series('y[i] = i*i, 0 <= i < 4')).toEqual(squares)
    expect(series('y[i] = max(i, 0)*i, 0 ≤ i ≤ 3.')).toEqual(squares)
    expect(series('y = i*i, i in 0..3')).toEqual(squares)
    expect(series('y[i] = i*i, i=0..n-1', { n: 4 })).toEqual(squares)
    expect(series('y[k] = k >= 2 ? 9 : 1, k=1..3')).toEqual([1, 9, 9])
  })

  test('a value may rest on earlier ones', () => {
    expect(series('y[i] = i < 2 ? 1 : y[i-1] + y[i-2], i=0..7')).toEqual([1, 1, 2, 3, 5, 8, 13, 21])
    expect(series('y[0] = 8; y[i] = a*y[i-1] + 1, a = 0.5, i=0..3')).toEqual([8, 5, 3.5, 2.75])
    expect(series('y[-1] = 1, y[i] = 2*y[i-1], i=0..2')).toEqual([2, 4, 8])
  })

  test.each([
    ['y[i] = i*i', 'not of the form'],
    ['i=0..3', 'not of the form'],
    ['y[i] = i*i, and so on, i=0..3', 'not of the form'],
    ['y[i] = i*, i=0..3', 'cannot be used'],
    ['y[i] = y[i-1], i=0..3', 'has no value yet'],
    ['y[i] = 1/(i-2), i=0..3', 'not a finite number'],
    ['y[i] = 1, i=0..1e9', 'too long'],
  ])('%s is refused: %s', (generator, problem) => {
    expect(() => series(generator)).toThrow(problem)
  })
})
