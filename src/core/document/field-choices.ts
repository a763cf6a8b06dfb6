import * as v from 'valibot'

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const contains = v.pipe(v.string(), v.maxLength(200))

/** A picker's query; `contains`: only cases whose name has all of these words. */
export const fieldQuerySchema = v.variant('of', [
  v.strictObject({
    of: v.literal('campaign'),
    campaignId: id,
    metric: v.pipe(v.string(), v.maxLength(200)),
    /** Unset: as suits each number. */
    unit: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
    contains,
  }),
  /** A saved figure or table of a comparison. */
  v.strictObject({ of: v.literal('comparison'), figureId: id, contains }),
  /** Figures and tables of the document itself. */
  v.strictObject({ of: v.literal('references') }),
])
export type FieldQuery = v.InferOutput<typeof fieldQuerySchema>

/** Maximum number of groups in one answer. */
export const mostFieldGroups = 200

/** What can be picked. */
export interface FieldChoices {
  /** One per case, or per figure and table. */
  readonly groups: readonly {
    readonly label: string
    readonly fields: readonly {
      /** "mean", "verdict". */
      readonly label: string
      /** The text to insert. */
      readonly source: string
      /** What readers will see. */
      readonly text: string
    }[]
  }[]
  /** Total number of groups; the answer has the first `mostFieldGroups`. */
  readonly total: number
}
