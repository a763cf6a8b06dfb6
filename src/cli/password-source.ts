import type { CommandContext } from './command'

/** Environment variable that a database password may be given in, where nobody sits at a terminal. */
export const passwordVariable = 'BENCHWRIGHT_DB_PASSWORD'

/**
 * Where a command gets passwords from: the environment, else the person at the terminal, once for each account. What stands
 * in the environment is taken out of it, so that nothing that is started from here on inherits it.
 */
export function passwordSource({
  ask,
}: Pick<CommandContext, 'ask'>): (whose: string) => Promise<string | undefined> {
  const given = process.env[passwordVariable]
  Reflect.deleteProperty(process.env, passwordVariable)
  const known = new Map<string, string>()
  return async (whose) => {
    const password = given ?? known.get(whose) ?? (await ask?.(`Password of ${whose}: `, { hidden: true }))
    if (password !== undefined) known.set(whose, password)
    return password
  }
}
