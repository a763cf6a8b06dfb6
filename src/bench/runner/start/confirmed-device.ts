import type { ConfirmedDevice, DeviceFacts, GuardVerdict } from '../../../core/plan/device'
import type { Advice } from '../../../core/plan/advice'
import { RunnerError } from '../runner-error'

/**
 * The device of an allowed verdict. Throws `plan-problems` with the guard's reason if it is refused or is not
 * a device.
 */
export function allowedDevice(verdict: GuardVerdict | undefined, path: string): DeviceFacts {
  if (verdict?.verdict === 'allowed' && verdict.kind === 'device' && verdict.device) return verdict.device
  const problem = refusalAdvice(verdict, path)
  throw new RunnerError('plan-problems', `The plan cannot run: ${problem.text}`, problem.reason, [problem])
}

function refusalAdvice(verdict: GuardVerdict | undefined, path: string): Advice {
  return {
    id: 'device-refused',
    severity: 'error',
    text: verdict?.reason ?? `${path} is not a block device.`,
    reason: verdict?.remedy ?? 'Choose a block device, or another kind of target.',
    about: 'target',
  }
}

/** The part of a device that is stored with a campaign; every run compares it with the device it finds. */
export function confirmedDevice(
  device: DeviceFacts,
  facts: { readonly writes: boolean; readonly commandsHash?: string | undefined },
): ConfirmedDevice {
  const own = device.node.replace(/^\/dev\//, '')
  const types = device.contents.filter(({ name }) => name === own).map(({ text }) => text.split(' ')[0] ?? '')
  const { node, identity, sequence, unique, sizeBytes, tableId } = device
  return {
    ...{ node, identity, sequence, unique, sizeBytes },
    ...(tableId !== undefined && { tableId }),
    ...{ contentTypes: types, ...facts, confirmedAtMs: Date.now() },
  }
}
