import type { Unit } from './observation'

/** A quantity the app knows how to store, draw and compare. */
export interface Metric {
  readonly id: string
  readonly label: string
  readonly unit: Unit
  readonly better: 'higher' | 'lower' | 'neither'
  /** Other spellings the command line takes. */
  readonly aliases: readonly string[]
  /** Sentence for captions, for what the label cannot say. */
  readonly meaning?: string
}
