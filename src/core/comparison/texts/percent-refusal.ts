import { listed, withinSentence } from '../../text/plain-text'
import { template } from '../../words/template'
import type { Comparison, FactorDifference } from '../comparison'

const factorSaid = template('factor', '{factor} ({baseline} → {candidate})', {
  factor: 'level',
  baseline: 'given',
  candidate: 'given',
})
/** Factors with what they are on both sides. */
export const factorsSaid = { of: [factorSaid], between: '; ' }

const nothingShared = template('refused-nothing-shared', 'No case was measured on both sides.')
const shareCases = template(
  'refused-share-cases',
  'Choose sides that share cases: same test, metric and levels.',
)
const factorUnsaid = template('refused-unnamed', 'It is not said which factor is compared.')
const chooseByKey = template(
  'refused-choose-by-key',
  'Choose both sides by a configuration or another key that differs.',
)
const nameFactor = template('refused-name-it', 'Name it; what differs is {factors}.', { factors: 'given' })
const alsoDiffer = template(
  'refused-not-accepted',
  'Besides the compared factor, {factors|this differs|these differ}: {named}.',
  { factors: 'count', named: factorsSaid },
)
const writeWhy = template(
  'refused-write-why',
  'Write why that is acceptable; the text goes into the caption.',
)

/** Why a chart of percentages is not drawn yet, and what to do. */
export interface PercentRefusal {
  readonly reason: 'factor-not-named' | 'not-accepted' | 'nothing-lined-up'
  readonly text: string
  readonly remedy: string
}

/**
 * A chart of percentages requires the compared factor by name, and written acceptance of every other recorded factor
 * that differs. Undefined if it may be drawn.
 */
export function percentRefusal({ candidates, acceptance }: Comparison): PercentRefusal | undefined {
  if (candidates.every((one) => one.cells.length === 0)) {
    return {
      reason: 'nothing-lined-up',
      text: nothingShared(),
      remedy: shareCases(),
    }
  }
  const unnamed = candidates.filter((one) => one.compared.length === 0)
  if (unnamed.length > 0) {
    const differing = unnamed.flatMap((one) => openConfounders(one.confounders))
    const names = [...new Set(differing.map((one) => withinSentence(one.name)))]
    return {
      reason: 'factor-not-named',
      text: factorUnsaid(),
      remedy: names.length === 0 ? chooseByKey() : nameFactor({ factors: listed(names) }),
    }
  }
  const open = candidates.flatMap((one) => openConfounders(one.confounders))
  if (open.length === 0 || acceptance !== undefined) return undefined
  return {
    reason: 'not-accepted',
    text: alsoDiffer({ factors: saidFactors(open).length, named: saidFactors(open) }),
    remedy: writeWhy(),
  }
}

/** Confounders that somebody has to accept: those not implied by the compared factor. */
export function openConfounders(confounders: readonly FactorDifference[]): readonly FactorDifference[] {
  return confounders.filter((one) => one.impliedBy === undefined)
}

/** Each factor once, with its values on both sides: "kernel (6.1 → 6.18)". */
export function saidFactors(factors: readonly FactorDifference[]): readonly string[] {
  const texts = factors.map(({ name, baseline, candidate }) =>
    factorSaid({
      ...{ factor: withinSentence(name), baseline: baseline.join(', '), candidate: candidate.join(', ') },
    }),
  )
  return [...new Set(texts)]
}
