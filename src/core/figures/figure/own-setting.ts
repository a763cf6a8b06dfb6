import * as v from 'valibot'
import type { LevelKind } from '../../plan/levels/parse-level'

/** How the window presents a setting. `unset` names the default. */
export type SettingField = {
  readonly label: string
  /** A sentence for its tooltip. */
  readonly help?: string
} & (
  | {
      /** A number or a text, typed with its unit. */
      readonly type: 'value'
      readonly kind: Exclude<LevelKind, { readonly type: 'choice' | 'names' | 'boolean' }>
      readonly unset: string
    }
  | {
      readonly type: 'choice'
      readonly choices: readonly { readonly value: string; readonly label: string }[]
      /** Unset: the first choice. */
      readonly unset?: string
    }
  /** On or off; without `unset` the figure decides. */
  | { readonly type: 'switch'; readonly unset?: boolean }
  /** Runs of the figure's campaigns with recorded series, by id. */
  | { readonly type: 'runs'; readonly unset: string }
  /** What was recorded over time, `SOURCE/METRIC` each; an empty list means none. */
  | { readonly type: 'quantities'; readonly unset: string; readonly none: string }
  /** A level of the axis on x. */
  | { readonly type: 'level'; readonly unset: string }
  /** An axis of the campaigns by its key: one with several levels that is not on x. */
  | { readonly type: 'axis'; readonly unset: string }
  /** One of the figure's campaigns, by its unique configuration, device or name. */
  | { readonly type: 'campaign'; readonly unset: string }
  /** One of the review's scorecards, by its name. */
  | { readonly type: 'scorecard'; readonly unset: string }
  /** A metric for which some campaign has finished numbers, by its id. */
  | { readonly type: 'metric'; readonly unset: string }
)

/** An entry of a figure's settings with its field. */
export type SettingSchema = v.GenericSchema & { readonly field: SettingField | undefined }

/** A kind of figure's own settings, by name. */
export type SettingEntries = Readonly<Record<string, SettingSchema>>

/**
 * A kind's own setting: its shape, and the field that the window draws for it along with the usual ones. Without a
 * field it is set elsewhere. It is optional.
 */
export function setting<S extends v.GenericSchema>(schema: S, field?: SettingField) {
  return Object.assign(v.optional(schema), { field })
}

/** A setting that is one of a few words. `unset`: the name of the figure's own choice; without it the first word is the default. */
export function choiceSetting<const V extends string>(
  choices: readonly { readonly value: V; readonly label: string }[],
  field: { readonly label: string; readonly help?: string; readonly unset?: string },
) {
  return setting(v.picklist(choices.map(({ value }) => value)), { type: 'choice', choices, ...field })
}

/** A setting in seconds, typed as a duration. */
export function secondsSetting(
  min: number,
  max: number,
  field: { readonly label: string; readonly help?: string; readonly unset: string },
) {
  const schema = v.pipe(v.number(), v.minValue(min), v.maxValue(max))
  return setting(schema, { type: 'value', kind: { type: 'seconds', min, max }, ...field })
}

/** Fields that most kinds of figures have, by what they set. */
export const usualFields = [
  'metric',
  'unit',
  'x',
  'lines',
  /** Levels at which the remaining axes are fixed. */
  'levels',
  'statistic',
  'dots',
  'intervals',
  /** Whether the reference that values are held against is drawn. */
  'reference',
  'zero',
] as const

export type UsualField = (typeof usualFields)[number]
