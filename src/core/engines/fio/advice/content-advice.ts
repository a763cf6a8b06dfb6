import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../fields'
import { supports } from '../version-gates'
import { isNullOnly } from './cache-advice'
import { present } from '../../../units/iterables'

/** The effects of the written data on the numbers. Reads count too: they read what the layout wrote. */
export function contentAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  if (isNullOnly(plan)) return []
  return present(
    defaultFill(plan),
    noCompression(plan),
    zeros(plan),
    bothKinds(plan, environment.engineVersion),
  )
}

function defaultFill(plan: Plan): Advice | undefined {
  const isChosen = [...valuesIn(plan, 'compress_percent'), ...valuesIn(plan, 'buffer_pattern')].length > 0
  const isRepeated = numbersIn(plan, 'dedupe_percent').some((percent) => percent > 0)
  if (isChosen || isRepeated) return undefined
  return {
    id: 'compressible-data',
    severity: 'warning',
    text: 'The data fio fills the file with compresses far better than most people expect.',
    reason:
      'At 4 KiB it shrinks to about 9 % of its size, so a drive or file system that compresses looks faster than it is.',
    about: 'compress_percent',
    remedy: fixing(plan, 'Write data that does not compress', 'compress_percent', 0),
  }
}

function noCompression(plan: Plan): Advice | undefined {
  if (!numbersIn(plan, 'compress_percent').includes(0)) return undefined
  return {
    id: 'incompressible-data',
    severity: 'note',
    text: 'At 0 % compressible, fio writes new random data with every request.',
    reason:
      'The app passes refill_buffers, because buffer_compress_percentage=0 alone would write the same block over and over. Generating the data takes processor time, which is recorded.',
    about: 'compress_percent',
  }
}

function zeros(plan: Plan): Advice | undefined {
  if (!numbersIn(plan, 'compress_percent').includes(100)) return undefined
  return {
    id: 'zeros',
    severity: 'warning',
    text: 'At 100 % compressible, fio writes zeros.',
    reason:
      'Many drives and file systems do not store zeros at all, so this level is a case of its own rather than the end of the curve.',
    about: 'compress_percent',
  }
}

function bothKinds(plan: Plan, version: string | undefined): Advice | undefined {
  const isBoth = ['compress_percent', 'dedupe_percent'].every((key) =>
    numbersIn(plan, key).some((percent) => percent > 0),
  )
  if (!isBoth || supports(version, 'compress_with_dedupe')) return undefined
  return {
    id: 'compress-with-dedupe',
    severity: 'warning',
    text: `fio ${version ?? ''} cannot generate data that is both compressible and repeated as asked.`,
    reason: 'Version 3.29 or newer can.',
    about: 'dedupe_percent',
  }
}
