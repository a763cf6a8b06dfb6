import { badRequest } from '../../../core/contract/check-arguments'
import { thisMachine } from '../../../core/plan/destination'
import { askAttended } from '../../hosts/leavable-host'
import { listFolders } from '../../hosts/list-folders'
import { takeInventory } from '../../hosts/inventory/take-inventory'
import { readEnvironment } from '../../hosts/environment'
import type { BenchAnswers } from './answers'
import { emptyBin, toBin } from '../to-bin'

type Names =
  | 'review.summary'
  | 'review.describe'
  | `bin.${'restore' | 'empty'}`
  | 'target.devices'
  | 'target.folders'
  | `plan.${'get' | 'save' | 'delete' | 'environment' | 'check' | 'cancel-check'}`

/** Requests about the review itself and its plans. */
export const planAnswers: BenchAnswers<Names> = {
  'review.summary': (session) => session.summary(),
  'review.describe': (session, { title, notes, base }) => session.writer().describe(title, notes, base),
  'plan.get': (session, { planId }) => session.review.plan(planId),
  'plan.save': (session, { plan, base }) => session.writer().savePlan(plan, base),
  'plan.delete': (session, { planId, base }) =>
    toBin(session, 'plan', { key: undefined, name: base.name }, () =>
      session.writer().deletePlan(planId, base),
    ),
  'bin.restore': (session, { kind, key }) => session.writer().bin.restore(kind, key),
  'bin.empty': emptyBin,
  'plan.environment': (session, { plan, health }) => {
    session.hosts.refuseUnlisted(plan)
    const ask = (signal?: AbortSignal) =>
      session.runner?.environment(plan, signal, { health }) ??
      readEnvironment(plan, { host: session.pool.open(plan.hosts[0]), health })
    // Asking drives for their health takes a while, and is part of the check before a start.
    return health === true ? session.checks.run(plan.id, ask) : ask()
  },
  'target.devices': async ({ pool, hosts }, { plan }) => {
    hosts.refuseUnlisted(plan)
    const { record } = await askAttended(pool.open(plan.hosts[0]), 'its drives', undefined, (host) =>
      takeInventory(host, {}),
    )
    return { devices: record.devices ?? [] }
  },
  'target.folders': ({ pool, hosts }, { plan, path }) => {
    hosts.refuseUnlisted(plan)
    const host = plan.hosts.find((one) => one !== thisMachine)
    // Folders of this machine are chosen in its native dialog and never shown to a page.
    if (host === undefined) throw badRequest('The folders of this machine are chosen in its own dialog.')
    return askAttended(pool.ssh(host), 'the list of folders', undefined, (one) => listFolders(one, path))
  },
  'plan.check': async (session, { planId }) => {
    const runner = session.writingRunner()
    return { problems: await session.checks.run(planId, (signal) => runner.check(planId, signal)) }
  },
  'plan.cancel-check': (session, { planId }) => session.checks.cancel(planId),
}
