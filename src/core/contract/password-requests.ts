import * as v from 'valibot'

/** A required password, such as that of `bench on db1:3306`. */
export interface PasswordQuestion {
  readonly id: number
  readonly whose: string
  /** Why the previous one was rejected. */
  readonly problem?: string
}

/** The window's answer to a password prompt. */
export interface PasswordRequests {
  /** `password`: null if the user gives none. It is passed to whoever asked and never kept. */
  'password.give': { arguments: { id: number; password: string | null }; answer: null }
}

/** The prompt open in every window; null closes it. */
export interface PasswordEvent {
  readonly type: 'password-asked'
  readonly question: PasswordQuestion | null
}

/** Checks of the arguments. A password is one line: it is passed on in a file of lines. */
export const passwordArguments: {
  readonly [N in keyof PasswordRequests]: v.GenericSchema<unknown, PasswordRequests[N]['arguments']>
} = {
  'password.give': v.strictObject({
    id: v.pipe(v.number(), v.integer()),
    // eslint-disable-next-line no-control-regex -- NUL cannot be passed to a program
    password: v.nullable(v.pipe(v.string(), v.maxLength(1000), v.regex(/^[^\u0000\r\n]*$/))),
  }),
}
