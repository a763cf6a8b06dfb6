import { type DeviceFacts, type GuardVerdict, guardedKinds } from '../../../core/plan/device'
import { HostError } from '../host-error'
import { guardWords } from './guard-words'

/**
 * Reads the guard's answer: lines `@NONCE key value` and a last line `@NONCE end yes`. Text around them is
 * ignored. An incomplete answer, or one without a verdict, is an error and never an approval.
 */
export function readGuard(text: string, nonce: string, path: string): GuardVerdict {
  const values = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const match = /^@(\S+) (\S+) (.*)$/.exec(line)
    if (match?.[1] !== nonce || match[2] === undefined) continue
    values.set(match[2], [...(values.get(match[2]) ?? []), (match[3] ?? '').trim()])
  }
  const value = (key: string) => values.get(key)?.[0] ?? ''
  const kind = guardedKinds.find((known) => known === value('kind'))
  const refused = values.has('refused')
  if (value('end') !== 'yes' || kind === undefined || refused === (value('allowed') === 'yes')) {
    throw new HostError(
      `The guard's answer on ${path} is not whole, so ${path} is not used.`,
      'Check that /bin/sh works on the host and prints nothing else.',
    )
  }
  const device = readDevice(values)
  const common = { path, kind, ...(device && { device }) }
  if (kind === 'device' && !refused && !device) {
    throw new HostError(`The guard did not say who ${path} is, so it is not used.`)
  }
  if (!refused) return { verdict: 'allowed', ...common }
  const [id = '', ...detail] = value('refused').split(' ')
  const words = guardWords(id, { path, detail: detail.join(' ') })
  return {
    verdict: 'refused',
    ...common,
    id,
    reason: words?.[0] ?? `${path} was refused (${id}).`,
    ...(words && { remedy: words[1] }),
  }
}

function readDevice(values: ReadonlyMap<string, readonly string[]>): DeviceFacts | undefined {
  const value = (key: string) => values.get(key)?.[0] ?? ''
  const sizeBytes = Number(value('size'))
  const logicalBlockBytes = Number(value('block'))
  if (value('node') === '' || !Number.isSafeInteger(sizeBytes) || !(logicalBlockBytes > 0)) return undefined
  return {
    node: value('node'),
    number: value('number'),
    sizeBytes,
    logicalBlockBytes,
    identity: value('identity'),
    sequence: value('sequence'),
    unique: value('unique') === 'yes',
    contents: (values.get('content') ?? []).map((line) => {
      const [name = '', ...text] = line.split(' ')
      return { name, text: text.join(' ') }
    }),
    unread: values.get('unread') ?? [],
    purges: Object.fromEntries(
      (values.get('purge') ?? []).map((line) => {
        const [kind = '', ...why] = line.split(' ')
        return [kind, why.join(' ')]
      }),
    ),
    ...(value('model') !== '' && { model: value('model') }),
    ...(value('serial') !== '' && { serial: value('serial') }),
    ...(value('wwn') !== '' && { wwn: value('wwn') }),
    ...(value('table') !== '' && { tableId: value('table') }),
  }
}
