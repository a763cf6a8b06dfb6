import type { JudgeAnswer, JudgeCase, JudgeError, JudgeMethod, JudgeSources } from './cases'
import { JudgeInputError, inputsOf } from './inputs'
import { comparisonMethods } from './comparison-methods'
import { edgeMethods } from './edge-methods'
import { latencyMethods } from './latency-methods'
import { planningMethods } from './planning-methods'
import { scalingMethods, sweepMethods } from './sweep-methods'
import { seriesMethods, steadyMethods } from './series-methods'
import { sigmaMethods } from './sigma-methods'
import { summaryMethods } from './summary-methods'

const methods = new Map<string, JudgeMethod>(
  [
    summaryMethods,
    sigmaMethods,
    comparisonMethods,
    edgeMethods,
    seriesMethods,
    steadyMethods,
    latencyMethods,
    scalingMethods,
    planningMethods,
    sweepMethods,
  ].flatMap((family) => Object.entries(family)),
)

/** Names of all methods, sorted. */
export const methodNames: readonly string[] = [...methods.keys()].sort()

/**
 * Answers each case with a result or with an error that names the field and the remedy; a bad case never affects the
 * others. `sources` holds the texts that cases refer to, by file name (the published kernel comparison as CSV).
 */
export function judge(
  cases: readonly JudgeCase[],
  sources: JudgeSources = {},
): { readonly results: readonly JudgeAnswer[] } {
  return { results: cases.map((asked) => answer(asked, sources)) }
}

function answer({ id, method: name, inputs }: JudgeCase, sources: JudgeSources): JudgeAnswer {
  const method = methods.get(name)
  if (method === undefined) {
    const remedy = `Use one of: ${methodNames.join(', ')}.`
    return {
      id,
      error: {
        code: 'unknown-method',
        field: 'method',
        message: `Case ${id}: ${name === '' ? 'it names no method' : `there is no method "${name}"`}`,
        remedy,
      },
    }
  }
  try {
    return { id, result: method(inputsOf(inputs), sources) }
  } catch (error) {
    return { id, error: badInput(id, error) }
  }
}

function badInput(id: string, error: unknown): JudgeError {
  if (error instanceof JudgeInputError) {
    return {
      code: 'bad-input',
      field: error.field,
      message: `Case ${id}: ${error.message}`,
      remedy: error.remedy,
    }
  }
  // The statistics reject numbers outside a formula's domain with a RangeError; any other error is a bug.
  if (!(error instanceof RangeError)) throw error
  return {
    code: 'bad-input',
    field: 'inputs',
    message: `Case ${id}: ${error.message}`,
    remedy: 'Correct the numbers of this case.',
  }
}
