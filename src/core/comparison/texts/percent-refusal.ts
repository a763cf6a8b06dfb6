import { withinSentence } from '../../text/plain-text'
import type { Comparison, FactorDifference } from '../comparison'

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
      text: 'No case was measured on both sides.',
      remedy: 'Choose sides that share cases: same test, metric and levels.',
    }
  }
  const unnamed = candidates.filter((one) => one.compared.length === 0)
  if (unnamed.length > 0) {
    const differing = unnamed.flatMap((one) => openConfounders(one.confounders))
    const names = [...new Set(differing.map((one) => withinSentence(one.name)))]
    return {
      reason: 'factor-not-named',
      text: 'It is not said which factor is compared.',
      remedy:
        names.length === 0
          ? 'Choose both sides by a configuration or another key that differs.'
          : `Name it; what differs is ${names.join(', ')}.`,
    }
  }
  const open = candidates.flatMap((one) => openConfounders(one.confounders))
  if (open.length === 0 || acceptance !== undefined) return undefined
  return {
    reason: 'not-accepted',
    text: `Besides the compared factor, these differ: ${confounderTexts(open).join('; ')}.`,
    remedy: 'Write why that is acceptable; the text goes into the caption.',
  }
}

/** Confounders that somebody has to accept: those not implied by the compared factor. */
export function openConfounders(confounders: readonly FactorDifference[]): readonly FactorDifference[] {
  return confounders.filter((one) => one.impliedBy === undefined)
}

/** Each factor once, with its values on both sides: "kernel (6.1 → 6.18)". */
export function confounderTexts(factors: readonly FactorDifference[]): readonly string[] {
  const texts = factors.map(
    ({ name, baseline, candidate }) =>
      `${withinSentence(name)} (${baseline.join(', ')} → ${candidate.join(', ')})`,
  )
  return [...new Set(texts)]
}
