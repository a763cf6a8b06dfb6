import type { BenchAnswer, BenchArguments, BenchRequestName } from '../../core/contract/bench-requests'
import type { Session } from './session'

/** Answers one request of the window, whose arguments have been checked. */
export type BenchAnswerer<N extends BenchRequestName> = (
  session: Session,
  given: BenchArguments<N>,
) => BenchAnswer<N> | Promise<BenchAnswer<N>>

/** Answers to some of the requests, by name. */
export type BenchAnswers<N extends BenchRequestName = BenchRequestName> = {
  readonly [K in N]: BenchAnswerer<K>
}
