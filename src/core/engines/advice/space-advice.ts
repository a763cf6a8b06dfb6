import type { Advice, PlanEnvironment } from '../../plan/advice'
import { setBase } from '../../plan/edit-plan'
import { reserveBytes } from '../../plan/fill-level'
import type { Plan } from '../../plan/plan'
import { formatBytes, formatExactBytes } from '../../units/bytes'
import { estimatePlan } from '../plan-estimate'

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2

/** Whether the data file fits. A full file system fails runs, and may fail everything else on the machine. */
export function spaceAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  const { freeBytes, totalBytes, kind, createdByApp } = environment.target ?? {}
  if (freeBytes === undefined || (kind === 'file' && createdByApp)) return []
  const needed = estimatePlan(plan, environment).spaceBytes
  const available = freeBytes - reserveBytes(totalBytes)
  if (needed <= available) return []
  const unit = available >= gibibyte ? gibibyte : mebibyte
  const fitting = Math.floor(available / unit) * unit
  const canShrink = fitting > 0 && !plan.axes.some((axis) => axis.key === 'file_size')
  return [
    {
      id: 'not-enough-space',
      severity: 'error',
      text: `The data file needs ${formatBytes(needed)}; ${formatBytes(Math.max(0, available))} can be used.`,
      reason: `${formatBytes(freeBytes)} are free, and ${formatBytes(reserveBytes(totalBytes))} of them stay untouched so that the file system does not run full.`,
      about: 'file_size',
      remedy: canShrink
        ? {
            label: `Use ${formatExactBytes(fitting)}`,
            change: { base: setBase(plan, 'file_size', fitting).base },
          }
        : undefined,
    },
  ]
}
