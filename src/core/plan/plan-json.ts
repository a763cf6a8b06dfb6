import * as v from 'valibot'
import { quoted } from '../units/parsed'
import { formatCount } from '../units/number-format'
import { caseCount, mostCases } from './cases'
import { parseDestination, thisMachine, type Destination } from './destination'
import { planShape, type Plan } from './plan'
import { hostsProblem, isSynchronised, machinesOf } from './plan-hosts'

/** A plan as stored in results files: its shape, with its machines. Plans of an earlier version have one as `host`, or none. */
export const storedPlanSchema: v.GenericSchema<unknown, Plan> = v.pipe(
  planShape,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { value } = dataset
    const { host, hosts, ...plan } = value
    const wrong = (key: 'host' | 'hosts', message: string) => {
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }],
      })
      return NEVER
    }
    if (host !== undefined && hosts !== undefined) return wrong('hosts', 'either "host" or "hosts"')
    const machines: Destination[] = []
    for (const text of hosts ?? [host ?? thisMachine]) {
      const parsed = parseDestination(text)
      if (!parsed.ok) return wrong(hosts ? 'hosts' : 'host', 'an SSH destination such as user@host:port')
      machines.push(parsed.destination)
    }
    const known = machinesOf(machines)
    if (!known || (machines.length > 1 && hostsProblem(machines) !== undefined))
      return wrong('hosts', 'a list of different hosts')
    return { ...plan, hosts: known }
  }),
)

/**
 * An incoming plan, from a file or from the window, with no more cases than can be listed. A draft in a results file
 * may have more, but cannot be run until it has fewer.
 */
export const planSchema: v.GenericSchema<unknown, Plan> = v.pipe(
  storedPlanSchema,
  v.forward(
    v.check(
      (plan) => caseCount(plan) <= mostCases,
      `at most ${formatCount(mostCases)} cases; these axes make more`,
    ),
    ['axes'],
  ),
)

/** What is wrong with a plan file, where, and what to do. */
export interface PlanFileProblem {
  readonly file: string
  /** Position in the JSON: `$.axes[0].levels[2]`; `$` for the whole. */
  readonly path: string
  readonly text: string
  readonly remedy: string
}

export type ReadPlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly PlanFileProblem[] }

/** Reads a plan from JSON text. Never throws; `fileName` is for the messages only. */
export function readPlan(text: string, fileName: string): ReadPlanResult {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return refuse(
      fileName,
      '$',
      `This is not JSON: ${detail}.`,
      'Save the plan again, or correct the place named above.',
    )
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return refuse(
      fileName,
      '$',
      'This is JSON, but not a plan: a plan is an object.',
      'Choose a file that was saved as a plan.',
    )
  }
  // Editors use "$schema" to check the file; it is not a part of the plan.
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(json).filter(([key]) => key !== '$schema'),
  )
  const version = fields.schema
  if (typeof version === 'number' && version > 1) {
    return refuse(
      fileName,
      '$.schema',
      `The plan has format ${version}; this version of Benchwright reads format 1.`,
      'Update Benchwright, or save the plan as format 1 with the newer version.',
    )
  }
  const checked = v.safeParse(planSchema, fields)
  if (checked.success) return { ok: true, plan: checked.output }
  return { ok: false, problems: checked.issues.map((issue) => problemOf(fileName, issue)) }
}

/** JSON text of a plan: two spaces, keys in the order of the format's description, newline at the end. */
export function writePlan(plan: Plan): string {
  const { target, axes, order, hosts, preparation = [] } = plan
  const values: Partial<Record<string, unknown>> = {
    ...plan,
    target: target.kind === 'none' ? { kind: target.kind } : { kind: target.kind, path: target.path },
    // A plan for this machine names none: it is for whatever machine opens it.
    hosts: isSynchronised(plan) || hosts[0] !== thisMachine ? hosts : undefined,
    preparation: preparation.length > 0 ? preparation : undefined,
    axes: axes.map(({ key, levels }) => ({ key, levels })),
    order: { kind: order.kind, seed: order.seed },
    interleaved: undefined,
  }
  const ordered = Object.fromEntries(Object.keys(planShape.entries).map((key) => [key, values[key]]))
  return `${JSON.stringify(ordered, null, 2)}\n`
}

function refuse(file: string, path: string, text: string, remedy: string): ReadPlanResult {
  return { ok: false, problems: [{ file, path, text, remedy }] }
}

function problemOf(file: string, issue: v.BaseIssue<unknown>): PlanFileProblem {
  const path = `$${(issue.path ?? []).map((item) => pathStep(item.key)).join('')}`
  const received = quoted(issue.received.replace(/^"|"$/g, ''))
  const problem = (text: string, remedy: string) => ({ file, path, text, remedy })
  if (issue.expected === 'never')
    return problem('This key is not part of a plan.', 'Remove it, or check its spelling.')
  if (issue.received === 'undefined')
    return problem('This key is missing.', `Add it; expected is ${issue.expected ?? 'a value'}.`)
  const what = typeof issue.input === 'object' ? 'This' : received
  return problem(`${what} does not fit here.`, `Expected is ${issue.expected ?? issue.message}.`)
}

function pathStep(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
