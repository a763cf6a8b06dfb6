import * as v from 'valibot'
import { findMetric } from '../../results/metrics'
import {
  type FigureDefinition,
  type FigureForm,
  type FigureNeed,
  takesFacet,
  takesSecondMetric,
} from '../cases/define-figure'
import type { FigureStatistic } from '../figure/figure'
import type { SettingEntries, SettingField } from '../figure/own-setting'
import { figureDefinitions } from './registry'
import { statisticFor } from '../sweep/sweep-points'
import { averageOf, usualSettings, type UsualSettings } from '../figure/usual-settings'

type Definition = (typeof figureDefinitions)[number]

export type FigureKind = Definition['kind']

/** The average that a figure shows: the harmonic mean only in kinds that have it, and only of rates. */
export function shownStatistic({
  kind,
  metric: name,
  statistic,
}: Pick<FigureSettings, 'kind' | 'metric' | 'statistic'>): FigureStatistic {
  const metric = findMetric(name)
  return figureDefinition(kind).hasHarmonicMean === true && metric !== undefined
    ? statisticFor(statistic, metric)
    : averageOf({ statistic })
}

/** Kinds made of a comparison of campaigns, as pictures and as tables. */
export type ComparisonFigureKind = KindOf<'comparison', 'picture'>
export type ComparisonTableKind = KindOf<'comparison', 'table'>

type KindOf<N extends FigureNeed, F extends FigureForm> = Extract<
  Definition,
  { readonly needs: N; readonly form: F }
>['kind']

type SettingsOf<D> =
  D extends FigureDefinition<infer K, infer _N, infer _F, infer E>
    ? UsualSettings & { readonly kind: K } & Readonly<v.InferOutput<v.StrictObjectSchema<E, undefined>>>
    : never

type KeyOfEach<U> = U extends unknown ? keyof U : never

/** Each member of a union with the keys of the others as absent, so that any key can be read. */
type WithAbsent<U, K extends PropertyKey = KeyOfEach<U>> = U extends unknown
  ? U & Readonly<Partial<Record<Exclude<K, keyof U>, undefined>>>
  : never

/** The user's choices for a figure; saved with it. Unset parts fall back to the figure's own choice. */
export type FigureSettings = WithAbsent<SettingsOf<Definition>>

/** Settings to change, for any kind. */
export type FigureChange = {
  readonly [K in KeyOfEach<FigureSettings>]?: FigureSettings[K] | undefined
}

/** A definition for code that treats all kinds alike. */
export type AnyFigureDefinition = { [N in FigureNeed]: FigureDefinition<string, N> }[FigureNeed]

const definitions: readonly AnyFigureDefinition[] = figureDefinitions

/** Kinds of figures, as named in settings and on the command line. */
export const figureKinds: readonly FigureKind[] = figureDefinitions.map(({ kind }) => kind)

const byKind: ReadonlyMap<string, AnyFigureDefinition> = new Map(definitions.map((one) => [one.kind, one]))

/** The kind of this name. Throws a RangeError if there is none. */
export function figureDefinition(kind: string): AnyFigureDefinition {
  const found = byKind.get(kind)
  if (found === undefined) throw new RangeError(`There is no kind of figure "${kind}".`)
  return found
}

export function isFigureKind(kind: string): kind is FigureKind {
  return byKind.has(kind)
}

/** True for kinds that are printed as tables. */
export function isTableKind(kind: string): boolean {
  return byKind.get(kind)?.form === 'table'
}

/** True for every kind whose settings name a baseline and candidates. */
export function needsComparison(kind: string): kind is ComparisonFigureKind | ComparisonTableKind {
  return byKind.get(kind)?.needs === 'comparison'
}

/** Kinds that use the runs of campaigns, in menu order. */
export const measuredKinds: readonly {
  readonly kind: Exclude<FigureKind, ComparisonFigureKind | ComparisonTableKind>
  readonly name: string
  readonly xKeys?: readonly string[]
}[] = figureDefinitions.filter((one) => one.needs !== 'comparison')

/** Pictures and tables of a comparison in menu order, with their names in the comparison room. */
export const comparisonPictures = figureDefinitions
  .filter((one) => one.needs === 'comparison' && one.form === 'picture')
  .map(({ kind, name, shortName = name }) => ({ kind, label: shortName }))
export const comparisonTables = figureDefinitions
  .filter((one) => one.needs === 'comparison' && one.form === 'table')
  .map(({ kind, name, shortName = name }) => ({ kind, label: shortName }))

const kindShape = v.looseObject({ kind: v.picklist(figureKinds) })
const shapes: ReadonlyMap<string, v.GenericSchema> = new Map(
  definitions.map(({ kind, settings }) => [
    kind,
    v.strictObject({ ...usualSettings, ...settings, kind: v.literal(kind) }),
  ]),
)

/** Shape of figure settings, by kind; checked at the contract and when a saved figure is read. */
export const figureSettingsSchema: v.GenericSchema<unknown, FigureSettings> = v.pipe(
  v.lazy((input) => (v.is(kindShape, input) ? (shapes.get(input.kind) ?? kindShape) : kindShape)),
  // The shape of a kind was checked above; a list of definitions cannot tell the compiler that it is this union.
  v.custom<FigureSettings>((input) => v.is(kindShape, input)),
)

/** Settings that a kind declares: its own, and the axis of small multiples and a second metric if it supports them. */
function declaredSettings(kind: string): SettingEntries {
  const definition = figureDefinition(kind)
  const { facet, secondMetric } = usualSettings
  return {
    ...(takesFacet(definition) && { facet }),
    ...(takesSecondMetric(definition) && { secondMetric }),
    ...definition.settings,
  }
}

/** Fields for the settings that this kind declares, in order. */
export function ownFields(kind: string): readonly { readonly key: string; readonly field: SettingField }[] {
  return Object.entries(declaredSettings(kind)).flatMap(([key, { field }]) =>
    field === undefined ? [] : [{ key, field }],
  )
}

/** The value of a setting that a kind declares. */
export function ownValue(settings: object, key: string): unknown {
  return Object.entries(settings).find(([name]) => name === key)?.[1]
}

/** A change of a setting that a kind declares; undefined resets it. Throws if the kind has no such setting, or not of this shape. */
export function ownChange(kind: string, key: string, value: unknown): FigureChange {
  const entry = declaredSettings(kind)[key]
  if (entry === undefined) throw new RangeError(`A ${kind} figure has no setting "${key}".`)
  const shape = v.strictObject({ [key]: entry })
  return v.parse(
    v.pipe(
      shape,
      v.custom<FigureChange>((input) => v.is(shape, input)),
    ),
    { [key]: value },
  )
}

/** Settings with some of them changed; those unknown to the new kind are dropped. Throws if a value has the wrong shape. */
export function changedSettings(settings: FigureSettings, change: FigureChange): FigureSettings {
  const all = { ...settings, ...change }
  const known = new Set([
    'kind',
    ...Object.keys(usualSettings),
    ...Object.keys(figureDefinition(all.kind).settings),
  ])
  return v.parse(
    figureSettingsSchema,
    Object.fromEntries(Object.entries(all).filter(([key]) => known.has(key))),
  )
}
