import { levelText } from '../../plan/cases'
import { axisName, codedWord, namedLevel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { findMetric } from '../../results/metrics'
import { byLevel } from '../cases/axis-choice'
import { cleanText, textLimits } from '../figure/clean-text'
import { type Figure, type FigureNote, hasMarks } from '../figure/figure'
import { unitFactor } from '../../results/display-unit'
import { figureUnit } from '../figure/figure-unit'
import { joinedNumbers, joinPanels, ownNotes, type Part } from './join-panels'
import { namingTests } from '../../plan/levels/level-words'
import { testKey } from '../cases/measured-cases'
import type { UsualSettings } from '../figure/usual-settings'
import { template } from '../../words/template'

const cutPanels = template('panels-cut', '{axis} has {all} levels; the first {shown} are shown.', {
  axis: 'level',
  all: 'count',
  shown: 'count',
})
const panelsBy = template('panels-by', 'Panels by {axis}.', { axis: 'level' })
const unsplit = template(
  'panels-none',
  'No small multiples by {axis}: the axis is on x, or fewer than two of its levels are shown.',
  { axis: 'level' },
)

/** More panels than this cannot be compared at a glance. */
const mostPanels = 12

/** What facets need to know about a figure's data. */
export interface Faceted {
  readonly campaignId: number
  readonly test?: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/**
 * Small multiples of a figure of any kind: one panel for each level of an axis, on shared scales. `build` makes the
 * figure of some settings; `records` is its data. Undefined if the axis has fewer than two levels or is on x: then
 * the figure is better drawn undivided.
 */
export function facetedFigure<S extends UsualSettings>(
  settings: S,
  records: Iterable<Faceted>,
  build: (settings: S) => Figure,
): Figure | undefined {
  const { facet } = settings
  if (facet === undefined) return undefined
  const levels = levelsOf(records, facet, settings)
  if (levels.length < 2) return undefined
  const built = (asked: S): readonly Part[] =>
    levels.map((level) => ({
      name: cleanText(namedLevel(facet, level), textLimits.label),
      word: codedWord(facet, level),
      figure: build({ ...asked, facet: undefined, fixed: { ...asked.fixed, [facet]: level } }),
    }))
  const every = built(settings)
  // What cannot be drawn says why, and takes no panel.
  const first = every.filter(({ figure }) => hasMarks(figure))
  const bare = every.filter(({ figure }) => !hasMarks(figure))
  if (first.length < 2) return undefined
  if (first.some(({ figure }) => isOnX(facet, figure))) return undefined
  const unit =
    settings.unit ??
    sharedUnit(
      first.map((part) => part.figure),
      settings,
    )
  const all =
    unit === undefined ? first : built({ ...settings, unit }).filter(({ figure }) => hasMarks(figure))
  const parts = all.slice(0, mostPanels)
  const isCut = all.length > parts.length
  const notes: readonly FigureNote[] = !isCut
    ? []
    : [
        {
          severity: 'warning',
          text: cutPanels({ axis: axisName(facet), all: all.length, shown: mostPanels }),
        },
      ]
  const name = axisName(facet)
  const tests = parts.flatMap((part) => part.figure.tests ?? [])
  const by = { key: facet, label: name, sharesScales: true }
  const figure = joinPanels(parts, by)
  return (
    figure && {
      ...figure,
      // The numbers are those of all levels, and the picture says what it lacks.
      ...(isCut && {
        ...joinedNumbers(all, by),
        subtitle: [figure.subtitle, `${String(parts.length)} of ${String(all.length)} panels`]
          .filter((part) => part !== '')
          .join(' \u00b7 '),
      }),
      ...(tests.length > 0 && { tests: [...new Set(tests)] }),
      caption: hasOneCaption(parts)
        ? `${panelsBy({ axis: name.toLowerCase() })} ${figure.caption}`
        : parts.map((part) => `${part.name}: ${part.figure.caption}`).join(' '),
      notes: [...notes, ...ownNotes(bare), ...figure.notes],
    }
  )
}

/** What names the tests is on x too, if they are: a panel would have one place of it. */
function isOnX(facet: string, { xKey }: Figure): boolean {
  const names = [testKey, ...namingTests]
  return xKey === facet || (names.includes(xKey) && names.includes(facet))
}

/** Why a figure has no panels by the requested axis. */
export function unsplitNote(facet: string): FigureNote {
  return {
    severity: 'warning',
    text: unsplit({ axis: axisName(facet).toLowerCase() }),
  }
}

function levelsOf(
  records: Iterable<Faceted>,
  facet: string,
  { campaignIds, fixed = {} }: UsualSettings,
): readonly LevelValue[] {
  // The level at which the axis was fixed no longer matters once each level has a panel.
  const { [facet]: _, ...held } = fixed
  const levels = new Map<string, LevelValue>()
  for (const { campaignId, test, levels: ofCase } of records) {
    const own = test === undefined ? ofCase : { ...ofCase, test }
    const level = own[facet]
    if (level === undefined || (campaignIds.length > 0 && !campaignIds.includes(campaignId))) continue
    if (Object.entries(held).every(([key, value]) => own[key] === undefined || own[key] === value))
      levels.set(levelText(level), level)
  }
  return facet === testKey ? [...levels.values()] : [...levels.values()].sort(byLevel)
}

/** The unit that fits all parts of one metric, if theirs differ: shared scales need one. */
function sharedUnit(all: readonly Figure[], { units: asked, yScale }: UsualSettings): string | undefined {
  const metric = findMetric(all[0]?.metric ?? '')
  const figures = all.filter((one) => one.metric === metric?.id)
  const units = new Set(figures.map(({ unit }) => unit))
  if (units.size < 2 || metric === undefined) return undefined
  const values = figures.flatMap(({ series, unit }) =>
    series
      .filter(({ role }) => role === 'measured')
      .flatMap(({ points, columns }) => [...points.map(({ y }) => y), ...Array.from(columns?.y ?? [])])
      .flatMap((y) => (y !== undefined && Number.isFinite(y) ? y * unitFactor(metric.unit, unit) : [])),
  )
  return figureUnit(metric, values, { units: asked, yScale }).label
}

function hasOneCaption(parts: readonly Part[]): boolean {
  return parts.every(({ figure }) => figure.caption === parts[0]?.figure.caption)
}
