import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import { machine } from '../../core/plan/machine'

/** Two rates, two repetitions; on this machine, or on the host of this name. */
export function examplePlan(host?: string): Plan {
  const plan = newPlan(
    { id: 'example', seed: 1, target: { kind: 'none' } },
    {
      name: 'Example',
      engine: 'example',
      base: {},
      axes: [{ key: 'rate', levels: [60, 120] }],
      repetitions: 2,
    },
  )
  return host === undefined ? plan : { ...plan, hosts: [machine(host)] }
}
