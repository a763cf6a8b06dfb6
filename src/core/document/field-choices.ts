import * as v from 'valibot'

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const contains = v.pipe(v.string(), v.maxLength(200))

/** What a picker asks for; `contains`: only cases whose name has all of these words. */
export const fieldQuerySchema = v.variant('of', [
  v.strictObject({
    of: v.literal('campaign'),
    campaignId: id,
    metric: v.pipe(v.string(), v.maxLength(200)),
    /** Unset: as fits each number. */
    unit: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
    contains,
  }),
  /** A saved figure or table of a comparison. */
  v.strictObject({ of: v.literal('comparison'), figureId: id, contains }),
  /** Figures and tables of the document itself. */
  v.strictObject({ of: v.literal('references') }),
])
export type FieldQuery = v.InferOutput<typeof fieldQuerySchema>

/** Groups that one answer holds at most. */
export const mostFieldGroups = 200

/** What can be picked. */
export interface FieldChoices {
  /** One per case, or per figure and table. */
  readonly groups: readonly {
    readonly label: string
    readonly fields: readonly {
      /** "mean", "verdict". */
      readonly label: string
      /** What is put into the text. */
      readonly source: string
      /** What readers will see. */
      readonly text: string
    }[]
  }[]
  /** Groups in all; the answer holds the first `mostFieldGroups`. */
  readonly total: number
}
