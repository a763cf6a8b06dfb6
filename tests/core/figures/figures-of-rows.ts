import * as figures from '../../../src/core/figures/kinds/build-figure'
import type { Figure } from '../../../src/core/figures/figure/figure'
import type { KeptStyles } from '../../../src/core/figures/figure/figure-look'
import { figureDefinition } from '../../../src/core/figures/kinds/figure-kinds'
import { byRepetition, type MeasuredCase } from '../../../src/core/figures/cases/measured-cases'
import * as sweep from '../../../src/core/figures/mix/mix-sweep'
import type { FigureProvenance } from '../../../src/core/figures/figure/provenance'
import type { UsualSettings } from '../../../src/core/figures/figure/usual-settings'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'
import type { TidyRow } from '../../../src/core/results/run'

/** The figure built from these rows. */
export function buildFigure(
  rows: readonly TidyRow[],
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[] = [],
  devices?: KeptStyles,
): Figure {
  const definition = figureDefinition(settings.kind)
  if (definition.needs !== 'runs') throw new RangeError(`A ${settings.kind} is not made of runs by case.`)
  const input = { measured: measuredCasesOf(rows), published }
  return figures.buildFigure(definition, input, settings, provenance, devices)
}

/** The sweep built from these rows. */
export function buildMixSweep(
  rows: readonly TidyRow[],
  settings: Parameters<typeof sweep.buildMixSweep>[1],
  provenance: Parameters<typeof sweep.buildMixSweep>[2],
  published: readonly StoredPublishedResult[] = [],
): Figure {
  return sweep.buildMixSweep({ measured: measuredCasesOf(rows), published }, settings, provenance)
}

/** The finished runs among these rows as figures take them. */
export function measuredCasesOf(rows: Iterable<TidyRow>): readonly MeasuredCase[] {
  type Numbers = { runIds: number[]; repetitions: number[]; values: number[] }
  const found = new Map<string, MeasuredCase & Numbers>()
  for (const { runId, repetition, value, state, ...shared } of rows) {
    if (state !== 'done' || !Number.isFinite(value)) continue
    const key = JSON.stringify([Object.entries(shared)])
    const own = found.get(key) ?? { ...shared, runIds: [], repetitions: [], values: [] }
    found.set(key, own)
    own.runIds.push(runId)
    own.repetitions.push(repetition)
    own.values.push(value)
  }
  return [...found.values()].map((one) => ({ ...one, ...byRepetition(one) }))
}
