import { latencyViews } from '../core/figures/latency/latency-axes'
import * as v from 'valibot'
import {
  changedSettings,
  figureDefinition,
  type FigureChange,
  type FigureSettings,
  ownChange,
  ownFields,
  ownValue,
} from '../core/figures/kinds/figure-kinds'
import type { Figure } from '../core/figures/figure/figure'
import type { SettingField } from '../core/figures/figure/own-setting'
import { parseLevel } from '../core/plan/levels/parse-level'
import type { LevelValue } from '../core/plan/plan'
import type { Parsed } from '../core/units/parsed'
import { choiceOf, CommandError, numberOption, type OptionSpec, type ParsedCommand } from './command'

/** Options of figures that have settings of their own. */
export const overTimeOptions: Readonly<Record<string, OptionSpec>> = {
  run: { value: 'ID', multiple: true, help: 'A run to show over time; by default the first recorded ones.' },
  'warm-up': { value: 'SECONDS', help: 'Time to drop at the start of each run; default 0.' },
  bin: {
    value: 'SECONDS',
    help: 'Averaging interval over time; default 10 from ten minutes on, 1 below, and as recorded below one minute.',
  },
  panel: {
    value: 'SOURCE/METRIC',
    multiple: true,
    help: 'Series below the first panel of time-series, e.g. cpu/cpu_iowait; by default what was recorded.',
  },
  below: {
    value: 'PERCENT',
    help: 'Bins of consistency below this share of their median count as slow; default 50.',
  },
  mean: { help: 'Show the repetitions of a case over time as their mean and range.' },
  view: {
    value: 'VIEW',
    help: `How latency-percentiles are drawn: ${latencyViews.join(', ')}; curve if not given.`,
  },
  latency: {
    value: 'FAMILY',
    help: 'Latency to show: completion (time in the device; default) or total (from submission).',
  },
  cases: {
    value: 'WHICH',
    help: 'Basis of a ranking: all (geometric mean over the shared cases; default) or one.',
  },
  reviewed: { value: 'NAME', help: 'The device, configuration or campaign that a ranking highlights.' },
  'relative-to': { value: 'NAME', help: 'The device, configuration or campaign that is 100 % of a ranking.' },
  set: {
    value: 'KEY=VALUE',
    multiple: true,
    help: 'Another setting of this kind of figure, e.g. throughput=bandwidth; a wrong KEY lists them.',
  },
}

/**
 * The settings with those given by options that apply only to some kinds of figures. Throws a CommandError if the
 * kind has no such setting.
 */
export function ownSettingsOf(parsed: ParsedCommand, settings: FigureSettings): FigureSettings {
  const runIds = parsed.texts('run').map((text) => {
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
    throw new CommandError(
      `--run ${text}: that is not a run.`,
      'A run is named by its number, e.g. --run 12.',
    )
  })
  const panels = parsed.texts('panel')
  const warmUpSeconds = secondsOf(parsed, 'warm-up', 0)
  const binSeconds = secondsOf(parsed, 'bin', 0.001)
  const isShare = (value: number) => value > 0 && value < 100
  const belowPercent = numberOption(parsed, 'below', 'a percentage between 0 and 100', isShare, '%')
  const view = choiceOf(parsed, 'view', latencyViews)
  const latency = choiceOf(parsed, 'latency', ['completion', 'total'])
  const cases = choiceOf(parsed, 'cases', ['all', 'one'])
  const [reviewed, relativeTo] = [parsed.text('reviewed'), parsed.text('relative-to')]
  const asked = {
    ...(cases !== undefined && { cases }),
    ...(reviewed !== undefined && { reviewed }),
    ...(relativeTo !== undefined && { relativeTo }),
    ...(view !== undefined && { view }),
    ...(latency !== undefined && { latency }),
    ...(runIds.length > 0 && { runIds }),
    ...(warmUpSeconds !== undefined && { warmUpSeconds }),
    ...(binSeconds !== undefined && { binSeconds }),
    ...(panels.length > 0 && { panels }),
    ...(belowPercent !== undefined && { belowPercent }),
    ...(parsed.flag('mean') && { lines: 'mean' as const }),
  }
  const known = figureDefinition(settings.kind).settings
  const foreign = Object.keys(asked).find((key) => !(key in known))
  if (foreign !== undefined)
    throw new CommandError(
      `export: a ${settings.kind} figure has no --${optionNames[foreign] ?? foreign}.`,
      'Leave it out, or choose another --figure.',
    )
  const further = parsed.texts('set').map((text) => furtherSetting(settings.kind, text))
  return further.reduce<FigureSettings>(changedSettings, changedSettings(settings, asked))
}

/** Throws a CommandError if the figure could not follow one of these settings: whoever asks for it means it. */
export function refuseIgnored({ notes }: Figure, settings: FigureSettings): void {
  const note = notes.find(({ ignored }) => ignored !== undefined)
  if (note?.ignored === undefined) return
  const option = optionNames[note.ignored] ?? note.ignored
  throw new CommandError(`--${option} ${String(ownValue(settings, note.ignored))}: ${note.text}`, note.advice)
}

/** A declared setting as `KEY=VALUE`; the value is parsed like the input of its field in the window. */
function furtherSetting(kind: string, text: string): FigureChange {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? []
  const fields = ownFields(kind).flatMap(({ key, field }) => (isSingle(field) ? [{ key, field }] : []))
  const found = fields.find(({ key }) => key === name.trim())
  if (found === undefined)
    throw new CommandError(
      `--set ${text}: a ${kind} figure has no such setting.`,
      fields.length === 0
        ? 'Leave it out.'
        : `Its settings are ${fields.map(({ key, field }) => `${key} (${valuesText(field)})`).join(', ')}.`,
    )
  const read = settingValue(value, found.field)
  if (read.ok) {
    try {
      return ownChange(kind, found.key, read.value)
    } catch (error) {
      if (!(error instanceof v.ValiError)) throw error
      throw new CommandError(`--set ${text}: the value ${error.message}.`, found.field.help)
    }
  }
  throw new CommandError(`--set ${text}: ${read.error}`, `${found.key} takes ${valuesText(found.field)}.`)
}

/** Fields with one value; lists have separate options. */
type SingleField = Exclude<SettingField, { readonly type: 'runs' | 'quantities' }>

function isSingle(field: SettingField): field is SingleField {
  return field.type !== 'runs' && field.type !== 'quantities'
}

function settingValue(text: string, field: SingleField): Parsed<LevelValue> {
  switch (field.type) {
    case 'value':
      return parseLevel(text, field.kind)
    case 'choice':
      return parseLevel(text, field)
    case 'switch':
      return parseLevel(text, { type: 'boolean' })
    case 'level':
      return parseLevel(text, { type: text.includes('%') ? 'percent' : 'bytes' })
    case 'axis':
    case 'campaign':
    case 'scorecard':
    case 'metric':
      return parseLevel(text, { type: 'text' })
  }
}

function valuesText(field: SingleField): string {
  switch (field.type) {
    case 'value':
      return field.kind.type
    case 'choice':
      return field.choices.map(({ value }) => value).join('|')
    case 'switch':
      return 'on|off'
    case 'level':
      return 'a level of the axis on x, e.g. 20 or 64GiB'
    case 'axis':
      return 'an axis'
    case 'campaign':
      return 'a device, configuration or campaign'
    case 'scorecard':
      return 'the name of a scorecard'
    case 'metric':
      return 'a metric, e.g. completion_latency_p95'
  }
}

const optionNames: Readonly<Record<string, string>> = {
  ...{ runIds: 'run', warmUpSeconds: 'warm-up', binSeconds: 'bin', panels: 'panel', lines: 'mean' },
  ...{ belowPercent: 'below', relativeTo: 'relative-to' },
}

function secondsOf(parsed: ParsedCommand, option: string, least: number): number | undefined {
  const what = `a number of seconds from ${String(least)} to 10,000,000`
  return numberOption(parsed, option, what, (value) => value >= least && value <= 1e7)
}
