import type { AskPassword } from '../bench/runner/runner-parts'
import type { CommandContext } from './command'

/** Environment variable that a database password may be given in, where nobody sits at a terminal. */
export const passwordVariable = 'BENCHWRIGHT_DB_PASSWORD'

/** How often a refused password is asked for again, as ssh does. */
const mostTries = 3

/**
 * Where a command gets passwords from: the environment, else the person at the terminal, once for each account. What stands
 * in the environment is taken out of it, so that nothing that is started from here on inherits it.
 */
export function passwordSource({ ask, stderr }: Pick<CommandContext, 'ask' | 'stderr'>): AskPassword {
  const given = process.env[passwordVariable]
  Reflect.deleteProperty(process.env, passwordVariable)
  const known = new Map<string, string>()
  const tries = new Map<string, number>()
  return async (whose, problem) => {
    if (problem === undefined) {
      const password = given ?? known.get(whose)
      if (password !== undefined) return password
    } else {
      known.delete(whose)
      // What the environment says stays the same.
      if (given !== undefined || (tries.get(whose) ?? 0) >= mostTries) return undefined
      stderr.line(problem)
    }
    tries.set(whose, (tries.get(whose) ?? 0) + 1)
    const password = await ask?.(`Password of ${whose}: `, { hidden: true })
    if (password !== undefined) known.set(whose, password)
    return password
  }
}
