import { driveState, machineState, type StateFact } from '../../core/results/campaign/bench-state'
import { HostList } from '../../bench/hosts/host-list'
import { HostPool } from '../../bench/hosts/host-pool'
import { askAttended } from '../../bench/hosts/leavable-host'
import { takeInventory } from '../../bench/hosts/inventory/take-inventory'
import { runPreflight } from '../../bench/hosts/preflight/run-preflight'
import { readAliases } from '../../bench/hosts/ssh/config-aliases'
import { connectHost } from '../connect-host'
import { destinationOption } from '../plan-file'
import { exitStatus, printJson, type Command } from '../command'
import { textTable } from '../output'

export const hostsAdd: Command = {
  words: ['hosts', 'add'],
  positionals: ['DEST'],
  summary: 'Add a machine to the list of hosts: user@host:port, an alias of ~/.ssh/config, or HOST via JUMP.',
  options: { label: { value: 'TEXT', help: 'Your name for it.' } },
  async run(parsed, context) {
    const host = await new HostList().add(
      destinationOption(parsed.positionals[0] ?? '', 'DEST'),
      parsed.text('label') ?? '',
    )
    if (parsed.json) printJson(context, host)
    else context.stdout.line(host.destination)
    return exitStatus.done
  },
}

export const hostsList: Command = {
  words: ['hosts', 'list'],
  positionals: [],
  summary: 'List the hosts that were added, and the aliases of ~/.ssh/config.',
  options: {},
  async run(parsed, context) {
    const hosts = new HostList().all()
    const added = new Set(hosts.map(({ destination }) => destination))
    const aliases = readAliases(process.env.BENCHWRIGHT_SSH_CONFIG).filter((alias) => !added.has(alias))
    if (parsed.json) printJson(context, { hosts, aliases })
    else {
      const rows = [
        ...hosts.map(({ destination, label }) => [destination, label, 'added']),
        ...aliases.map((alias) => [alias, '', 'ssh configuration']),
      ]
      await context.stdout.stream(
        'lines',
        rows.length === 0 ? ['No hosts yet.'] : textTable(['host', 'label', 'from'], rows),
      )
    }
    return exitStatus.done
  },
}

export const hostsProbe: Command = {
  words: ['hosts', 'probe'],
  positionals: ['DEST'],
  summary: 'Connect to a host and show its hardware and capabilities. Nothing is written on it.',
  options: {},
  async run(parsed, context) {
    const hosts = new HostPool({ waits: false })
    try {
      const host = await connectHost(hosts, destinationOption(parsed.positionals[0] ?? '', 'DEST'), context)
      const found = askAttended(host, 'a look at the machine', context.signal, async (asked) => ({
        checks: await runPreflight(asked),
        ...(await takeInventory(asked, { health: true })),
      }))
      const { checks, record } = await found
      const { raw: _, ...inventory } = record
      const isReady = checks.every(({ state }) => state !== 'problem')
      const state = {
        machine: factsById(machineState(record)),
        drives: Object.fromEntries(
          (record.devices ?? []).map(({ name }) => [name, factsById(driveState(record, name))]),
        ),
      }
      if (parsed.json)
        printJson(context, { destination: host.name, ready: isReady, checks, inventory, state })
      else {
        const remedies = checks.map(({ state, label, text, remedy }) => [state, label, text, remedy])
        await context.stdout.stream('lines', textTable(['', 'check', 'found', 'remedy'], remedies))
        const facts = [
          ...machineState(record).map(({ label, value }) => ['', label, value]),
          ...(record.devices ?? []).flatMap(({ name }) =>
            driveState(record, name).map(({ label, value }) => [name, label, value]),
          ),
        ]
        if (facts.length > 0) await context.stdout.stream('lines', textTable(['drive', 'state', ''], facts))
      }
      return isReady ? exitStatus.done : exitStatus.failed
    } finally {
      await hosts.dispose()
    }
  },
}

function factsById(facts: readonly StateFact[]): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map(({ id, value }) => [id, value]))
}
