import * as v from 'valibot'
import { comparisonSettingsSchema } from '../comparison/comparison-settings'

/** Maximum number of candidates and categories of a scorecard. */
export const mostCandidates = 12
export const mostCategories = 60

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const text = v.pipe(v.string(), v.maxLength(5000))
const place = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostCandidates - 1))

/** The remarks on one candidate in one category; all optional. */
const scoreEntrySchema = v.strictObject({
  text: v.exactOptional(text),
  /** A word or sign: "good", "B+", "★★★". */
  mark: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))),
  points: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(-1e9), v.maxValue(1e9))),
})

/** Index of the candidate that wins, or that nobody does. */
const winner = v.union([place, v.picklist(['tie', 'none'])])

/** Where a category takes its winner from: a comparison, and which candidate of the card is which of its sides. */
const measuredCategorySchema = v.strictObject({
  comparison: comparisonSettingsSchema,
  /** Index of the candidate that is the comparison's baseline. */
  baseline: place,
  /** Indexes of the comparison's candidates, in order. */
  candidates: v.pipe(v.array(place), v.minLength(1), v.maxLength(mostCandidates - 1), v.readonly()),
})

/** The user's decision against a measured verdict; always with a reason. */
const overrulingSchema = v.strictObject({
  winner,
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, 'say why'), v.maxLength(2000)),
})

const scoreCategorySchema = v.strictObject({
  name,
  /** Its weight relative to the others; 1 if unset. */
  weight: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1000))),
  /** By index of the candidate. */
  entries: v.pipe(v.array(scoreEntrySchema), v.maxLength(mostCandidates), v.readonly()),
  /** The winner by the user's choice; unset: not decided. Not for a measured category, which can only be overruled. */
  winner: v.exactOptional(winner),
  measured: v.exactOptional(measuredCategorySchema),
  overruled: v.exactOptional(overrulingSchema),
})

/** Candidates against each other, category by category. */
export const scorecardSchema = v.pipe(
  v.strictObject({
    candidates: v.pipe(v.array(name), v.minLength(1), v.maxLength(mostCandidates), v.readonly()),
    categories: v.pipe(v.array(scoreCategorySchema), v.maxLength(mostCategories), v.readonly()),
    /** What a reader should know: where it was printed, who judged. */
    caption: v.exactOptional(text),
  }),
  v.check(
    ({ candidates }) => new Set(candidates).size === candidates.length,
    'Two candidates have the same name.',
  ),
  v.check(
    ({ candidates, categories }) =>
      categories.every((one) => placesOf(one).every((at) => at < candidates.length)),
    'A category names a candidate that the scorecard does not have.',
  ),
  v.check(
    ({ categories }) =>
      categories.every(
        (one) =>
          (one.measured === undefined || one.winner === undefined) &&
          (one.overruled === undefined || one.measured !== undefined),
      ),
    'A measured category takes its winner from its verdict and can only be overruled, and no other can be.',
  ),
)

export type ScoreEntry = Readonly<v.InferOutput<typeof scoreEntrySchema>>
export const entryParts = ['text', 'mark', 'points'] as const satisfies readonly (keyof ScoreEntry)[]
export type EntryPart = (typeof entryParts)[number]
export type ScoreCategory = Readonly<v.InferOutput<typeof scoreCategorySchema>>
export type MeasuredCategory = Readonly<v.InferOutput<typeof measuredCategorySchema>>
export type ScoreWinner = v.InferOutput<typeof winner>
export type Scorecard = Readonly<v.InferOutput<typeof scorecardSchema>>

function placesOf({ entries, winner: own, measured, overruled }: ScoreCategory): readonly number[] {
  return [
    ...(entries.length > 0 ? [entries.length - 1] : []),
    ...[own, overruled?.winner].filter((one) => typeof one === 'number'),
    ...(measured === undefined ? [] : [measured.baseline, ...measured.candidates]),
  ]
}
