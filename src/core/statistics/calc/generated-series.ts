import { parseExpression, type Scope } from './expression'
import { generatorClauses, type GeneratorClauses } from './generator-clauses'
import type { Inputs } from './inputs'
import { isNumber } from './json-shape'

/** More samples than this are not a case but a mistake in its range. */
const mostSamples = 10_000_000

/**
 * The samples that a case describes by its `generator`, e.g. `y[i]=100+((i*7) mod 5), i=0..119`. Other numbers of the
 * inputs may be used by name.
 */
export function generatedSeries(inputs: Inputs, generator: string): Float64Array {
  const clauses = generatorClauses(generator)
  if (clauses === undefined) {
    throw inputs.wrong(
      'generator',
      'is not of the form "y[i] = expression, i=0..119"',
      'Name the range of the index behind the expression, or give the samples as a list.',
    )
  }
  const variables: Record<string, number> = {}
  for (const [key, value] of Object.entries(inputs.fields)) if (isNumber(value)) variables[key] = value
  try {
    return evaluate(clauses, variables)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw inputs.wrong(
      'generator',
      `cannot be used: ${error.message}`,
      'Correct it, or give the samples as a list.',
    )
  }
}

function evaluate(clauses: GeneratorClauses, variables: Record<string, number>): Float64Array {
  const { name, index } = clauses
  const values = new Map<number, number>()
  const scope: Scope = {
    variables,
    earlier: (wanted, place) => {
      const value = wanted === name ? values.get(place) : undefined
      if (value === undefined) throw new SyntaxError(`${wanted}[${place}] has no value yet`)
      return value
    },
  }
  for (const { name: constant, source } of clauses.constants)
    variables[constant] = parseExpression(source)(scope)
  for (const { place, source } of clauses.given) values.set(place, parseExpression(source)(scope))
  const first = parseExpression(clauses.first)(scope)
  const last = parseExpression(clauses.last)(scope) - (clauses.lastExcluded ? 1 : 0)
  if (!(last - first < mostSamples))
    throw new SyntaxError(`the range ${clauses.first} to ${clauses.last} is too long`)
  const expression = parseExpression(clauses.source)
  const samples = new Float64Array(Math.max(0, Math.floor(last - first) + 1))
  for (let k = 0; k < samples.length; k++) {
    const i = first + k
    variables[index] = i
    const value = values.get(i) ?? expression(scope)
    if (!Number.isFinite(value)) throw new SyntaxError(`${name}[${i}] is not a finite number`)
    values.set(i, value)
    samples[k] = value
  }
  return samples
}

/** The samples of a case: generated, or listed under one of the names. */
export function seriesOf(inputs: Inputs, ...names: readonly string[]): Float64Array {
  const generator = inputs.find('generator')
  if (generator !== undefined) return generatedSeries(inputs, inputs.textOr('', 'generator'))
  return Float64Array.from(inputs.numbers(...names, 'series', 'values', 'samples', 'y'))
}
