import type { AskOptions } from '../../runner/runner-parts'
import type { PasswordQuestion } from '../../../core/contract/bench-requests'
import { RequestFailure } from '../../../core/contract/request-failure'

interface Asked {
  readonly question: PasswordQuestion
  readonly answer: (password: string | undefined) => void
}

/**
 * Asks the person in the window for passwords, one question at a time. Answers go to the caller and are not
 * kept.
 */
export class PasswordDesk {
  #waiting: readonly Asked[] = []
  #asked = 0

  constructor(private readonly tell: (question: PasswordQuestion | null) => void) {}

  /** Rejects with `cancelled` if the person enters no password or `signal` withdraws the question. */
  ask(whose: string, { problem, signal }: AskOptions = {}): Promise<string> {
    const question = { id: ++this.#asked, whose, ...(problem !== undefined && { problem }) }
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(notGiven(whose))
        return
      }
      const takeBack = () => this.#settle(question.id, undefined)
      const answer = (password: string | undefined) => {
        signal?.removeEventListener('abort', takeBack)
        if (password === undefined) reject(notGiven(whose))
        else resolve(password)
      }
      signal?.addEventListener('abort', takeBack, { once: true })
      this.#waiting = [...this.#waiting, { question, answer }]
      if (this.#waiting.length === 1) this.tell(question)
    })
  }

  /** The answer to a question; null if there is none. Answers to any but the open question are ignored. */
  give(id: number, password: string | null): void {
    if (this.#waiting[0]?.question.id === id) this.#settle(id, password ?? undefined)
  }

  #settle(id: number, password: string | undefined): void {
    const open = this.#waiting[0]
    const asked = this.#waiting.find(({ question }) => question.id === id)
    this.#waiting = this.#waiting.filter((one) => one !== asked)
    if (asked === open) this.tell(this.#waiting[0]?.question ?? null)
    asked?.answer(password)
  }

  /** Nobody is left to be asked. */
  giveUp(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { answer } of waiting) answer(undefined)
  }
}

function notGiven(whose: string): RequestFailure {
  return new RequestFailure({ id: 'cancelled', message: `The password of ${whose} was not given.` })
}
