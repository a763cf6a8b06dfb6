import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan } from '../../../plan/plan'
import { fixing, numbersIn, valuesIn } from '../plan-values'
import { supports } from '../version-gates'
import { isNullOnly } from './cache-advice'

/** What the written data does to the numbers. Reads count too: they read what the layout wrote. */
export function contentAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  if (isNullOnly(plan)) return []
  return [
    ...defaultFill(plan),
    ...noCompression(plan),
    ...zeros(plan),
    ...bothKinds(plan, environment.engineVersion),
  ]
}

function defaultFill(plan: Plan): readonly Advice[] {
  const isChosen = [...valuesIn(plan, 'compress_percent'), ...valuesIn(plan, 'buffer_pattern')].length > 0
  const isRepeated = numbersIn(plan, 'dedupe_percent').some((percent) => percent > 0)
  if (isChosen || isRepeated) return []
  return [
    {
      id: 'compressible-data',
      severity: 'warning',
      text: "fio's own fill of the file compresses far more than most people think.",
      reason:
        'At 4 KiB it shrinks to about 9 % of its size, so a drive or file system that compresses looks faster than it is.',
      about: 'compress_percent',
      remedy: fixing(plan, 'Write data that does not compress', 'compress_percent', 0),
    },
  ]
}

function noCompression(plan: Plan): readonly Advice[] {
  if (!numbersIn(plan, 'compress_percent').includes(0)) return []
  return [
    {
      id: 'incompressible-data',
      severity: 'note',
      text: 'At 0 % compressible, fio writes new random data with every request.',
      reason:
        "The app passes refill_buffers for it: fio's own buffer_compress_percentage=0 would write one block over and over. Making the data takes processor time, which is recorded.",
      about: 'compress_percent',
    },
  ]
}

function zeros(plan: Plan): readonly Advice[] {
  if (!numbersIn(plan, 'compress_percent').includes(100)) return []
  return [
    {
      id: 'zeros',
      severity: 'warning',
      text: 'At 100 % compressible, fio writes zeros.',
      reason:
        'Many drives and file systems do not store zeros at all, so this level is no end of the curve but a case of its own.',
      about: 'compress_percent',
    },
  ]
}

function bothKinds(plan: Plan, version: string | undefined): readonly Advice[] {
  const isBoth = ['compress_percent', 'dedupe_percent'].every((key) =>
    numbersIn(plan, key).some((percent) => percent > 0),
  )
  if (!isBoth || supports(version, 'compress_with_dedupe')) return []
  return [
    {
      id: 'compress-with-dedupe',
      severity: 'warning',
      text: `fio ${version ?? ''} does not make data that is compressible and repeated at once as asked for.`,
      reason: 'It does so from version 3.29 on.',
      about: 'dedupe_percent',
    },
  ]
}
