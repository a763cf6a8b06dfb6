import type { Advice, PlanEnvironment, Remedy, TargetFacts } from '../../plan/advice'
import { caseAt, workloadOf } from '../../plan/cases'
import type { DeviceFacts } from '../../plan/device'
import { setLevels } from '../../plan/edit-plan'
import { filledBytesAt, fillKeyOf, reserveBytes, usedBytesAt, usedPercentOf } from '../../plan/fill-level'
import { orderRuns } from '../../plan/order'
import type { Plan } from '../../plan/plan'
import { formatBytes } from '../../units/bytes'
import { largestOf, present, smallestOf } from '../../iterables'
import { formatPercent } from '../../units/number-format'
import { isPurge } from '../preparation/preparation-run'

/** Whether the target can be filled to the plan's levels, and how the order of runs affects it. */
export function fillAdvice(plan: Plan, { target }: PlanEnvironment): readonly Advice[] {
  const about = fillKeyOf(plan)
  if (about === undefined) return []
  const { kind } = plan.target
  if ((kind !== 'folder' && kind !== 'device') || plan.hosts.length > 1) return [needsFolder(plan)]
  if (kind === 'folder') return present(tooFull(plan, target), falling(plan), reserve(plan, target))
  const device = target?.guard?.device
  return device ? onDevice(plan, device) : present(falling(plan))
}

/** The ballast would be written next to a file, to a place that no person named: its folder is only suggested. */
function needsFolder({ target, hosts }: Plan): Advice {
  const [, folder] =
    target.kind === 'file' && hosts.length <= 1 ? (/^(.+)\/[^/]+$/.exec(target.path) ?? []) : []
  return {
    id: 'fill-needs-folder',
    severity: 'error',
    text: 'Only a folder or raw device of one machine can be filled to a level.',
    reason: `The ballast is a second file next to the data file${folder === undefined ? '' : `: choose the folder ${folder} instead of the file`}.`,
    about: 'target',
    ...(folder !== undefined && {
      remedy: { label: `Measure in ${folder}`, change: { target: { kind: 'folder', path: folder } } },
    }),
  }
}

function levelsOf(plan: Plan, key: string): readonly number[] {
  const levels = plan.axes.find((axis) => axis.key === key)?.levels ?? [plan.base[key]]
  return levels.filter((level) => typeof level === 'number')
}

function tooFull(plan: Plan, target: TargetFacts | undefined): Advice | undefined {
  const { totalBytes, freeBytes, createdByApp } = target ?? {}
  const lowest = smallestOf(levelsOf(plan, 'fill_percent'), 100)
  const file = smallestOf(levelsOf(plan, 'file_size'), 0)
  if (totalBytes === undefined || freeBytes === undefined || createdByApp === true) return undefined
  const used = totalBytes - freeBytes + file
  const isPassed = (percent: number) => used > usedBytesAt(percent, totalBytes) + totalBytes / 400
  if (!isPassed(lowest)) return undefined
  return {
    id: 'already-fuller',
    severity: 'error',
    text: `With the data file ${formatPercent((100 * used) / totalBytes)} of the file system are in use, more than the lowest level of ${formatPercent(lowest)}.`,
    reason: 'Remove the levels below that, delete files, or use a smaller data file.',
    about: 'fill_percent',
    remedy: leaveOut(plan, isPassed),
  }
}

function leaveOut(plan: Plan, isPassed: (percent: number) => boolean): Remedy | undefined {
  const levels = levelsOf(plan, 'fill_percent').filter((level) => !isPassed(level))
  if (levels.length === 0 || !plan.axes.some(({ key }) => key === 'fill_percent')) return undefined
  const next = setLevels(plan, 'fill_percent', levels)
  return { label: 'Leave them out', change: { axes: next.axes, excluded: next.excluded } }
}

/** The measured range must fit into each level, and the space above a level must be empty. */
function onDevice(plan: Plan, { sizeBytes, purges }: DeviceFacts): readonly Advice[] {
  const range = largestOf(levelsOf(plan, 'file_size'), 0)
  const kept = 1 - largestOf(levelsOf(plan, 'reserved_percent'), 0) / 100
  const isPassed = (percent: number) => range > filledBytesAt(percent * kept, sizeBytes)
  const lowest = smallestOf(levelsOf(plan, 'fill_percent'), 100)
  const why = purges?.discard ?? ''
  const fuller: Advice = {
    id: 'already-fuller',
    severity: 'error',
    text: `The runs use the first ${formatBytes(range)}, ${formatPercent((100 * range) / sizeBytes)} of the device and more than the lowest level of ${formatPercent(lowest * kept)}.`,
    reason: 'Remove the levels below that, or use a smaller file size.',
    about: 'fill_percent',
    remedy: leaveOut(plan, isPassed),
  }
  return present(isPassed(lowest) ? fuller : undefined, why === '' ? falling(plan) : notDiscarded(plan, why))
}

/** A device without discard can only be filled further; its earlier contents count as used. */
function notDiscarded(plan: Plan, why: string): Advice | undefined {
  const levels = orderRuns(plan).map(
    ({ caseIndex }) => usedPercentOf(workloadOf(plan, caseAt(plan, caseIndex))) ?? 0,
  )
  if (levels.some((level, at) => level < (levels[at - 1] ?? 0)))
    return {
      id: 'fill-cannot-fall',
      severity: 'error',
      text: 'In this order the level has to fall between runs, which needs a discard.',
      reason: `It cannot be done: ${why} Rising levels as the first axis, in designed order, need none.`,
      about: 'order',
      ...growing(plan),
    }
  if ((plan.preparation ?? []).some(isPurge)) return undefined
  return {
    id: 'fill-without-discard',
    severity: 'warning',
    reservation: 'qualifies',
    text: `What lies behind the level cannot be discarded: ${why}`,
    reason:
      "What was ever written there still counts as used for the drive, so it is fuller than the level says. Purge it first, as a preparation step or with the vendor's tool.",
    about: 'target',
  }
}

/** Ballast that only grows is written once. */
function falling(plan: Plan): Advice | undefined {
  const axis = plan.axes.find(({ key }) => key === 'fill_percent')
  if (axis === undefined || axis.levels.length < 2) return undefined
  const levels = levelsOf(plan, 'fill_percent')
  const rising = [...levels].sort((a, b) => a - b)
  const isRising = rising.every((level, at) => level === levels[at])
  if (isRising && plan.axes[0] === axis && plan.order.kind === 'designed') return undefined
  return {
    id: 'ballast-rewritten',
    severity: 'warning',
    text: 'In this order the ballast is cut and written again between levels.',
    reason:
      'This costs time and wears the drive. With rising levels as the first axis, in designed order, it only grows.',
    about: 'order',
    ...growing(plan),
  }
}

/** The remedy that makes the level only grow, if there is one. */
function growing(plan: Plan): Pick<Advice, 'remedy'> {
  const axis = plan.axes.find(({ key }) => key === 'fill_percent')
  if (axis === undefined || plan.excluded.length > 0) return {}
  const rising = [...levelsOf(plan, axis.key)].sort((a, b) => a - b)
  const first = { ...plan, axes: [axis, ...plan.axes.filter((one) => one !== axis)] }
  return {
    remedy: {
      label: 'Let it only grow',
      change: {
        axes: setLevels(first, axis.key, rising).axes,
        order: { ...plan.order, kind: 'designed' },
      },
    },
  }
}

function reserve(plan: Plan, target: TargetFacts | undefined): Advice | undefined {
  const { totalBytes, fileSystem } = target ?? {}
  if (totalBytes === undefined) return undefined
  const highest = largestOf(levelsOf(plan, 'fill_percent'), 0)
  if (usedBytesAt(highest, totalBytes) >= (highest / 100) * totalBytes) return undefined
  return {
    id: 'fill-reserve',
    severity: 'note',
    text: `At ${formatPercent(highest)} ${formatBytes(reserveBytes(totalBytes))} stay free, which ${fileSystem ?? 'the file system'} needs for itself.`,
    about: 'fill_percent',
  }
}
