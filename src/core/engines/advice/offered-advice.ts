import type { Advice } from '../../plan/advice'
import type { Plan } from '../../plan/plan'

/** Whether the capacity that loads are a share of is found, where it is needed. */
export function offeredAdvice(plan: Plan): readonly Advice[] {
  const isAxis = plan.axes.some(({ key }) => key === 'offered_percent')
  if (!isAxis && plan.base.offered_percent === undefined) return []
  if (plan.hosts.length > 1)
    return [
      {
        id: 'offered-load-hosts',
        severity: 'error',
        text: 'A share of the capacity cannot be offered to several hosts: each has a capacity of its own.',
        reason: 'Offer a rate in requests a second instead.',
        about: 'offered_percent',
      },
    ]
  if ((plan.preparation ?? []).some(({ kind }) => kind === 'capacity')) return []
  return [
    {
      id: 'no-capacity-step',
      severity: 'error',
      text: 'The offered load is a share of the capacity, and no step of the preparation finds that.',
      about: 'preparation',
      remedy: {
        label: 'Find the capacity first',
        change: {
          preparation: [...(plan.preparation ?? []), { kind: 'capacity', seconds: 60, queueDepth: 64 }],
        },
      },
    },
  ]
}
