import * as v from 'valibot'
import type { LevelKind } from '../plan/parse-level'

/** How the window asks for a setting. `unset` says what holds until one is chosen. */
export type SettingField = {
  readonly label: string
  /** A sentence for those who rest the pointer on it. */
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
      /** Unset: the first choice holds. */
      readonly unset?: string
    }
  /** On or off; without `unset` the figure decides. */
  | { readonly type: 'switch'; readonly unset?: boolean }
  /** Runs of the figure's campaigns of which something was recorded over time, by id. */
  | { readonly type: 'runs'; readonly unset: string }
  /** What was recorded over time, `SOURCE/METRIC` each; an empty list is none of it. */
  | { readonly type: 'quantities'; readonly unset: string; readonly none: string }
  /** A level of the axis on x. */
  | { readonly type: 'level'; readonly unset: string }
  /** An axis of the campaigns by its key: one with several levels that is not on x. */
  | { readonly type: 'axis'; readonly unset: string }
  /** One of the figure's campaigns, by the configuration, device or name that is its alone. */
  | { readonly type: 'campaign'; readonly unset: string }
  /** A metric that some campaign has finished numbers of, by its id. */
  | { readonly type: 'metric'; readonly unset: string }
)

/** An entry of a figure's settings with its field. */
export type SettingSchema = v.GenericSchema & { readonly field: SettingField | undefined }

/** Settings that a kind of figure has of its own, by name. */
export type SettingEntries = Readonly<Record<string, SettingSchema>>

/**
 * A setting of a kind's own: what shape it has, and the field that the window draws for it beside the usual ones. Without a
 * field it is set elsewhere. Nobody has to set it.
 */
export function setting<S extends v.GenericSchema>(schema: S, field?: SettingField) {
  return Object.assign(v.optional(schema), { field })
}

/** A setting that is one of a few words. `unset`: the name of the figure's own choice; without it the first word holds. */
export function choiceSetting<const V extends string>(
  choices: readonly { readonly value: V; readonly label: string }[],
  field: { readonly label: string; readonly help?: string; readonly unset?: string },
) {
  return setting(v.picklist(choices.map(({ value }) => value)), { type: 'choice', choices, ...field })
}

/** A setting in seconds, typed as people write durations. */
export function secondsSetting(
  min: number,
  max: number,
  field: { readonly label: string; readonly help?: string; readonly unset: string },
) {
  const schema = v.pipe(v.number(), v.minValue(min), v.maxValue(max))
  return setting(schema, { type: 'value', kind: { type: 'seconds', min, max }, ...field })
}

/** Fields that most kinds of figures have, by what they choose. */
export const usualFields = [
  'metric',
  'unit',
  'x',
  'lines',
  /** Levels that the remaining axes are held at. */
  'levels',
  'statistic',
  'dots',
  'intervals',
  'zero',
] as const

export type UsualField = (typeof usualFields)[number]
