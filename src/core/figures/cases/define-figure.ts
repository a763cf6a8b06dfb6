import type { ValueScale } from '../../results/value-scale'
import type * as v from 'valibot'
import type { Comparison } from '../../comparison/comparison'
import { comparisonSettingsSchema } from '../../comparison/comparison-settings'
import type { DeviceLinks } from '../../devices/link-devices'
import type { TidyRow } from '../../results/run'
import type { StoredPublishedResult } from '../../results/published-result'
import type { JudgedScorecard } from '../../scorecard/judge-scorecard'
import type { Figure, FigureNumbers } from '../figure/figure'
import type { MeasuredCase } from './measured-cases'
import type { PooledPercentiles } from './pooled-percentiles'
import type { HistogramRun } from './histogram-lines'
import type { RecordedRun, RoundsOfCase } from './recorded-runs'
import { setting, type SettingEntries, type UsualField } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import type { UsualSettings } from '../figure/usual-settings'

/** The data of a figure, by the need of its kind. */
export interface FigureInputs {
  /** Finished runs by case, in columns, and printed results. */
  readonly runs: {
    readonly measured: readonly MeasuredCase[]
    readonly published: readonly StoredPublishedResult[]
    /** Device cards with their campaigns, for kinds that use them. */
    readonly devices?: DeviceLinks | undefined
    /** Percentiles of all I/Os of each case, for kinds that use them. */
    readonly pooled?: PooledPercentiles | undefined
  }
  /** Every single measurement, and printed results. */
  readonly measurements: {
    readonly rows: Iterable<TidyRow>
    readonly published: readonly StoredPublishedResult[]
  }
  /** Lined-up cases of a baseline and its candidates. */
  readonly comparison: { readonly comparison: Comparison }
  /** Finished runs with recorded series. */
  readonly series: { readonly runs: readonly RecordedRun[] }
  /** Finished runs, with the latency histograms of those that have any. */
  readonly histograms: { readonly runs: readonly HistogramRun[] }
  /** Scorecards of the review, judged. */
  readonly scorecards: { readonly scorecards: readonly JudgedScorecard[] }
  /** Rounds of cases that ran until the drive was steady. */
  readonly rounds: { readonly cases: readonly RoundsOfCase[] }
}

export type FigureNeed = keyof FigureInputs

/** `table`: printed as a table with caption and small print; it has numbers but no marks. */
export type FigureForm = 'picture' | 'table'

/**
 * A kind of figure. Everything about kinds derives from the list in `registry.ts`: the union of kinds, the schema of
 * the settings, the menus of the window, the room a saved figure opens in, and the command line's `--figure`.
 */
export interface FigureDefinition<
  K extends string = string,
  N extends FigureNeed = FigureNeed,
  F extends FigureForm = FigureForm,
  E extends SettingEntries = SettingEntries,
> {
  /** Name in settings and on the command line. */
  readonly kind: K
  /** Name in menus and in the gallery. */
  readonly name: string
  /** Name in the room that holds only figures of this need; `name` if unset. */
  readonly shortName?: string
  readonly needs: N
  readonly form: F
  /** Its own settings besides the usual ones, each created by `setting` with the field that the window draws for it. */
  readonly settings: E
  /** Metrics that a figure of runs uses besides the chosen one; ids or aliases. */
  metrics?(settings: UsualSettings & Readonly<Record<string, unknown>>): readonly string[]
  /** Whether it can draw a metric; instead of another one it draws one of its own. Unset: any. */
  readonly draws?: (metric: string) => boolean
  /** Which of the usual fields apply to it; unset: all of them. */
  readonly usualFields?: readonly UsualField[]
  /** The only axes it accepts on x; it is offered if one of them varies. Unset: any. */
  readonly xKeys?: readonly string[]
  /** What it accepts on x instead of axes; the first by default. */
  readonly xChoices?: readonly { readonly value: string; readonly label: string }[]
  /** Whether there can be anything to see of such campaigns; unset: always. */
  readonly isOffered?: (campaigns: CampaignRecords) => boolean
  /** It also uses device cards; only for kinds that need runs. */
  readonly usesDevices?: boolean
  /** It also sets percentiles of all I/Os against those of single runs; only for kinds that need runs. */
  readonly usesPooled?: boolean
  /** It can show the reads or the writes alone. */
  readonly takesPart?: boolean
  /** Its runs can be averaged by the harmonic mean; a kind without it shows the mean instead. */
  readonly hasHarmonicMean?: boolean
  /** The scales that its value axis can have, the usual one first; unset: linear, or logarithmic if asked for. */
  readonly scales?: readonly ValueScale[]
  /** For a picture of a comparison: the numbers behind it, and the table printed with it. */
  readonly tables?: ComparisonTables
  /**
   * The figure without the look that the user chose and without small multiples, see `buildFigure`. Pure. Throws a
   * RangeError for a metric that does not exist, a ComparisonError for a comparison that must be accepted first.
   */
  build(
    input: FigureInputs[N],
    settings: UsualSettings & { readonly kind: K } & Readonly<
        v.InferOutput<v.StrictObjectSchema<E, undefined>>
      >,
    provenance: FigureProvenance,
  ): Figure
}

export interface ComparisonTables {
  numbers(comparison: Comparison): FigureNumbers
  printed(comparison: Comparison, asked: Pick<UsualSettings, 'unit' | 'units'>): FigureNumbers
  /** The window lists the numbers below the figure; otherwise it gets them from the report of the comparison. */
  readonly isListed?: boolean
}

/** Settings of kinds that compare: a baseline and its candidates, from which `campaignIds` and `metric` follow. */
export const comparedSides = { comparison: setting(comparisonSettingsSchema) }

/** What campaigns have besides the numbers of their runs. */
export interface CampaignRecords {
  /** Metrics of which a finished run has a series. */
  readonly recorded: readonly string[]
  /** Their rounds ran until the drive was steady. */
  readonly hasRounds: boolean
  /** Their finished runs have latency histograms. */
  readonly hasHistograms?: boolean
  /** The review has a device card with a price, or with a promise. */
  readonly hasPrices?: boolean
  readonly hasPromises?: boolean
  readonly hasScorecards?: boolean
}

/**
 * Keeps the literal types of a definition, from which the union of kinds and settings derives. What it builds is asked
 * for one of its own scales.
 */
export function defineFigure<
  const K extends string,
  N extends FigureNeed,
  F extends FigureForm,
  E extends SettingEntries,
>(definition: FigureDefinition<K, N, F, E>): FigureDefinition<K, N, F, E> {
  const { scales = ['linear', 'log'] } = definition
  return {
    ...definition,
    build: (input, settings, provenance) => {
      const { yScale } = settings
      const isPossible = yScale !== undefined && scales.includes(yScale)
      return definition.build(input, { ...settings, yScale: isPossible ? yScale : scales[0] }, provenance)
    },
  }
}

interface FigureNature {
  readonly form: FigureForm
  readonly needs: FigureNeed
}

/** Whether a kind can be drawn as small multiples: any picture of cases. */
export function takesFacet({ form, needs }: FigureNature): boolean {
  return form === 'picture' && needs !== 'scorecards'
}

/**
 * Whether a second metric can have a panel below the first: in pictures of runs by case with a chosen metric. A kind
 * with a setting of this name draws its second panel itself.
 */
export function takesSecondMetric({
  form,
  needs,
  usualFields,
  settings,
}: Pick<FigureDefinition, 'form' | 'needs' | 'usualFields' | 'settings'>): boolean {
  const isOfMetric = usualFields === undefined || usualFields.includes('metric')
  return form === 'picture' && needs === 'runs' && isOfMetric && !Object.hasOwn(settings, 'secondMetric')
}

/** Whether small multiples are separate figures; a comparison judges all its cells together and arranges them in panels. */
export function splitsFigures({ form, needs }: FigureNature): boolean {
  return takesFacet({ form, needs }) && needs !== 'comparison'
}
