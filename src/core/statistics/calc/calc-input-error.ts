/** Inputs that a method cannot use; `calculate` turns it into an answer. */
export class CalcInputError extends Error {
  constructor(
    readonly field: string,
    problem: string,
    readonly remedy: string,
  ) {
    super(problem)
  }
}
