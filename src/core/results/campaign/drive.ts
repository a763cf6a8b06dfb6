import { nameKey } from '../../text/names'

/** What is known of the drive behind the numbers of a campaign. */
export interface DriveFacts {
  /** As a campaign names it: model with kernel name, what a file or an article says, or `unknown`. */
  readonly device: string
  readonly host?: string | undefined
  readonly model?: string | undefined
  readonly serial?: string | undefined
  readonly wwn?: string | undefined
  /** The name on the drive's card. */
  readonly card?: string | undefined
  /** The colour on it, `#rrggbb`. */
  readonly color?: string | undefined
}

export interface Drive {
  /** The same for campaigns of one drive. */
  readonly key: string
  /** The name on its card, otherwise its model or what a file says; empty if only the kernel's name is known. */
  readonly name: string
  /** In figures, `#rrggbb`; undefined: any. */
  readonly color?: string | undefined
}

/** Which drive was measured; undefined if nothing is known of it. */
export function driveOf({
  device,
  host = '',
  model,
  serial,
  wwn,
  card,
  color,
}: DriveFacts): Drive | undefined {
  const name = [card, model, withoutKernelName(device)].find((one) => one?.trim())?.trim() ?? ''
  const identity = [serial, wwn].find((one) => one?.trim())
  // The kernel's name for a drive tells it from others of its machine only.
  const text = isKnownDevice(device)
    ? nameKey(`${device} ${isNamedByKernel(device) ? host : ''}`)
    : nameKey(name)
  const key = card ?? identity ?? text
  return key === '' ? undefined : { key, name, ...(color !== undefined && { color }) }
}

export function isKnownDevice(device: string): boolean {
  return device.trim() !== '' && device !== 'unknown'
}

/** The kernel's name for a disk or what is built of disks. */
const kernelName =
  /^(nvme\d+n\d+|[svh]d[a-z]+|xvd[a-z]+|mmcblk\d+|md\d+|dm-\d+|loop\d+|zram\d+|pmem\d+)(p?\d+)?$/

function isNamedByKernel(device: string): boolean {
  return withoutKernelName(device) !== device.trim()
}

/** "Samsung SSD 990 PRO" of "Samsung SSD 990 PRO (nvme0n1)"; empty if only the kernel's name is known. */
export function withoutKernelName(device: string): string {
  const text = device.trim()
  const [, model, name = ''] = /^(.*) \(([^()]*)\)$/.exec(text) ?? []
  if (model !== undefined && kernelName.test(name)) return model
  return !isKnownDevice(text) || kernelName.test(text) ? '' : text
}
