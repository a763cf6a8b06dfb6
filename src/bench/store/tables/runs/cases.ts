import type { Levels } from '../../../../core/comparison/comparison-data'
import { levelText } from '../../../../core/plan/cases'
import { sortLevelKeys } from '../../../../core/plan/levels/levels'
import type { Axis, LevelValue } from '../../../../core/plan/plan'
import { countOf, integerOf, levelsOf, textOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { limits } from '../../file/format'
import { noLevels } from './quantities'
import { BadColumnError } from '../../file/review-file-error'

export interface StoredCase {
  readonly key: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** Cases of a campaign by index, all or from one to another; `levels` contains the varied parameters. */
export function readCases(
  connection: Reads,
  campaignId: number,
  indexes = { first: 0, last: Number.MAX_SAFE_INTEGER },
): ReadonlyMap<number, StoredCase> {
  const rows = connection.all(
    'SELECT case_index, case_key, levels FROM campaign_case WHERE campaign_id = ? AND case_index BETWEEN ? AND ?',
    integer(campaignId, 'A campaign id'),
    integer(indexes.first, 'A case index'),
    integer(indexes.last, 'A case index'),
  )
  return new Map(
    rows.map((row) => [
      countOf(row, 'case_index'),
      { key: textOf(row, 'case_key', limits.levels), levels: levelsOf(row, 'levels') },
    ]),
  )
}

/** One case of a campaign by its index; empty if it is not stored. */
export function readCase(connection: Reads, campaignId: number, index: number): ReturnType<typeof readCases> {
  return readCases(connection, campaignId, { first: index, last: index })
}

/**
 * The varied parameters of each case by its number: cases of the plan, then those that runs swept by
 * themselves.
 */
export function readAllCases(
  connection: Reads,
  campaignId: number,
  swept: readonly SweptCase[],
): readonly (Levels | undefined)[] {
  const own = readCaseLevels(connection, campaignId)
  if (swept.length === 0) return own
  const plain = casesWithPlainNumbers(connection, campaignId)
  return withSweptCases(own, swept, (index) => plain.has(index))
}

/** The varied parameters of each case by its index. */
function readCaseLevels(connection: Reads, campaignId: number): readonly (Levels | undefined)[] {
  const rows = connection.arrays(
    'SELECT case_index, levels FROM campaign_case WHERE campaign_id = ? ORDER BY case_index',
    integer(campaignId, 'A campaign id'),
  )
  const cases = Array.from({ length: caseCount(connection, campaignId) }, (): Levels | undefined => undefined)
  for (const [index, levels] of rows) {
    const row = { campaign_id: campaignId, case_index: index, levels }
    cases[countOf(row, 'case_index')] = levelsOf(row, 'levels')
  }
  return cases
}

/** One of several cases within a run, because the engine varied parameters by itself. */
export interface SweptCase {
  /** The case of the plan that was run. */
  readonly caseIndex: number
  /** What the engine varied, and its text in the file. */
  readonly levels: Levels
  readonly text: string
}

/** What the finished runs of a campaign varied by themselves, ordered by case and levels; empty for most campaigns. */
export function listSweptCases(connection: Reads, campaignId: number): readonly SweptCase[] {
  const swept = connection
    .all(
      `SELECT DISTINCT r.case_index, q.levels FROM quantity AS q
       CROSS JOIN scalar AS s ON s.campaign_id = ? AND s.quantity_id = q.id JOIN run AS r ON r.id = s.run_id
       WHERE q.source = 'engine' AND q.levels <> '${noLevels}' AND r.phase = 'measure' AND r.state = 'done'`,
      integer(campaignId, 'A campaign id'),
    )
    .map((row) => ({
      caseIndex: countOf(row, 'case_index'),
      levels: levelsOf(row, 'levels'),
      text: textOf(row, 'levels', limits.levels),
    }))
  const keys = sortLevelKeys(swept.flatMap(({ levels }) => Object.keys(levels)))
  return swept.sort((a, b) => {
    if (a.caseIndex !== b.caseIndex) return a.caseIndex - b.caseIndex
    const key = keys.find((one) => a.levels[one] !== b.levels[one])
    return key === undefined ? 0 : compareLevels(a.levels[key], b.levels[key])
  })
}

/** The parameters that runs varied by themselves, as axes with every measured level. */
export function sweptAxes(cases: readonly SweptCase[]): readonly Axis[] {
  const keys = sortLevelKeys(cases.flatMap(({ levels }) => Object.keys(levels)))
  return keys.map((key) => {
    const levels = cases.map((one) => one.levels[key]).filter((level) => level !== undefined)
    return { key, levels: [...new Set(levels)].sort(compareLevels) }
  })
}

/**
 * The cases of a campaign by number, followed by those that runs swept, in the order of `swept`. A case with
 * nothing but swept numbers is replaced by them.
 */
function withSweptCases(
  own: readonly (Levels | undefined)[],
  swept: readonly SweptCase[],
  hasPlainNumbers: (caseIndex: number) => boolean,
): readonly (Levels | undefined)[] {
  if (swept.length === 0) return own
  const parents = new Set(swept.map(({ caseIndex }) => caseIndex))
  const kept = own.map((levels, index) =>
    parents.has(index) && !hasPlainNumbers(index) ? undefined : levels,
  )
  return [...kept, ...swept.map(({ caseIndex, levels }) => ({ ...own[caseIndex], ...levels }))]
}

/**
 * How many numbers the cases of a campaign take up; swept ones are numbered from here. Cases that a plan
 * excludes have numbers, too, but no plan excludes more than a million: a number far beyond the cases is a
 * BadColumnError, so that no list gets as long as a file claims.
 */
export function caseCount(connection: Reads, campaignId: number): number {
  const row = connection.first(
    'SELECT count(*) AS cases, max(case_index) AS case_index FROM campaign_case WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  const cases = row ? integerOf(row, 'cases') : 0
  if (row === undefined || cases === 0) return 0
  const last = countOf({ ...row, campaign_id: campaignId }, 'case_index')
  if (last < cases + limits.excludedCases) return last + 1
  throw new BadColumnError(
    `Column "case_index" (campaign_id ${campaignId})`,
    `holds ${last}, far beyond the ${cases} cases of the campaign.`,
  )
}

/** Cases of a campaign with a number for the whole run. */
function casesWithPlainNumbers(connection: Reads, campaignId: number): ReadonlySet<number> {
  const rows = connection.all(
    `SELECT DISTINCT r.case_index FROM quantity AS q
     CROSS JOIN scalar AS s ON s.campaign_id = ? AND s.quantity_id = q.id JOIN run AS r ON r.id = s.run_id
     WHERE q.source = 'engine' AND q.levels = '${noLevels}' AND r.phase = 'measure' AND r.state = 'done'`,
    integer(campaignId, 'A campaign id'),
  )
  return new Set(rows.map((row) => countOf(row, 'case_index')))
}

/** Numbers by size, then words by name. */
function compareLevels(a: LevelValue | undefined, b: LevelValue | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return levelText(a) < levelText(b) ? -1 : 1
}
