import { isKnownDevice, withoutKernelName } from '../results/campaign/drive'
import { freeName } from '../text/names'
import type { DeviceCard, NamedDevice } from './device-card'
import { linkDevices, placeOfDrive } from './link-devices'

/** What a machine says of the drive under a target. */
export interface DriveUnderTarget {
  /** The kernel's name, e.g. `nvme0n1`. */
  readonly device?: string | undefined
  readonly model?: string | undefined
  /** Serial number or world-wide name. */
  readonly identity?: string | undefined
  /** Name of the machine. */
  readonly machine?: string | undefined
}

/** The card of a drive, as campaigns on it will have it; undefined: none, or two that fit equally well. */
export function cardOfDrive<D extends NamedDevice>(
  cards: readonly D[],
  drive: DriveUnderTarget,
): D | undefined {
  const { identity, model, machine } = drive
  const measured = {
    campaignId: 0,
    device: deviceText(drive),
    configuration: '',
    host: machine,
    model,
    serial: identity,
  }
  const at = linkDevices(cards, [measured]).devices.findIndex(({ campaignIds }) => campaignIds.length > 0)
  return at < 0 ? undefined : cards[at]
}

/** What to propose as its name; empty if it tells no model. */
export function proposedName({ model, device = '' }: DriveUnderTarget): string {
  const own = model?.trim() ?? ''
  return own === '' ? withoutKernelName(device) : own
}

/**
 * The name and card to save so that a drive is called `name` from now on: its own card under that name, otherwise the
 * card of that name, which then stands for it too, otherwise a new one. Undefined if nothing tells the drive from others.
 */
export function namedDrive<D extends NamedDevice>(
  cards: readonly D[],
  drive: DriveUnderTarget,
  name: string,
): { readonly base: D | undefined; readonly name: string; readonly card: DeviceCard } | undefined {
  const mark = [drive.identity, markWithoutIdentity(drive)].find((one) => one?.trim())?.trim()
  if (mark === undefined) return undefined
  const own = cardOfDrive(cards, drive)
  const wanted = name.trim()
  if (own !== undefined) {
    const others = cards.filter((one) => one !== own)
    return { base: own, name: wanted === own.name ? wanted : freeName(wanted, others), card: own.card }
  }
  const base = cards.find((one) => one.name === wanted)
  const { model } = drive
  const before: DeviceCard = base?.card ?? (model?.trim() ? { model: model.trim() } : {})
  return { base, name: wanted, card: { ...before, standsFor: [...(before.standsFor ?? []), mark] } }
}

/** A model tells a drive from others of its kind only together with its place. */
function markWithoutIdentity(drive: DriveUnderTarget): string | undefined {
  return placeOfDrive(deviceText(drive), drive.machine)
}

/** As a campaign names it: `Samsung 990 PRO (nvme0n1)`. */
function deviceText({ device = '', model }: DriveUnderTarget): string {
  if (!isKnownDevice(device)) return 'unknown'
  return model?.trim() ? `${model.trim()} (${device})` : device
}
