import type { LevelValue } from '../../plan/plan'
import type { Levels } from '../comparison-data'
import type { SelectedCampaign } from '../sides/select-campaigns'
import type { WholeKey } from '../sides/whole-campaign'

/** A tree with one parameter per depth: each level leads to the next parameter, and at the last one to the case's number. */
type Branch = Map<LevelValue | undefined, Branch | number>

/** Numbers the cases of both sides: equal cases get the same number. */
export class CaseNumbers {
  readonly #keys: readonly string[]
  readonly #root: Branch = new Map()
  readonly #levels: Levels[] = []

  /** `keys`: parameters. */
  constructor(
    keys: readonly string[],
    private readonly wholes: readonly WholeKey[] = [],
  ) {
    this.#keys = [...keys, ...wholes.map(({ key }) => key)]
  }

  get count(): number {
    return this.#levels.length
  }

  /** Levels of a numbered case, for the lined-up parameters only. */
  levels(number: number): Levels {
    return this.#levels[number] ?? {}
  }

  /** Number of the case with these levels; cases are numbered as they first occur. */
  of(levelOf: (key: string) => LevelValue | undefined): number {
    let branch = this.#root
    const last = this.#keys.length - 1
    for (let place = 0; place < last; place++) {
      const level = plainLevel(levelOf(this.#keys[place] ?? ''))
      const next = branch.get(level)
      if (next instanceof Map) branch = next
      else {
        const fresh: Branch = new Map()
        branch.set(level, fresh)
        branch = fresh
      }
    }
    const level = plainLevel(last < 0 ? undefined : levelOf(this.#keys[last] ?? ''))
    const known = branch.get(level)
    if (typeof known === 'number') return known
    const number = this.#levels.push(this.#levelsOf(levelOf)) - 1
    branch.set(level, number)
    return number
  }

  /** Number of each selected case of a campaign, by the campaign's own case number; -1 for the others. */
  ofCampaign({ campaign, mask }: SelectedCampaign): Int32Array {
    const { base, cases } = campaign
    const whole = new Map(this.wholes.map(({ key, ofCampaign }) => [key, ofCampaign(campaign)] as const))
    const numbers = new Int32Array(mask.length).fill(-1)
    for (let at = 0; at < mask.length; at++) {
      const own = cases[at]
      if (mask[at] === 1)
        numbers[at] = this.of((key) => (whole.has(key) ? whole.get(key) : (own?.[key] ?? base[key])))
    }
    return numbers
  }

  #levelsOf(levelOf: (key: string) => LevelValue | undefined): Levels {
    const levels: Record<string, LevelValue> = {}
    for (const key of this.#keys) {
      const level = levelOf(key)
      if (level !== undefined) levels[key] = level
    }
    return levels
  }
}

/** Levels with the same text are the same level: 4096 and "4096", true and "true". */
function plainLevel(level: LevelValue | undefined): LevelValue | undefined {
  if (typeof level !== 'string') return level
  if (level === 'true' || level === 'false') return level === 'true'
  const number = Number(level)
  return String(number) === level ? number : level
}
