import { fioAttained, fioSteadyState } from '../series/fio-steady-state'
import {
  firstSteadyWindow,
  mostRounds,
  steadyWindow,
  steadyWindowRounds,
  type SteadyWindow,
} from '../series/steady-window'
import type { CalcMethods, CalcObject, CalcValue } from './calc-case'
import { orNull } from './calc-shapes'
import { seriesOf } from './generated-series'
import { inputsOf, type Inputs } from './inputs'
import { isObject } from './json-shape'

function windowShape(window: SteadyWindow): CalcObject {
  return {
    average: window.average,
    data_excursion: window.dataExcursion,
    max_data_excursion: window.maxDataExcursion,
    slope: window.slope,
    intercept: window.intercept,
    slope_excursion: window.slopeExcursion,
    max_slope_excursion: window.maxSlopeExcursion,
    data_ok: window.dataOk,
    slope_ok: window.slopeOk,
    steady: window.steady,
  }
}

/** One window (`window`), or several by name (`windows`). */
function windows(inputs: Inputs): CalcObject {
  const key = inputs.find('windows')
  if (key === undefined || !isObject(inputs.fields[key]))
    return oneWindow(inputs, 'window', 'rounds', 'values')
  const named = inputs.object('windows')
  const result: Record<string, CalcValue> = {}
  for (const name of Object.keys(named.fields)) result[name] = oneWindow(named, name)
  return result
}

function oneWindow(inputs: Inputs, ...names: readonly string[]): CalcObject {
  const window = steadyWindow(inputs.numbers(...names))
  if (window !== undefined) return windowShape(window)
  throw inputs.wrong(
    inputs.find(...names) ?? '',
    'has fewer than two rounds',
    'Give the rounds of the window.',
  )
}

/** The first steady window in a row of rounds; where there is none, nulls and the number of rounds looked at. */
function firstWindow(inputs: Inputs): CalcObject {
  const rounds = Array.from(seriesOf(inputs, 'rounds', 'iops', 'throughput'))
  const size = inputs.count(steadyWindowRounds, 2, 'window', 'window_size', 'size')
  const limit = inputs.count(mostRounds, 1, 'max_rounds', 'limit')
  const found = firstSteadyWindow(rounds, size, limit)
  return {
    steady: found !== undefined,
    first_round: orNull(found?.firstRound),
    last_round: orNull(found?.lastRound),
    window: found === undefined ? null : [found.firstRound, found.lastRound],
    rounds_examined: found?.lastRound ?? Math.min(rounds.length, limit),
    ...(found && windowShape(found.window)),
  }
}

/** fio's criteria; a limit is named as in the job file: `iops_pct`, `iops_slope_pct`, without `_pct` for absolute ones. */
function fioCriteria(inputs: Inputs): CalcObject {
  const state = fioSteadyState(inputs.numbers('window', 'samples', 'values'))
  if (state === undefined) {
    throw inputs.wrong(
      'window',
      'has no positive mean of two samples or more',
      'Give the samples of the window.',
    )
  }
  const limits = inputs.find('limits') === undefined ? inputsOf({}) : inputs.object('limits')
  let deviation: boolean | null = null
  let slope: boolean | null = null
  for (const key of Object.keys(limits.fields)) {
    const limit = limits.number(key)
    const percent = key.endsWith('_pct')
    if (key.includes('slope')) slope = fioAttained(percent ? state.slopePercent : state.slope, limit)
    else deviation = fioAttained(percent ? state.maxDeviationPercent : state.maxDeviation, limit)
  }
  return {
    mean: state.mean,
    max_deviation_pct: state.maxDeviationPercent,
    slope_per_sample: state.slope,
    slope_pct_of_mean: state.slopePercent,
    attained_deviation: deviation,
    attained_slope: slope,
  }
}

/** Steady state: rounds and fio's own criteria. */
export const steadyMethods: CalcMethods = {
  snia_window: windows,
  snia_first_window: firstWindow,
  fio_steadystate: fioCriteria,
}
