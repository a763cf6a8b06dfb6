import { targetError, type Advice, type PlanEnvironment, type TargetFacts } from '../../plan/advice'
import { setBase } from '../../plan/edit-plan'
import type { Plan } from '../../plan/plan'
import { formatBytes, formatExactBytes } from '../../units/bytes'
import type { Engine } from '../engine'
import { estimatePlan } from '../plan-estimate'
import { planWrites } from '../case-groups'
import { isPurge, stepName } from '../preparation/preparation-run'
import { present } from '../../iterables'

/** Whether a raw device may be used, what happens to it, and whether its preparation can be done. */
export function deviceAdvice(plan: Plan, engine: Engine, environment: PlanEnvironment): readonly Advice[] {
  if (plan.target.kind !== 'device') return present(fileAdvice(plan))
  if (engine.takesDevices !== true)
    return [
      targetError(
        'engine-without-devices',
        `${engine.description.name} is not given raw devices.`,
        'It creates its own files. Choose fio, or a folder on the device.',
      ),
    ]
  const facts = environment.target
  const { guard } = facts ?? {}
  if (facts?.path !== plan.target.path || !guard) return []
  if (guard.verdict === 'refused')
    return [targetError('device-refused', guard.reason ?? `${guard.path} is refused.`, guard.remedy)]
  if (!guard.device)
    return [targetError('not-a-device', `${guard.path} is not a block device.`, 'Choose a device.')]
  return present(
    sizeAdvice(plan, environment, guard.device.sizeBytes),
    ...purgeAdvice(plan, guard.device.purges),
    lossAdvice(plan, engine, facts, guard.device.contents.length),
  )
}

/** Steps that only devices support. */
function fileAdvice(plan: Plan): Advice | undefined {
  const step = (plan.preparation ?? []).find(isPurge)
  return step
    ? {
        id: 'purge-needs-device',
        severity: 'error',
        text: `“${stepName(step)}” needs a raw device as target.`,
        reason: 'A file has nothing to forget; fill it instead, or choose the device.',
        about: 'preparation',
      }
    : undefined
}

/** fio silently reduces a size that does not fit and reports success; a much smaller one measures a different drive. */
function sizeAdvice(plan: Plan, environment: PlanEnvironment, deviceBytes: number): Advice | undefined {
  const needed = estimatePlan(plan, environment).spaceBytes
  const isFixed = !plan.axes.some((axis) => axis.key === 'file_size')
  const fitting = Math.floor(deviceBytes / 1024 ** 2) * 1024 ** 2
  const change = { base: setBase(plan, 'file_size', fitting).base }
  if (needed <= deviceBytes) {
    if (!isFixed || needed === 0 || needed > deviceBytes / 2) return undefined
    return {
      id: 'part-of-device',
      severity: 'note',
      text: `The runs touch the first ${formatBytes(needed)} of ${formatBytes(deviceBytes)}.`,
      reason: 'A drive that is mostly empty has room to spare for garbage collection and looks faster.',
      about: 'file_size',
      remedy: { label: 'Use all of it', change },
    }
  }
  return {
    ...targetError(
      'larger-than-device',
      `The plan uses ${formatBytes(needed)}; the device has ${formatBytes(deviceBytes)}.`,
      'The engine would silently use less than the results say.',
    ),
    about: 'file_size',
    ...(isFixed && { remedy: { label: `Use ${formatExactBytes(fitting)}`, change } }),
  }
}

function purgeAdvice(plan: Plan, purges: Readonly<Record<string, string>> | undefined): readonly Advice[] {
  return (plan.preparation ?? []).filter(isPurge).flatMap((step) => {
    const problem = purges?.[step.kind] ?? ''
    if (problem === '') return []
    return [
      {
        ...targetError('purge-not-possible', `“${stepName(step)}” cannot be done: ${problem}`),
        about: 'preparation',
      },
    ]
  })
}

function lossAdvice(plan: Plan, engine: Engine, { path, drive }: TargetFacts, contents: number): Advice {
  if (!planWrites(plan, engine)) {
    return {
      id: 'reads-as-found',
      severity: 'note',
      text: `${path} is only read, as it is.`,
      reason: unwrittenText(drive?.rotational),
      about: 'target',
    }
  }
  return {
    id: 'device-is-overwritten',
    severity: 'warning',
    text: `Everything on ${path} is lost.`,
    reason: `${contents > 0 ? 'There are file systems or partitions on it. ' : ''}You are asked to confirm it by name when the campaign starts.`,
    about: 'target',
  }
}

/** How a drive answers reads of blocks without data: only flash and other mapped media skip the medium. */
function unwrittenText(isRotational: boolean | undefined): string {
  if (isRotational === true)
    return 'A hard disk reads every block from the medium, whether or not it was ever written.'
  const flash = 'Blocks that were never written, or were discarded, are answered without touching the medium'
  return isRotational === false ? `${flash}.` : `${flash} by SSDs; hard disks read them from it.`
}
