import { histogramsOf, type Observed } from '../../core/results/observation'
import type { ImportedObservation } from '../store/tables/campaigns/imported-campaign'
import type { ContentStage } from './content-stage'

/** Holds the observations of an import until they are stored: contents in its stage, equal quantities once. */
export class HeldObservations {
  readonly #ofScalars = new SharedQuantities()
  readonly #ofHistograms = new SharedQuantities()

  constructor(private readonly stage: ContentStage) {}

  /** The observations of a run. Every message of a thread has its own quantities. */
  of(observations: readonly ImportedObservation[]): readonly ImportedObservation[] {
    const ofHistograms = this.#ofHistograms.of(histogramsOf(observations).map(({ of }) => of))
    let histograms = 0
    return observations.map((one) => {
      if (one.kind === 'scalars')
        return { kind: one.kind, of: this.#ofScalars.of(one.of), values: one.values }
      if (one.kind === 'series') return this.#series(one)
      const of = ofHistograms[histograms] ?? one.of
      histograms += 1
      return { ...one, kind: 'histogram', of, content: this.stage.hold(one.content) }
    })
  }

  #series(
    series: Extract<ImportedObservation, { readonly kind: 'series' }>,
  ): Extract<ImportedObservation, { readonly kind: 'series' }> {
    if (!('points' in series)) return series
    const { seconds, values, binsNs } = series
    return {
      ...series,
      seconds: this.stage.hold(seconds),
      values: this.stage.hold(values),
      ...(binsNs && { binsNs: this.stage.hold(binsNs) }),
    }
  }
}

/**
 * The quantities of the run before if they are the same, as for most runs of an import: they are in memory once, and a
 * message of a thread contains a shared object once.
 */
export class SharedQuantities {
  #last: readonly Observed[] = []

  of(observations: readonly Observed[]): readonly Observed[] {
    const isSame =
      observations.length === this.#last.length &&
      observations.every((one, at) => isSameQuantity(one, this.#last[at]))
    if (!isSame) this.#last = observations.map(quantityOf)
    return this.#last
  }
}

function quantityOf({ test, direction, metric, unit, source, device, levels }: Observed): Observed {
  const quantity = { test, direction, metric, unit, source }
  return { ...quantity, ...(device !== undefined && { device }), ...(levels && { levels }) }
}

/** False for all that have their own levels, without comparing these. */
function isSameQuantity(one: Observed, other: Observed | undefined): boolean {
  return (
    one.metric === other?.metric &&
    one.direction === other.direction &&
    one.test === other.test &&
    one.unit === other.unit &&
    one.source === other.source &&
    one.device === other.device &&
    one.levels === undefined &&
    other.levels === undefined
  )
}
