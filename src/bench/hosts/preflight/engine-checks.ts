import type { PreflightCheck } from '../../../core/contract/host-requests'
import { linkRemedy } from '../../../core/engines/advice/machine-advice'
import type { Engine } from '../../../core/engines/engine'
import { ioEngines } from '../../../core/engines/fio/workload/io-engines'
import { compareVersions } from '../../../core/engines/versions'
import { asRoot, installRemedy, isMac, type Parts } from '../remedies'

/** Builds the outcome of one check. */
export function checkOf(id: string, label: string) {
  return (state: PreflightCheck['state'], text: string, remedy?: string): PreflightCheck => ({
    ...{ id, label, state, text },
    ...(remedy !== undefined && { remedy }),
  })
}

/** Whether each engine is installed and new enough. Without any of them nothing can be run. */
export function engineChecks(engines: readonly Engine[], parts: Parts): readonly PreflightCheck[] {
  const isThere = ({ description: { id } }: Engine) => parts.get(`engine-path ${id}`) !== undefined
  const isKnown = (engine: Engine) =>
    isThere(engine) || parts.get(`engine-elsewhere ${engine.description.id}`) !== undefined
  const missing = engines.some(isThere) ? 'warning' : 'problem'
  return engines
    .filter((engine) => isKnown(engine) || engine.description.isRare !== true)
    .map((engine) => engineCheck(engine, parts, missing))
}

function engineCheck(engine: Engine, parts: Parts, missing: 'problem' | 'warning'): PreflightCheck {
  const { id, name, program, oldestVersion } = engine.description
  const path = parts.get(`engine-path ${id}`)
  const is = checkOf(`engine-${id}`, name)
  const install =
    installRemedy(engine.description, parts) ?? `Install ${name} ${oldestVersion} or newer there.`
  const elsewhere = parts.get(`engine-elsewhere ${id}`)
  if (path === undefined && elsewhere !== undefined) {
    const text = `${elsewhere} is in no folder on the path of a non-interactive login, so no run would find it.`
    return is(missing, text, linkRemedy(program, elsewhere))
  }
  if (path === undefined) {
    const text = `There is no program ${program} on the path of a non-interactive login.`
    return is(missing, text, install)
  }
  const version = engine.readVersion(parts.get(`engine-version ${id}`) ?? '')
  if (version === undefined) {
    const text = `${path} is there; its version could not be read.`
    return is('unknown', text, `Check by hand that it is ${oldestVersion} or newer.`)
  }
  if (compareVersions(version, oldestVersion) < 0) {
    const text = `${version} at ${path} is too old; ${oldestVersion} is needed.`
    return is(missing, text, install)
  }
  return is('good', `${version} at ${path}.`)
}

/**
 * `fio --enghelp`: which I/O engines this fio was built with, and whether the kernel allows io_uring
 * (kernel.io_uring_disabled, from Linux 6.6: 1 only for a group, 2 for nobody). Undefined without fio.
 */
export function ioEnginesCheck(parts: Parts): PreflightCheck | undefined {
  const is = checkOf('io-engines', 'I/O engines')
  if (parts.get('engine-path fio') === undefined) return undefined
  const built = (parts.get('io-engines') ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  if (built.length === 0) return is('unknown', 'fio did not list its I/O engines.')
  const offered = ioEngines.map(({ value }) => value).filter((name) => built.includes(name))
  const listed = offered.join(', ')
  const disabled = parts.get('io-uring')
  if (offered.includes('io_uring') && (disabled === '1' || disabled === '2')) {
    const who = disabled === '2' ? 'for everybody' : 'except for one group'
    const text = `${listed}. The kernel has io_uring switched off ${who}.`
    return is('warning', text, asRoot('sudo sysctl kernel.io_uring_disabled=0', parts))
  }
  if (!offered.includes('io_uring') && !offered.includes('libaio') && !isMac(parts)) {
    const text = `${listed}. Neither io_uring nor libaio: one request at a time, whatever the queue depth.`
    return is('warning', text, 'Install a fio that was built with libaio.')
  }
  return is('good', `${listed}.`)
}
