import type { FigureLook } from '../core/figures/figure-look'
import type { FigureSettings } from '../core/figures/figure'
import { choiceOf, CommandError, type OptionSpec, type ParsedCommand } from './command'

/** Options of a figure's look. */
export const lookOptions: Readonly<Record<string, OptionSpec>> = {
  'log-y': { type: 'boolean', help: 'Logarithmic value axis; bars become points.' },
  'y-min': {
    type: 'string',
    value: 'NUMBER',
    help: 'Lower end of the value axis, in the unit of the figure.',
  },
  'y-max': {
    type: 'string',
    value: 'NUMBER',
    help: 'Upper end of the value axis, in the unit of the figure.',
  },
  reference: {
    type: 'string',
    value: 'NUMBER[:NAME]',
    multiple: true,
    help: 'A level line with its name, in the unit of the figure.',
  },
  values: { type: 'boolean', help: 'Numbers at the marks.' },
  'small-print': { type: 'string', value: 'LENGTH', help: 'full, short or none; full if not given.' },
  source: { type: 'string', value: 'TEXT', help: 'The line of short small print in your own words.' },
  'many-series': {
    type: 'string',
    value: 'HOW',
    help: 'More lines than seven: panels (if not given), grey or together.',
  },
  highlight: {
    type: 'string',
    value: 'SERIES',
    multiple: true,
    help: 'A line by its id, e.g. block_size=4096, in front and thicker; --many-series grey greys the others.',
  },
}

/** The look that the options ask for; undefined where they ask for none. `factor`: base units per unit of the figure. */
export function lookOf(
  parsed: ParsedCommand,
  factor: number,
): (FigureLook & Pick<FigureSettings, 'yScale'>) | undefined {
  const [yMin, yMax] = [amountOf(parsed, 'y-min'), amountOf(parsed, 'y-max')]
  if (yMin !== undefined && yMax !== undefined && yMin >= yMax)
    throw new CommandError(`--y-min ${yMin} is not below --y-max ${yMax}.`, 'Give the lower end first.')
  const references = parsed.texts('reference').map((text) => referenceOf(text, factor))
  const highlights = parsed.texts('highlight')
  const smallPrint = choiceOf(parsed, 'small-print', ['full', 'short', 'none'] as const)
  const manySeries = choiceOf(parsed, 'many-series', ['panels', 'grey', 'together'] as const)
  const source = parsed.text('source')
  const look = {
    ...(parsed.flag('log-y') && { yScale: 'log' as const }),
    ...(yMin !== undefined && { yMin: yMin * factor }),
    ...(yMax !== undefined && { yMax: yMax * factor }),
    ...(references.length > 0 && { references }),
    ...(parsed.flag('values') && { valueLabels: true }),
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
