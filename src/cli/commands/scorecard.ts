import * as v from 'valibot'
import { openForWriting } from '../../bench/store/open-review'
import type { ReviewWriter } from '../../bench/store/review-store'
import { needsComparison } from '../../core/figures/kinds/figure-kinds'
import {
  scorecardSchema,
  type MeasuredCategory,
  entryParts,
  type ScoreCategory,
  type Scorecard,
  type ScoreEntry,
} from '../../core/scorecard/scorecard'
import { parseWinner, readScorecard } from '../../core/scorecard/scorecard-text'
import type { Parsed } from '../../core/units/parsed'
import { CommandError, exitStatus, printJson, type Command, type ParsedCommand } from '../command'
import { textTable } from '../output'
import { readNamedFile } from '../plan-file'
import { redactOption, reviewSource, withReview } from '../with-review'

export const scorecardList: Command = {
  words: ['scorecard', 'list'],
  positionals: ['FILE.benchwright'],
  summary: 'List the scorecards of a results file. A scorecard is written by export --figure scorecard.',
  options: redactOption,
  run: (parsed, context) =>
    withReview(reviewSource(parsed), async (review) => {
      const scorecards = review.cards.scorecards()
      if (parsed.json) printJson(context, { scorecards })
      else
        await context.stdout.stream(
          'lines',
          textTable(
            ['scorecard', 'candidates', 'categories'],
            scorecards.map(({ name, card }) => [name, card.candidates.join(', '), card.categories.length]),
          ),
        )
      return exitStatus.done
    }),
}

const ofCandidate = { value: 'CANDIDATE=VALUE', multiple: true } as const

export const scorecardSet: Command = {
  words: ['scorecard', 'set'],
  positionals: ['FILE.benchwright', 'NAME'],
  summary:
    'Write a scorecard, which is made where there is none of this name: its candidates, or one category of it, which is added where there is none.',
  options: {
    candidates: { value: 'NAMES', help: 'Separated by semicolons; of a new scorecard.' },
    caption: { value: 'TEXT', help: 'Note for the reader; empty: none.' },
    category: { value: 'NAME', help: 'The category that the options below apply to.' },
    winner: { value: 'CANDIDATE', help: 'Or tie, or none; empty: not decided.' },
    weight: { value: 'NUMBER', help: 'Weight; empty: 1.' },
    text: { ...ofCandidate, help: 'Remark about a candidate; empty: none.' },
    mark: { ...ofCandidate, help: 'A mark of a candidate, such as good or B+.' },
    points: { ...ofCandidate, help: 'Points of a candidate.' },
    measured: {
      value: 'FIGURE',
      help: 'Take the winner from the comparison of a saved figure; needs --baseline and --versus.',
    },
    baseline: { value: 'CANDIDATE', help: 'Which candidate the baseline of that comparison is.' },
    versus: {
      value: 'CANDIDATES',
      help: 'Which candidates the others of it are, in its order, separated by semicolons.',
    },
    overrule: { value: 'CANDIDATE', help: 'Who wins against the verdict; needs --reason.' },
    reason: { value: 'TEXT', help: 'Why; it is printed next to the verdict.' },
    'remove-category': { help: 'Remove the category from the scorecard.' },
    rename: { value: 'NAME', help: 'Another name for the scorecard.' },
    remove: { help: 'Remove the scorecard from the file.' },
  },
  run(parsed, context) {
    const [file = '', given = ''] = parsed.positionals
    const name = given.trim()
    if (name === '') throw new CommandError('scorecard set: the name is empty.', 'Name the scorecard.')
    const review = openForWriting(file)
    try {
      const known = review.cards.scorecards().find((one) => one.name === name)
      if (known === undefined && (parsed.flag('remove') || parsed.text('rename') !== undefined))
        throw new CommandError(
          `${file}: there is no scorecard “${name}”.`,
          "See 'benchwright scorecard list'.",
        )
      if (known !== undefined && parsed.flag('remove')) {
        review.cards.deleteScorecard(known.id, known)
        context.stdout.line(`removed ${name}`)
        return Promise.resolve(exitStatus.done)
      }
      const asked = changedCategory(changedCard(known?.card, parsed), parsed, review)
      const card = v.safeParse(scorecardSchema, asked)
      if (!card.success)
        throw new CommandError(`scorecard set: ${card.issues[0].message}`, 'Nothing was stored.')
      const saved = review.cards.saveScorecard(
        { id: known?.id, name: parsed.text('rename')?.trim() ?? name, card: card.output },
        { base: known },
      )
      if (parsed.json) printJson(context, saved)
      else context.stdout.line(`saved ${saved.name}`)
      return Promise.resolve(exitStatus.done)
    } finally {
      review.close()
    }
  },
}

export const scorecardImport: Command = {
  words: ['scorecard', 'import'],
  positionals: ['FILE.benchwright', 'NAME', 'TABLE'],
  summary:
    'Read a scorecard from a table (columns category, weight, winner and the candidates, with “NAME mark” and “NAME points”) or from JSON. One of this name is replaced.',
  options: {},
  async run(parsed, context) {
    const { signal } = context
    const [file = '', name = '', path = ''] = parsed.positionals
    const remedy = "Name a CSV file, or the “card” of one that 'benchwright scorecard list --json' prints."
    const read = readScorecard(await readNamedFile(path, 'the scorecard', remedy, signal))
    if (!read.ok) throw new CommandError(`${path}: ${read.error}`, `Nothing was stored. ${remedy}`)
    const review = openForWriting(file)
    try {
      const known = review.cards.scorecards().find((one) => one.name === name.trim())
      const saved = review.cards.saveScorecard(
        { id: known?.id, name: name.trim(), card: read.value },
        { base: known },
      )
      if (parsed.json) printJson(context, saved)
      else
        context.stdout.line(
          `${known ? 'replaced' : 'saved'} ${saved.name}: ${saved.card.candidates.join(', ')}; ${String(saved.card.categories.length)} categories`,
        )
      return exitStatus.done
    } finally {
      review.close()
    }
  },
}

function changedCard(known: Scorecard | undefined, parsed: ParsedCommand): Scorecard {
  const names = parsed.text('candidates')
  if (known === undefined && names === undefined)
    throw new CommandError(
      'scorecard set: there is no scorecard of this name, and --candidates is missing.',
      'Name them, for example --candidates "A; B".',
    )
  if (known !== undefined && names !== undefined && known.categories.length > 0)
    throw new CommandError(
      'scorecard set: a scorecard that has categories keeps its candidates.',
      "Write another scorecard, or see 'benchwright scorecard import'.",
    )
  const { caption: before, ...card } = known ?? { candidates: [], categories: [] }
  const caption = parsed.text('caption') ?? before ?? ''
  return {
    ...card,
    ...(names !== undefined && { candidates: listOf(names) }),
    ...(caption !== '' && { caption }),
  }
}

const ofCategory = [...['winner', 'weight', 'measured', 'baseline', 'versus', 'overrule', 'reason']] as const

function changedCategory(card: Scorecard, parsed: ParsedCommand, review: ReviewWriter): Scorecard {
  const name = parsed.text('category')?.trim()
  if (name === undefined) {
    const lost = ofCategory.find((option) => parsed.text(option) !== undefined)
    const entry = entryParts.find((option) => parsed.texts(option).length > 0)
    if (lost === undefined && entry === undefined) return card
    throw new CommandError(
      `scorecard set: --${lost ?? entry ?? ''} is of a category.`,
      'Name it with --category.',
    )
  }
  const others = card.categories.filter((one) => one.name !== name)
  if (parsed.flag('remove-category')) return { ...card, categories: others }
  const known = card.categories.find((one) => one.name === name)
  const changed = withWinner(withEntries(known ?? { name, entries: [] }, card, parsed), card, parsed, review)
  return {
    ...card,
    categories: known
      ? card.categories.map((one) => (one === known ? changed : one))
      : [...card.categories, changed],
  }
}

function withEntries(category: ScoreCategory, card: Scorecard, parsed: ParsedCommand): ScoreCategory {
  const entries: ScoreEntry[] = card.candidates.map((_, at) => ({ ...category.entries[at] }))
  for (const part of entryParts)
    for (const setting of parsed.texts(part)) {
      const equals = setting.indexOf('=')
      const place = placeOf(card, setting.slice(0, Math.max(equals, 0)), part)
      const value = setting.slice(equals + 1)
      const { [part]: _, ...rest } = entries[place] ?? {}
      entries[place] =
        value === '' ? rest : { ...rest, [part]: part === 'points' ? numberOf(value, part) : value }
    }
  const weight = parsed.text('weight')
  const { weight: before, ...rest } = category
  const own = weight === undefined ? before : weight === '' ? undefined : numberOf(weight, 'weight')
  return { ...rest, ...(own !== undefined && { weight: own }), entries }
}

function withWinner(
  category: ScoreCategory,
  card: Scorecard,
  parsed: ParsedCommand,
  review: ReviewWriter,
): ScoreCategory {
  const { winner: before, measured: measuredBefore, overruled: overruledBefore, ...rest } = category
  const asked = parsed.text('winner')
  const measured = measuredOf(card, parsed, review) ?? (asked === undefined ? measuredBefore : undefined)
  const overrule = parsed.text('overrule')
  const overruled =
    overrule === undefined
      ? overruledBefore
      : { winner: winnerOf(card, overrule), reason: parsed.text('reason') ?? '' }
  if (measured !== undefined) return { ...rest, measured, ...(overruled && { overruled }) }
  if (overrule !== undefined)
    throw new CommandError(
      `scorecard set: ${category.name} is not measured, so nothing is overruled.`,
      'Give its winner with --winner.',
    )
  const winner = asked === undefined ? before : asked === '' ? undefined : winnerOf(card, asked)
  return { ...rest, ...(winner !== undefined && { winner }) }
}

function measuredOf(
  card: Scorecard,
  parsed: ParsedCommand,
  review: ReviewWriter,
): MeasuredCategory | undefined {
  const name = parsed.text('measured')
  if (name === undefined) return undefined
  const figure = review.figures().find((one) => one.name === name)
  const settings = figure?.settings
  if (settings === undefined || !needsComparison(settings.kind) || settings.comparison === undefined)
    throw new CommandError(
      `--measured ${name}: there is no saved comparison of this name.`,
      'Save it in the Compare room first.',
    )
  const [baseline, versus] = [parsed.text('baseline'), parsed.text('versus')]
  if (baseline === undefined || versus === undefined)
    throw new CommandError(
      'scorecard set: --measured needs --baseline and --versus.',
      'Say which candidate of the scorecard is which side of the comparison.',
    )
  const candidates = listOf(versus).map((one) => placeOf(card, one, 'versus'))
  if (candidates.length !== settings.comparison.candidates.length)
    throw new CommandError(
      `--versus names ${String(candidates.length)} candidates, and the comparison has ${String(settings.comparison.candidates.length)}.`,
      'Name one for each, in its order.',
    )
  return { comparison: settings.comparison, baseline: placeOf(card, baseline, 'baseline'), candidates }
}

function placeOf({ candidates }: Scorecard, name: string, option: string): number {
  const place = candidates.indexOf(name.trim())
  if (place >= 0) return place
  throw new CommandError(
    `--${option}: there is no candidate “${name.trim()}”.`,
    `The candidates are ${candidates.join(', ')}.`,
  )
}

const winnerOf = ({ candidates }: Scorecard, text: string) => valueOf(parseWinner(candidates, text))

function valueOf<T>(read: Parsed<T>): T {
  if (read.ok) return read.value
  throw new CommandError(`scorecard set: ${read.error}`, 'Nothing was stored.')
}

function numberOf(text: string, option: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new CommandError(`--${option}: “${text}” is not a number.`, 'For example 2 or 3.5.')
}

function listOf(text: string): readonly string[] {
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
