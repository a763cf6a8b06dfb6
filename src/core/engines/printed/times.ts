import type { Workload } from '../../plan/plan'
import { field } from '../describe-fields'
import type { CommandRequest, Field, OptionProblem } from '../engine'

/** How long a run measures. */
export function runtimeField(own: Pick<Field, 'initial' | 'axisLevels'>): Field {
  return field('time', 'runtime', {
    option: '--time',
    kind: { type: 'seconds', min: 1, max: 30 * 86_400 },
    help: 'How long a run measures, in whole seconds.',
    ...own,
  })
}

/** A run of the same load before the measured one; `help` is appended to the common help of a warm-up. */
export function rampTimeField({ help = '', axisLevels }: Partial<Pick<Field, 'help' | 'axisLevels'>>): Field {
  return field('time', 'ramp_time', {
    option: 'a run before',
    kind: { type: 'seconds', min: 0, max: 86_400 },
    help: `The same load runs this long, in whole seconds, before measuring begins.${help}`,
    initial: 0,
    ...(axisLevels && { axisLevels }),
  })
}

/** Problems of times that are not whole. */
export function checkTimes(workload: Workload): readonly OptionProblem[] {
  return ['runtime', 'ramp_time']
    .filter((key) => typeof workload[key] === 'number' && !Number.isInteger(workload[key]))
    .map((key) => ({ key, text: 'Only whole seconds can be run.', remedy: 'Round it.' }))
}

/** Seconds between the lines of a run; the programs take whole ones. */
export function reportInterval({ series }: Pick<CommandRequest, 'series'>): number {
  return Math.max(1, Math.round(series?.seconds ?? 1))
}
