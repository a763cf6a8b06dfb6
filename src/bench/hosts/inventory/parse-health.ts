import type { DeviceHealth } from '../../../core/results/block-device'
import { parseLoose } from './loose-json'
import { readNvme } from './read-nvme'
import { readSmartctl } from './read-smartctl'

/**
 * Health of each drive by kernel name, from the parts `smartctl NAME` and `nvme NAME` of an inventory, with the kernel's own
 * sensor (/sys, in thousandths of a degree) where neither tool told a temperature.
 */
export function parseHealth(parts: ReadonlyMap<string, string>): ReadonlyMap<string, DeviceHealth> {
  const found = new Map<string, DeviceHealth>()
  for (const [part, text] of parts) {
    const [tool, name = ''] = part.split(' ')
    const answer = parseLoose(text)
    if (tool === 'smartctl') {
      const health = answer ? readSmartctl(answer) : { ...nothing, limit: tooOld }
      if (health) found.set(name, health)
    } else if (tool === 'nvme' && answer) {
      found.set(name, readNvme(answer))
    }
  }
  for (const [name, celsius] of sensors(parts.get('temperatures'))) {
    const health = found.get(name)
    if (health?.temperatureCelsius !== undefined) continue
    found.set(name, { ...(health ?? { source: 'sys', warnings: [] }), temperatureCelsius: celsius })
  }
  return found
}

const nothing = { source: 'smartctl', warnings: [] } as const
const tooOld = 'smartctl answered without JSON; version 7.0 or newer is needed.'

function sensors(text: string | undefined): ReadonlyMap<string, number> {
  const celsius = new Map<string, number>()
  for (const match of (text ?? '').matchAll(/^\/sys\/block\/([^/]+)\/[^:]+:(-?\d+)\s*$/gm)) {
    const [, name = '', thousandths = ''] = match
    if (!celsius.has(name)) celsius.set(name, Math.round(Number(thousandths) / 100) / 10)
  }
  return celsius
}
