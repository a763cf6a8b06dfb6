import { smallPrintLengths } from '../core/figures/figure/figure-look'
import { directions } from '../core/results/observation'
import { ComparisonError } from '../core/comparison/comparison-error'
import type { ComparisonSettings } from '../core/comparison/comparison-settings'
import { parseSelection, selectionKey, type Selection } from '../core/comparison/sides/selection'
import { findEngine } from '../core/engines/registry'
import type { FigureSettings } from '../core/figures/kinds/figure-kinds'
import {
  type FigureLook,
  manySeriesWays,
  mostPanelColumns,
  mostPanelsPerPart,
} from '../core/figures/figure/usual-settings'
import { metrics } from '../core/results/metrics'
import { statisticsModes } from '../core/statistics/comparison/case-comparison'
import {
  choiceOf,
  CommandError,
  numberOption,
  type OptionSpec,
  type ParsedCommand,
  wholeOption,
} from './command'

/** Options of a figure's look. */
export const lookOptions: Readonly<Record<string, OptionSpec>> = {
  'log-y': { help: 'Logarithmic value axis; bars become points.' },
  'y-min': { value: 'NUMBER', help: 'Lower end of the value axis, in the unit of the figure.' },
  'y-max': { value: 'NUMBER', help: 'Upper end of the value axis, in the unit of the figure.' },
  reference: {
    value: 'NUMBER[:NAME]',
    multiple: true,
    help: 'A horizontal line with its name, in the unit of the figure.',
  },
  values: { help: 'Numbers at the marks.' },
  'panel-columns': { value: 'N', help: 'Panels next to each other, 1 to 8; as many as fit if not given.' },
  'panels-per-part': {
    value: 'N',
    help: 'Most panels in one picture: a PDF has a page, PNG and SVG a file for each part.',
  },
  'small-print': { value: 'LENGTH', help: 'full, short or none; default full.' },
  source: { value: 'TEXT', help: 'The line of short small print in your own words.' },
  'many-series': { value: 'HOW', help: 'For more than seven lines: panels (default), grey or together.' },
  highlight: {
    value: 'SERIES',
    multiple: true,
    help: 'A line by its id, e.g. block_size=4096, in front and thicker; --many-series grey greys the others.',
  },
}

/** The look given by the options; undefined if none are given. `factor`: base units per unit of the figure. */
export function lookOf(
  parsed: ParsedCommand,
  factor: number,
): (FigureLook & Pick<FigureSettings, 'yScale'>) | undefined {
  const [yMin, yMax] = [amountOf(parsed, 'y-min'), amountOf(parsed, 'y-max')]
  if (yMin !== undefined && yMax !== undefined && yMin >= yMax)
    throw new CommandError(`--y-min ${yMin} is not below --y-max ${yMax}.`, 'Give the lower end first.')
  const references = parsed.texts('reference').map((text) => referenceOf(text, factor))
  const highlights = parsed.texts('highlight')
  const smallPrint = choiceOf(parsed, 'small-print', smallPrintLengths)
  const manySeries = choiceOf(parsed, 'many-series', manySeriesWays)
  const source = parsed.text('source')
  const panelColumns = wholeOption(parsed, 'panel-columns', 1, mostPanelColumns)
  const panelsPerPart = wholeOption(parsed, 'panels-per-part', 1, mostPanelsPerPart)
  const look = {
    ...(parsed.flag('log-y') && { yScale: 'log' as const }),
    ...(yMin !== undefined && { yMin: yMin * factor }),
    ...(yMax !== undefined && { yMax: yMax * factor }),
    ...(references.length > 0 && { references }),
    ...(parsed.flag('values') && { valueLabels: true }),
    ...(panelColumns !== undefined && { panelColumns }),
    ...(panelsPerPart !== undefined && { panelsPerPart }),
    ...(smallPrint && { smallPrint }),
    ...(source !== undefined && { source, smallPrint: smallPrint ?? ('short' as const) }),
    ...(manySeries && { manySeries }),
    ...(highlights.length > 0 && {
      seriesStyles: Object.fromEntries(highlights.map((line) => [line, { emphasis: 'strong' as const }])),
    }),
  }
  return Object.keys(look).length === 0 ? undefined : look
}

function amountOf(parsed: ParsedCommand, option: string): number | undefined {
  const text = parsed.text(option)
  return text === undefined ? undefined : numberIn(text, `--${option} ${text}`)
}

/** `500`, `500:interface limit`. */
function referenceOf(text: string, factor: number): { readonly value: number; readonly label?: string } {
  const [number = '', ...name] = text.split(':')
  const label = name.join(':').trim()
  return { value: numberIn(number, `--reference ${text}`) * factor, ...(label !== '' && { label }) }
}

function numberIn(text: string, option: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value)) return value
  throw new CommandError(`${option}: that is not a number.`, 'Give a number in the unit of the figure.')
}

/** Options of every command that compares. */
export const comparisonOptions: Readonly<Record<string, OptionSpec>> = {
  baseline: {
    value: 'KEY=VALUE',
    multiple: true,
    help: 'The side that is 0 %: campaign, configuration, host, device, firmware, kernel, engine_version, date, test or any axis; several joined by commas.',
  },
  candidate: { value: 'KEY=VALUE', multiple: true, help: 'A side to compare with it.' },
  'baseline-name': { value: 'TEXT', help: 'Name of the baseline in texts, e.g. "Drive A".' },
  'candidate-name': {
    value: 'TEXT',
    multiple: true,
    help: 'Name of the candidate in texts; the first name is that of the first candidate.',
  },
  metric: {
    value: 'METRIC',
    help: `One of ${metrics.flatMap(({ id, better }) => (better === 'neither' ? [] : [id])).join(', ')}; all; each test's bandwidth or IOPS if not given.`,
  },
  primary: { value: 'METRIC', help: 'The metric for the summary if several are compared.' },
  direction: {
    value: 'DIRECTION',
    help: `One of ${[...directions, 'all'].join(', ')}; the total if not given.`,
  },
  test: { value: 'TEST', multiple: true, help: 'Only this test.' },
  mode: { value: 'MODE', help: `One of ${statisticsModes.join(', ')}.` },
  margin: { value: 'PERCENT', help: 'Differences within it have no practical importance; default 1.' },
  factor: { value: 'KEY', multiple: true, help: 'The factor being compared, if the sides have names.' },
  'group-by': {
    value: 'KEY',
    help: 'The factor whose levels are the unit instead of the runs, if both sides have three or more, e.g. host or an axis.',
  },
  accept: { value: 'TEXT', help: 'Why the other factors that differ are acceptable; goes into the caption.' },
  exclude: {
    value: 'RUN:REASON',
    multiple: true,
    help: 'Leave a run out, by its id, e.g. 17:"drive was trimming".',
  },
}

/** The settings given by the options. Throws a CommandError that names the option and the remedy. */
export function comparisonSettings(command: string, parsed: ParsedCommand): ComparisonSettings {
  const baselines = parsed.texts('baseline')
  const candidates = parsed.texts('candidate')
  const [baseline] = baselines
  if (baseline === undefined)
    throw new CommandError(
      `${command}: --baseline is missing.`,
      'Name the side that is 0 %, e.g. --baseline kernel=6.1.',
    )
  if (baselines.length > 1) {
    throw new CommandError(
      `${command}: there are ${baselines.length} baselines. Percentages of different baselines cannot be read against each other, so one comparison has one.`,
      'Compare with each baseline in turn, or join conditions of one side with a comma: --baseline host=a,kernel=6.1.',
    )
  }
  if (candidates.length === 0)
    throw new CommandError(
      `${command}: --candidate is missing.`,
      'Name at least one side to compare, e.g. --candidate kernel=6.18.',
    )
  const metric = parsed.text('metric')
  const primaryMetric = parsed.text('primary')
  const direction = choiceOf(parsed, 'direction', [...directions, 'all'] as const)
  const mode = choiceOf(parsed, 'mode', statisticsModes)
  const isMargin = (value: number) => value >= 0 && value < 100
  const marginPercent = numberOption(parsed, 'margin', 'a percentage from 0 to 100', isMargin, '%')
  const group = parsed.text('group-by')
  const acceptance = parsed.text('accept')
  const sides = {
    baseline: side('baseline', baseline),
    candidates: candidates.map((text) => side('candidate', text)),
  }
  return {
    ...sides,
    typed: true,
    ...sideNames(command, parsed, sides),
    ...(metric !== undefined && { metric }),
    ...(primaryMetric !== undefined && { primaryMetric }),
    ...(direction !== undefined && { direction }),
    ...(parsed.texts('test').length > 0 && { tests: parsed.texts('test') }),
    ...(mode !== undefined && { mode }),
    ...(marginPercent !== undefined && { marginPercent }),
    ...(parsed.texts('factor').length > 0 && { factors: parsed.texts('factor').map(selectionKey) }),
    ...(group !== undefined && { group: selectionKey(group) }),
    ...(acceptance !== undefined && { acceptance }),
    ...(parsed.texts('exclude').length > 0 && { excludedRuns: parsed.texts('exclude').map(exclusion) }),
  }
}

/** The names of the sides; empty if no name is given. */
function sideNames(
  command: string,
  parsed: ParsedCommand,
  { baseline, candidates }: Pick<ComparisonSettings, 'baseline' | 'candidates'>,
): Pick<ComparisonSettings, 'names'> {
  const own = parsed.texts('candidate-name')
  if (own.length > candidates.length)
    throw new CommandError(
      `${command}: --candidate-name is given ${own.length} times for ${candidates.length} ${candidates.length === 1 ? 'candidate' : 'candidates'}.`,
      'Give as many names as candidates, in their order.',
    )
  const named = [
    { side: baseline, name: parsed.text('baseline-name') ?? '' },
    ...candidates.map((candidate, at) => ({ side: candidate, name: own[at] ?? '' })),
  ].filter(({ name }) => name.trim() !== '')
  return named.length === 0 ? {} : { names: named }
}

/** A side as typed; a key may also be the engine's own option, `bs` for `block_size`. */
function side(option: string, text: string): Selection {
  const read = parseSelection(text)
  if (!read.ok) throw new CommandError(`--${option} ${text}: ${read.error}`)
  const fields = findEngine('fio')?.description.fields ?? []
  return read.value.map((term) => {
    const field = fields.find((one) => one.option === term.key && one.id !== term.key)
    return field === undefined ? term : { ...term, key: field.id }
  })
}

function exclusion(text: string): { runId: number; reason: string } {
  const colon = text.indexOf(':')
  const runId = Number(text.slice(0, colon))
  const reason = text.slice(colon + 1).trim()
  if (colon > 0 && Number.isInteger(runId) && runId > 0 && reason !== '') return { runId, reason }
  throw new CommandError(
    `--exclude ${text}: a run is left out by its id and the reason.`,
    'Write it like --exclude "17:the drive was trimming".',
  )
}

const refusalOptions: Readonly<Record<NonNullable<ComparisonError['reason']>, string | undefined>> = {
  'factor-not-named': '--factor KEY',
  'not-accepted': '--accept TEXT',
  'nothing-lined-up': undefined,
}

/** Runs the action; if it refuses percentages, names the option that allows them. */
export function namingOptions<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const option = error instanceof ComparisonError && error.reason && refusalOptions[error.reason]
    if (!option) throw error
    throw new CommandError(error.message, `${error.remedy} The option is ${option}.`)
  }
}
