import type { DeviceHealth } from '../../../core/results/campaign/block-device'
import { sensedCelsius } from '../../../core/units/temperature'
import { known, countOf, flagOf, recordOf, recordsOf, textOf, type LooseRecord } from './loose-json'
import { criticalWarnings, nvmeUnitBytes } from './read-nvme'

/**
 * `smartctl -j -i -H -A -l devstat -l ssd` (from smartmontools 7.0) for NVMe, ATA and SCSI drives, the latter with `-l error`. Undefined
 * for a device that reports no health, such as the drive of a virtual machine.
 */
export function readSmartctl(answer: LooseRecord): DeviceHealth | undefined {
  const limit = limitOf(answer)
  const log = recordOf(answer.nvme_smart_health_information_log)
  const status = flagOf(recordOf(answer.smart_status)?.passed)
  const [bytesWritten, bytesRead] = [bytesMoved(answer, 'write'), bytesMoved(answer, 'read')]
  const facts = known({
    temperatureCelsius:
      sensedCelsius(numberOf(recordOf(answer.temperature)?.current)) ??
      sensedCelsius(numberOf(log?.temperature)),
    powerOnHours: countOf(recordOf(answer.power_on_time)?.hours) ?? countOf(log?.power_on_hours),
    powerCycles: countOf(answer.power_cycle_count) ?? countOf(log?.power_cycles),
    unsafeShutdowns: countOf(log?.unsafe_shutdowns),
    percentUsed: percentUsed(answer, log),
    sparePercent: countOf(log?.available_spare) ?? countOf(recordOf(answer.spare_available)?.current_percent),
    bytesWritten,
    bytesRead,
    unitsWritten: bytesWritten === undefined ? unitsMoved(answer, 'write') : undefined,
    unitsRead: bytesRead === undefined ? unitsMoved(answer, 'read') : undefined,
    mediaErrors: countOf(log?.media_errors) ?? attribute(answer, 187),
    reallocatedSectors: attribute(answer, 5) ?? countOf(answer.scsi_grown_defect_list),
  })
  if (status === undefined && Object.keys(facts).length === 0 && limit === undefined) return undefined
  return {
    source: 'smartctl',
    ...(status !== undefined && { verdict: status ? ('passed' as const) : ('failed' as const) }),
    warnings: [...criticalWarnings(countOf(log?.critical_warning)), ...attributeWarnings(answer)],
    ...facts,
    ...(limit !== undefined && { limit }),
  }
}

/**
 * Why a drive reported less than it could. Bits 0 and 1 of the exit status: nothing was read (smartctl(8)).
 */
function limitOf(answer: LooseRecord): string | undefined {
  const tool = recordOf(answer.smartctl)
  const words = recordsOf(tool?.messages).flatMap((message) => textOf(message.string) ?? [])
  const whole = words.join(' ')
  if (/STANDBY|SLEEP|low-power/i.test(whole)) return 'The drive sleeps and was not woken.'
  if (/Permission denied|Operation not permitted/i.test(whole)) return 'smartctl needs root for this drive.'
  if (/Unable to detect device type/i.test(whole)) return undefined
  if (/Unknown USB bridge/i.test(whole)) return 'The USB bridge does not pass SMART on.'
  return ((countOf(tool?.exit_status) ?? 0) & 3) !== 0 && words[0] !== undefined ? words[0] : undefined
}

function percentUsed(answer: LooseRecord, log: LooseRecord | undefined): number | undefined {
  return (
    countOf(log?.percentage_used) ??
    countOf(recordOf(answer.endurance_used)?.current_percent) ??
    countOf(answer.scsi_percentage_used_endurance_indicator) ??
    statistic(answer, 'Percentage Used Endurance Indicator')
  )
}

/** The low 32 bits of the raw value of an ATA attribute; some drives keep other data above them. */
function attribute(answer: LooseRecord, id: number): number | undefined {
  const entry = attributes(answer).find((one) => one.id === id)
  const raw = countOf(recordOf(entry?.raw)?.value)
  return raw === undefined ? undefined : raw % 2 ** 32
}

function attributes(answer: LooseRecord): readonly LooseRecord[] {
  return recordsOf(recordOf(answer.ata_smart_attributes)?.table)
}

/** Attributes at or below their threshold now; failures of the past are history. */
function attributeWarnings(answer: LooseRecord): readonly string[] {
  return attributes(answer)
    .filter((entry) => textOf(entry.when_failed) === 'now')
    .map((entry) => `${textOf(entry.name)?.replaceAll('_', ' ') ?? 'An attribute'} is below its threshold.`)
}

/** A value of the ATA device statistics, by its name in the standard. */
function statistic(answer: LooseRecord, name: string): number | undefined {
  for (const page of recordsOf(recordOf(answer.ata_device_statistics)?.pages)) {
    const entry = recordsOf(page.table).find((one) => textOf(one.name) === name)
    if (entry && recordOf(entry.flags)?.valid !== false) return countOf(entry.value)
  }
  return undefined
}

/** Names in the NVMe health log, in the ATA device statistics, and of attributes. */
const movedNames = {
  read: {
    units: 'data_units_read',
    sectors: 'Logical Sectors Read',
    attribute: 'Reads',
    unknown: 'Total_LBAs_Read',
  },
  write: {
    units: 'data_units_written',
    sectors: 'Logical Sectors Written',
    attribute: 'Writes',
    unknown: 'Total_LBAs_Written',
  },
} as const

/**
 * Bytes that a drive has moved in its life: NVMe data units, ATA device statistics, the gigabytes (10⁹ B, three decimals,
 * as text; smartmontools, scsiprint.cpp) that a SCSI drive processed, or an attribute whose name has its unit. That of
 * others is unknown: `Total_LBAs_Written` counts sectors on some drives and 32 MiB on others.
 */
function bytesMoved(answer: LooseRecord, what: keyof typeof movedNames): number | undefined {
  const names = movedNames[what]
  const log = recordOf(answer.nvme_smart_health_information_log)
  const processed = recordOf(recordOf(answer.scsi_error_counter_log)?.[what])?.gigabytes_processed
  return (
    times(countOf(log?.[names.units]), nvmeUnitBytes) ??
    times(statistic(answer, names.sectors), countOf(answer.logical_block_size) ?? 512) ??
    gigabytes(textOf(processed)) ??
    namedUnits(answer, names.attribute)
  )
}

/** The raw count of an attribute whose unit is unknown. */
function unitsMoved(answer: LooseRecord, what: keyof typeof movedNames): number | undefined {
  const entry = attributes(answer).find(({ name }) => textOf(name) === movedNames[what].unknown)
  return countOf(recordOf(entry?.raw)?.value)
}

function gigabytes(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+\.\d{3}$/.test(text) ? Number(text.replace('.', '')) * 1e6 : undefined
}

const attributeUnits: Readonly<Record<string, number>> = { MiB: 2 ** 20, '32MiB': 2 ** 25, GiB: 2 ** 30 }

/** `Host_Writes_32MiB`, `Lifetime_Reads_GiB` and the like, as smartctl's drive database names them. */
function namedUnits(answer: LooseRecord, what: 'Reads' | 'Writes'): number | undefined {
  for (const entry of attributes(answer)) {
    const [, own, unit = ''] = /^(?:Total|Host|Lifetime)_(\w+)_(\w+)$/.exec(textOf(entry.name) ?? '') ?? []
    const bytes = own === what ? attributeUnits[unit] : undefined
    const raw = bytes && countOf(recordOf(entry.raw)?.value)
    if (bytes && raw !== undefined) return raw * bytes
  }
  return undefined
}

function times(count: number | undefined, bytes: number): number | undefined {
  return count === undefined ? undefined : count * bytes
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
