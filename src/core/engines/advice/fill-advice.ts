import type { Advice, Remedy, TargetFacts } from '../../plan/advice'
import { setLevels } from '../../plan/edit-plan'
import { reserveBytes, usedBytesAt } from '../../plan/fill-level'
import type { Plan } from '../../plan/plan'
import { formatBytes } from '../../units/bytes'
import { largestOf, smallestOf } from '../../units/iterables'
import { formatPercent } from '../../units/number-format'

const keys = ['fill_percent', 'reserved_percent']

/** Whether the target can be filled to the plan's levels, and what the order of runs makes of it. */
export function fillAdvice(plan: Plan, target: TargetFacts | undefined): readonly Advice[] {
  const axis = plan.axes.find(({ key }) => keys.includes(key))
  const about = axis?.key ?? keys.find((key) => Object.hasOwn(plan.base, key))
  if (about === undefined) return []
  if (plan.target.kind !== 'folder' || plan.hosts.length > 1)
    return [
      {
        id: 'fill-needs-folder',
        severity: 'error',
        text: 'Only a folder of one machine can be filled to a level.',
        reason:
          plan.target.kind === 'device'
            ? 'On a raw device, use a fill as preparation, with the file size as the range that is in use.'
            : 'The ballast is a file of its own beside the data file.',
        about: 'target',
      },
    ]
  return [...tooFull(plan, target), ...falling(plan), ...reserve(plan, target)]
}

function levelsOf(plan: Plan, key: string): readonly number[] {
  const levels = plan.axes.find((axis) => axis.key === key)?.levels ?? [plan.base[key]]
  return levels.filter((level) => typeof level === 'number')
}

function tooFull(plan: Plan, target: TargetFacts | undefined): readonly Advice[] {
  const { totalBytes, freeBytes, createdByApp } = target ?? {}
  const lowest = smallestOf(levelsOf(plan, 'fill_percent'), 100)
  const file = smallestOf(levelsOf(plan, 'file_size'), 0)
  if (totalBytes === undefined || freeBytes === undefined || createdByApp === true) return []
  const used = totalBytes - freeBytes + file
  if (used <= usedBytesAt(lowest, totalBytes) + totalBytes / 400) return []
  return [
    {
      id: 'already-fuller',
      severity: 'error',
      text: `With the data file ${formatPercent((100 * used) / totalBytes)} of the file system are in use, more than the lowest level of ${formatPercent(lowest)}.`,
      reason: 'Leave out the levels below, take files away, or use a smaller data file.',
      about: 'fill_percent',
      remedy: leaveOut(plan, (percent) => used > usedBytesAt(percent, totalBytes) + totalBytes / 400),
    },
  ]
}

function leaveOut(plan: Plan, isBelow: (percent: number) => boolean): Remedy | undefined {
  const levels = levelsOf(plan, 'fill_percent').filter((level) => !isBelow(level))
  if (levels.length === 0 || !plan.axes.some(({ key }) => key === 'fill_percent')) return undefined
  const next = setLevels(plan, 'fill_percent', levels)
  return { label: 'Leave them out', change: { axes: next.axes, excluded: next.excluded } }
}

/** Ballast that only grows is written once. */
function falling(plan: Plan): readonly Advice[] {
  const axis = plan.axes.find(({ key }) => key === 'fill_percent')
  if (axis === undefined || axis.levels.length < 2) return []
  const levels = levelsOf(plan, 'fill_percent')
  const rising = [...levels].sort((a, b) => a - b)
  const isRising = rising.every((level, at) => level === levels[at])
  if (isRising && plan.axes[0] === axis && plan.order.kind === 'designed') return []
  const first = { ...plan, axes: [axis, ...plan.axes.filter((one) => one !== axis)] }
  return [
    {
      id: 'ballast-rewritten',
      severity: 'warning',
      text: 'In this order the ballast is cut and written again between levels.',
      reason:
        'It costs time and wears the drive. With rising levels as the first axis, in designed order, it only grows.',
      about: 'order',
      ...(plan.excluded.length === 0 && {
        remedy: {
          label: 'Let it only grow',
          change: {
            axes: setLevels(first, axis.key, rising).axes,
            order: { ...plan.order, kind: 'designed' as const },
          },
        },
      }),
    },
  ]
}

function reserve(plan: Plan, target: TargetFacts | undefined): readonly Advice[] {
  const { totalBytes, fileSystem } = target ?? {}
  if (totalBytes === undefined) return []
  const highest = largestOf(levelsOf(plan, 'fill_percent'), 0)
  if (usedBytesAt(highest, totalBytes) >= (highest / 100) * totalBytes) return []
  return [
    {
      id: 'fill-reserve',
      severity: 'note',
      text: `At ${formatPercent(highest)} ${formatBytes(reserveBytes(totalBytes))} stay free, which ${fileSystem ?? 'the file system'} needs for itself.`,
      about: 'fill_percent',
    },
  ]
}
