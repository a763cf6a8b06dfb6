import { dirname, resolve } from 'node:path'
import { askGuard } from '../../bench/hosts/guard/ask-guard'
import { askAttended } from '../../bench/hosts/leavable-host'
import { HostPool } from '../../bench/hosts/host-pool'
import { thisMachine } from '../../core/plan/destination'
import type { GuardVerdict } from '../../core/plan/device'
import { formatBytes } from '../../core/units/bytes'
import { connectHost } from '../connect-host'
import { destinationOption } from '../plan-file'
import { exitStatus, printJson, type Command } from '../command'

export const guard: Command = {
  words: ['guard'],
  positionals: ['PATH'],
  summary: 'Report whether a device, folder or file may be a target, and why not. Nothing is changed.',
  options: {
    host: { value: 'DEST', help: 'Check on this machine over SSH.' },
    'read-only': { help: 'Check for a plan that only reads.' },
  },
  async run(parsed, context) {
    const path = parsed.positionals[0] ?? ''
    const hosts = new HostPool({ waits: false })
    const destination = destinationOption(parsed.text('host') ?? thisMachine)
    try {
      const host = await connectHost(hosts, destination, context)
      const question = {
        path: destination === thisMachine ? resolve(path) : path,
        writes: !parsed.flag('read-only'),
        protectedPaths: destination === thisMachine ? [dirname(process.execPath), __dirname] : [],
      }
      const purpose = 'the check of the target'
      const verdict = await askAttended(host, purpose, context.signal, (asked) => askGuard(asked, question))
      if (parsed.json) printJson(context, verdict)
      else for (const line of verdictLines(verdict)) context.stdout.line(line)
      return verdict.verdict === 'allowed' ? exitStatus.done : exitStatus.refused
    } finally {
      await hosts.dispose()
    }
  },
}

function verdictLines(verdict: GuardVerdict): readonly string[] {
  const { device } = verdict
  const lines = [
    verdict.verdict === 'allowed'
      ? `allowed: ${verdict.path}`
      : `refused: ${verdict.reason ?? ''}${verdict.remedy === undefined ? '' : ` ${verdict.remedy}`}`,
  ]
  if (device) {
    const words = [device.model, device.serial, formatBytes(device.sizeBytes)].filter((word) => word)
    lines.push(`  ${device.node} (${device.number}): ${words.join(', ')}`)
    for (const { name, text } of device.contents) lines.push(`  ${name}: ${text}`)
    for (const name of device.unread) lines.push(`  ${name}: content could not be read`)
  }
  return lines
}
