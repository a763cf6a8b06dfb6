import { paletteNames } from '../../core/figures/figure/figure-look'
import type { ReviewReader } from '../../bench/store/review-store'
import {
  type FigureExport,
  type FigureFormat,
  figureFormats as formats,
  figureFiles,
  exportAdvice,
} from '../../bench/figures/export-figure'
import { exportFigures } from '../../bench/figures/export-figures'
import type { ExportPreset } from '../../bench/figures/export-look'
import { figureOfReview } from '../../bench/figures/figure-of-review'
import { presetNamed } from '../../bench/figures/preset-of-review'
import { drawableKinds } from '../../bench/figures/drawable-kinds'
import { writeFileWhole } from '../../bench/files/write-file-whole'
import type { Figure } from '../../core/figures/figure/figure'
import { metrics } from '../../core/results/metrics'
import { holdsNothing, nothingText } from '../../core/figures/kinds/build-figure'
import { figureKinds, isTableKind, type FigureSettings } from '../../core/figures/kinds/figure-kinds'
import {
  exitStatus,
  printJson,
  type CommandContext,
  type ExitStatus,
  choiceOf,
  CommandError,
  type Command,
  type ParsedCommand,
  wholeOption,
} from '../command'
import { comparisonOptions, namingOptions, lookOf, lookOptions } from '../export-options'
import { figureSettingsOf } from '../figure-settings'
import { overTimeOptions, refuseIgnored } from '../over-time-options'
import { redactOption, reviewSource, withReview } from '../with-review'
import { extname } from 'node:path'

/** Writes every saved figure into a folder and reports each result; Ctrl-C cancels and removes what was written. */
async function exportAll(
  review: ReviewReader,
  folder: string,
  preset: ExportPreset | undefined,
  asJson: boolean,
  context: CommandContext,
): Promise<ExitStatus> {
  const { stdout, stderr, signal } = context
  const done = await exportFigures(review, {
    folder,
    preset,
    signal,
    onProgress: ({ done: count, total, name }) => {
      if (stderr.isTTY && name !== '') stderr.line(`${count + 1} of ${total}: ${name}`)
    },
  })
  for (const { name, message } of done.failures) stderr.line(`note: ${name}: ${message}`)
  if (asJson) printJson(context, done)
  else if (done.index !== undefined) stdout.line(done.index)
  else stderr.line('benchwright: The export was cancelled; nothing is left of it.')
  return done.index === undefined || done.failures.length > 0 ? exitStatus.failed : exitStatus.done
}

export const exportCommand: Command = {
  words: ['export'],
  positionals: ['FILE.benchwright'],
  summary: 'Write a figure or a table as a picture, as text for an article, or as its numbers.',
  options: {
    ...comparisonOptions,
    figure: { value: 'KIND', help: `One of ${figureKinds.join(', ')}.` },
    metric: {
      value: 'METRIC',
      help: `Default bandwidth, IOPS if every request is below 64 KiB, or what there is instead; one of ${metrics.map(({ id }) => id).join(', ')}.`,
    },
    campaign: { value: 'ID', multiple: true, help: 'Only this campaign; default: all of them.' },
    unit: {
      value: 'UNIT',
      help: "Unit of the metric, e.g. MB/s, MiB/s or 'KB/s (1024)' as IOzone prints; the one that fits if not given.",
    },
    'true-scale': { help: 'Levels of compressibility at their true place; evenly spaced if not given.' },
    format: { value: 'FORMAT', help: `${formats.join(', ')}; follows from the name of --out if not given.` },
    x: {
      value: 'AXIS',
      help: 'Axis of a sweep, e.g. fill_percent; the read share, or the longest axis, if not given. Of time-series: time (if not given), bytes_written or drive_writes.',
    },
    facet: { value: 'AXIS', help: 'Small multiples: a panel for each level of this axis, on shared scales.' },
    all: { help: 'Write every saved figure in every format into the folder --out, with one index page.' },
    preset: { value: 'NAME', help: 'Article preset of the review, or a built-in one.' },
    out: { value: 'PATH', help: 'The file to write, or with --all the folder.' },
    title: { value: 'TEXT', help: 'Title of the figure.' },
    ...overTimeOptions,
    ...redactOption,
    ...lookOptions,
    theme: { value: 'THEME', help: 'light, dark, or grey for print without colours.' },
    scale: { value: 'N', help: 'Dots per pixel of a PNG, 1 to 4; default 2.' },
    dpi: { value: 'N', help: 'Dots per inch of a PNG, 72 to 1200, instead of --scale.' },
    width: { value: 'PIXELS', help: 'Width of the picture, 200 to 4000.' },
    height: { value: 'PIXELS', help: 'Height, 100 to 4000; never less than its texts need.' },
    outlines: { help: 'Letters of an SVG as outlines instead of embedded fonts.' },
    'no-text': { help: 'The picture without title, caption and small print, for pages that set them.' },
  },
  run: (parsed, context) =>
    withReview(reviewSource(parsed), async (review) => {
      const out = parsed.text('out')
      if (out === undefined)
        throw new CommandError('export: --out is missing.', 'Name the file to write, e.g. --out mix.svg.')
      const preset = presetOf(parsed, review)
      if (parsed.flag('all')) return exportAll(review, out, preset, parsed.json, context)
      const settings = figureSettingsOf(parsed, review)
      for (const id of settings.campaignIds) {
        if (review.campaignFacts(id) === undefined)
          throw new CommandError(
            `${review.path}: there is no campaign ${id}.`,
            "See 'benchwright show' for the campaigns.",
          )
      }
      // Numbers in the options are in the resulting unit of the figure.
      const { signal } = context
      const built = (asked: FigureSettings) => namingOptions(() => figureOfReview(review, asked))
      const plain = built(settings)
      const look = lookOf(parsed, plain.factor ?? 1)
      const figure = look === undefined ? plain : built({ ...settings, ...look })
      refuseLostEnds(parsed, figure)
      refuseIgnored(figure, settings)
      if (holdsNothing(figure))
        throw new CommandError(
          `${review.path}: ${nothingText(figure)}`,
          `It has numbers for ${drawableKinds(review).join(', ') || 'no figure yet'}.`,
        )
      const format = formatOf(parsed, out)
      const choice: FigureExport = {
        format,
        scale: wholeOption(parsed, 'scale', 1, 4) ?? 2,
        theme: choiceOf(parsed, 'theme', paletteNames) ?? 'light',
        ...(preset && { preset }),
        dpi: wholeOption(parsed, 'dpi', 72, 1200),
        width: wholeOption(parsed, 'width', 200, 4000),
        height: wholeOption(parsed, 'height', 100, 4000),
        ...(outlinesAsked(parsed, format) && { outlines: true }),
        ...(pictureOnlyAsked(parsed, format, settings) && { pictureOnly: true }),
      }
      const files = await figureFiles(figure, choice, out)
      const paths = files.map(({ path }) => path)
      let bytes = 0
      for (const { path, content } of files) bytes += await writeFileWhole(path, content, signal)
      if (parsed.json)
        printJson(context, {
          ...{ out: paths[0], ...(paths.length > 1 && { parts: paths }) },
          ...{ figure: settings.kind, title: figure.title, bytes },
        })
      else for (const path of paths) context.stdout.line(path)
      const advice = await exportAdvice(figure, choice)
      if (advice !== undefined) context.stderr.line(`note: ${advice}`)
      for (const note of figure.notes)
        if (note.severity === 'warning')
          context.stderr.line(`note: ${[note.text, note.advice ?? ''].join(' ').trim()}`)
      return exitStatus.done
    }),
}

/** A bound that the axis cannot have would be silently ignored. */
function refuseLostEnds(parsed: ParsedCommand, { y, unit, factor = 1 }: Figure): void {
  const asked = lookOf(parsed, factor)
  for (const [option, wanted, found] of [
    ['y-min', asked?.yMin, y.min],
    ['y-max', asked?.yMax, y.max],
  ] as const) {
    if (
      wanted === undefined ||
      found === undefined ||
      Math.abs(wanted / factor - found) <= Math.abs(found) * 1e-9
    )
      continue
    throw new CommandError(
      `--${option} ${parsed.text(option) ?? ''}: the axis would show nothing.`,
      `The figure is in ${unit || 'plain numbers'} and goes from ${y.min ?? 0} to ${y.max ?? 0}${y.kind === 'log10' ? ', which a logarithmic axis takes above 0 only' : ''}.`,
    )
  }
}

function presetOf(parsed: ParsedCommand, review: ReviewReader): ExportPreset | undefined {
  const name = parsed.text('preset')
  if (name === undefined) return undefined
  const preset = presetNamed(review, name)
  if (preset) return preset
  const names = review.article.presets().map((one) => `“${one.name}”`)
  throw new CommandError(`--preset ${name}: there is no such preset.`, `Choose one of ${names.join(', ')}.`)
}

function outlinesAsked(parsed: ParsedCommand, format: FigureFormat): boolean {
  const asked = parsed.flag('outlines')
  if (asked && format !== 'svg')
    throw new CommandError(`export: --outlines is for SVG, not for ${format}.`, 'Leave it out.')
  return asked
}

function pictureOnlyAsked(parsed: ParsedCommand, format: FigureFormat, { kind }: FigureSettings): boolean {
  const asked = parsed.flag('no-text')
  if (asked && (!['png', 'svg', 'pdf'].includes(format) || isTableKind(kind)))
    throw new CommandError(
      `export: --no-text is for pictures of figures, not for ${isTableKind(kind) ? 'tables' : format}.`,
      'Leave it out, or write png, svg or pdf of a figure.',
    )
  return asked
}

function formatOf(parsed: ParsedCommand, out: string): FigureFormat {
  const asked = choiceOf(parsed, 'format', formats)
  if (asked !== undefined) return asked
  const name = extname(out).slice(1).toLowerCase()
  const ending = otherEndings[name] ?? name
  const format = formats.find((candidate) => candidate === ending)
  if (format !== undefined) return format
  throw new CommandError('export: --format is missing.', `Choose one of ${formats.join(', ')}.`)
}

/** Other extensions of these formats. */
const otherEndings: Readonly<Record<string, FigureFormat>> = {
  htm: 'html',
  latex: 'tex',
  markdown: 'md',
}
