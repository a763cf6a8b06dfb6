import { dirname, resolve } from 'node:path'
import { askGuard } from '../../bench/hosts/guard/ask-guard'
import { askAttended } from '../../bench/hosts/leavable-host'
import { HostPool } from '../../bench/hosts/host-pool'
import { thisMachine } from '../../core/plan/destination'
import type { GuardVerdict } from '../../core/plan/device'
import { formatBytes } from '../../core/units/bytes'
import { machineOf } from '../../bench/hosts/inventory/machine-of'
import { takeInventory } from '../../bench/hosts/inventory/take-inventory'
import { leftFiles, removeLeftFile } from '../../bench/runner/record/left-files'
import type { Host } from '../../bench/hosts/host'
import { connectHost } from '../connect-host'
import { destinationOption } from '../plan-file'
import { exitStatus, printJson, type Command } from '../command'

export const guard: Command = {
  words: ['guard'],
  positionals: ['PATH'],
  summary:
    'Report whether a device, folder or file may be a target, and why not, and which data files were left behind there.',
  options: {
    host: { value: 'DEST', help: 'Check on this machine over SSH.' },
    'read-only': { help: 'Check for a plan that only reads.' },
    'remove-left': {
      help: 'Remove the data files that your campaigns left in this folder and whose results file is gone.',
    },
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
      const left = await askAttended(host, 'the data files that were left there', context.signal, (asked) =>
        leftIn(asked, host, question.path, parsed.flag('remove-left')),
      )
      if (parsed.json) printJson(context, { ...verdict, ...(left.length > 0 && { left }) })
      else for (const line of [...verdictLines(verdict), ...left.map(leftLine)]) context.stdout.line(line)
      if (left.some(({ fate }) => fate === 'failed')) return exitStatus.failed
      return verdict.verdict === 'allowed' ? exitStatus.done : exitStatus.refused
    } finally {
      await hosts.dispose()
    }
  },
}

interface LeftHere {
  readonly path: string
  readonly resultsFile: string
  readonly fate: 'left' | 'removed' | 'failed'
}

/** The data files below a path whose results file is gone, and what was done about them. */
async function leftIn(asked: Host, host: Host, path: string, removes: boolean): Promise<readonly LeftHere[]> {
  const { record } = await takeInventory(asked, {})
  const below = `${path.replace(/\/+$/, '')}/`
  const found = await leftFiles(asked, machineOf(record, host))
  const here = found.filter((file) => file.path === path || file.path.startsWith(below))
  const fates: LeftHere[] = []
  for (const file of here) {
    const outcome = removes ? await removeLeftFile(asked, file) : 'left'
    const fate = outcome === 'removed' || outcome === 'left' ? outcome : 'failed'
    fates.push({ path: file.path, resultsFile: file.resultsFile, fate })
  }
  return fates
}

function leftLine({ path, resultsFile, fate }: LeftHere): string {
  const words = {
    left: "left behind; '--remove-left' removes it",
    removed: 'removed',
    failed: 'could not be removed; remove it by hand',
  }
  return `  ${path} of ${resultsFile}, which is gone: ${words[fate]}`
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
