import type { Plan } from '../../../../core/plan/plan'

/** The plan on another machine; `undefined` is this one. A path of one machine says nothing on another, but is kept for the person to judge. */
export function withHost(plan: Plan, host: string | undefined): Plan {
  const { host: _before, hosts: _several, ...rest } = plan
  return host === undefined ? rest : { ...rest, host }
}

/** The plan as one synchronised job on several machines, in the order given. */
export function withHosts(plan: Plan, hosts: readonly string[]): Plan {
  return { ...withHost(plan, undefined), hosts }
}
