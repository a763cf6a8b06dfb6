import { templates } from '../../../src/core/words/template'
import { mutants } from './mutants'
import { everySaid, readBack, type Said } from './read-back'

/** How long an audit of many campaigns may take on a machine that is busy with something else, in ms; some 20 s otherwise. */
export const patience = 600_000

/** Says what is wrong with a sentence; nothing if it is true. */
export type Wrong = (said: Said) => string | undefined

/** A sentence that the app printed, and what the facts of its place say against it or one like it. */
interface Audited {
  readonly world: string
  readonly said: Said
  readonly wrong: Wrong
  readonly families: readonly string[]
}

/** What the app says, read back, each sentence with its check. */
export class Audit {
  private readonly audited: Audited[] = []
  /** Texts that no templates say. */
  readonly unread: string[] = []

  /** Reads a printed text back, and keeps its sentences with their check. `families`: read before others of the same words. */
  add(
    world: string,
    text: string,
    wrongOf: (all: readonly Said[]) => Wrong,
    families: readonly string[] = [],
  ): void {
    const all = readBack(text, families)
    if (all === undefined) {
      this.unread.push(`${world}: ${text}`)
      return
    }
    const wrong = wrongOf(all)
    this.audited.push(...all.map((said) => ({ world, said, wrong, families })))
  }

  /** What is not true. */
  false(): readonly string[] {
    return this.audited.flatMap(({ world, said, wrong }) => {
      const text = wrong(said)
      return text === undefined ? [] : [`${world}: ${said.text} [${said.id}] ${text}`]
    })
  }

  /** Templates of these families that nothing was said by; `families`: starts of ids. */
  unseen(families: readonly string[]): readonly string[] {
    const seen = new Set([...everySaid(this.audited.map(({ said }) => said))].map(({ id }) => id))
    const own = [...templates.keys()].filter((id) => families.some((family) => id.startsWith(family)))
    if (own.length < families.length) return ['some family has no template']
    return own.filter((id) => !seen.has(id))
  }

  /** Slots of templates in which another name, number, unit or word is never found wrong. */
  undetected(): readonly string[] {
    const detected = new Map<string, boolean>()
    for (const { said, wrong, families: own } of this.audited)
      for (const mutant of mutants(said)) {
        if (detected.get(mutant.slot) === true) continue
        const read = readBack(mutant.text, own)
        const isFound =
          read === undefined || read.some((one) => one.id !== said.id || wrong(one) !== undefined)
        detected.set(mutant.slot, isFound)
      }
    if (detected.size === 0) return ['nothing was changed']
    return [...detected].filter(([, isFound]) => !isFound).map(([slot]) => slot)
  }
}
