import type { BenchAnswer, BenchArguments, BenchRequestName } from '../../../core/contract/bench-requests'
import type { Session } from '../session'

/** What a request is answered with; nothing stands in for null. */
export type Answered<T> = T | Promise<T> | (null extends T ? void | Promise<void> : never)

/** Answers one request of the window, whose arguments have been checked. */
export type BenchAnswerer<N extends BenchRequestName> = (
  session: Session,
  given: BenchArguments<N>,
) => Answered<BenchAnswer<N>>

/** Answers to some of the requests, by name. */
export type BenchAnswers<N extends BenchRequestName = BenchRequestName> = {
  readonly [K in N]: BenchAnswerer<K>
}
