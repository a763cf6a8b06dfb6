import type { PreparationStep, Target } from '../../../../core/plan/plan'

export type StepKind = PreparationStep['kind']

/**
 * A step as initially added: fills follow published preconditioning, twice the capacity, sequentially and in large
 * requests.
 */
export function newStep(kind: StepKind): PreparationStep {
  switch (kind) {
    case 'sequential-fill':
      return { kind, passes: 2, blockBytes: 131_072 }
    case 'random-fill':
      return { kind, passes: 2, blockBytes: 4096 }
    case 'workload':
      return { kind, rounds: 1, seconds: 60 }
    case 'capacity':
      return { kind, seconds: 60, queueDepth: 64 }
    default:
      return { kind }
  }
}

/** Steps that can be added, with the reason if one is not possible on this target. */
export function stepChoices(
  target: Target,
  purges: Readonly<Record<string, string>> | undefined,
): readonly {
  readonly kind: StepKind
  readonly label: string
  readonly help: string
  readonly reason: string
}[] {
  const onDevice = target.kind === 'device'
  const purge = (kind: StepKind) => (onDevice ? (purges?.[kind] ?? '') : 'It needs a raw device as target.')
  return [
    {
      kind: 'discard',
      label: 'Discard',
      help: 'Tells the drive that no block is in use any more.',
      reason: purge('discard'),
    },
    {
      kind: 'nvme-format',
      label: 'NVMe format',
      help: 'Erases all user data with the drive’s own command.',
      reason: purge('nvme-format'),
    },
    {
      kind: 'ata-secure-erase',
      label: 'ATA secure erase',
      help: 'Erases the drive with its own command; it can take hours.',
      reason: purge('ata-secure-erase'),
    },
    {
      kind: 'sequential-fill',
      label: 'Fill in sequence',
      help: 'Writes the capacity from front to back, usually twice, in 128 KiB requests.',
      reason: '',
    },
    {
      kind: 'random-fill',
      label: 'Fill at random',
      help: 'Writes at random places until the capacity has been written that often.',
      reason: '',
    },
    {
      kind: 'workload',
      label: 'Rounds of the workload',
      help: 'Runs each case unmeasured before its first measured run.',
      reason: '',
    },
    {
      kind: 'capacity',
      label: 'Find the capacity',
      help: 'Measures what the drive takes without a limit; an offered load is a share of it.',
      reason: '',
    },
  ]
}
