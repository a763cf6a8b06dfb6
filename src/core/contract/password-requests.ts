import * as v from 'valibot'

/** A password that is needed, such as that of `bench on db1:3306`. */
export interface PasswordQuestion {
  readonly id: number
  readonly whose: string
  /** Why the one that was given before is no good. */
  readonly problem?: string
}

/** What the window answers when it was asked for a password. */
export interface PasswordRequests {
  /** `password`: null if the person gives none. It is handed to whoever asked and never kept. */
  'password.give': { arguments: { id: number; password: string | null }; answer: null }
}

/** The question that is open in every window; null closes it. */
export interface PasswordEvent {
  readonly type: 'password-asked'
  readonly question: PasswordQuestion | null
}

/** Checks of the arguments. A password is one line: it is handed on in a file of lines. */
export const passwordArguments: {
  readonly [N in keyof PasswordRequests]: v.GenericSchema<unknown, PasswordRequests[N]['arguments']>
} = {
  'password.give': v.strictObject({
    id: v.pipe(v.number(), v.integer()),
    // eslint-disable-next-line no-control-regex -- NUL cannot be handed to a program
    password: v.nullable(v.pipe(v.string(), v.maxLength(1000), v.regex(/^[^\u0000\r\n]*$/))),
  }),
}
