import { createInterface } from 'node:readline/promises'
import { onPath, run } from './command.mjs'
import { SetupError, say } from './say.mjs'

const isRoot = () => process.getuid?.() === 0

/** Whether there is a person at this terminal who can be asked. */
export const personPresent = () => Boolean(process.stdin.isTTY && process.stderr.isTTY && !process.env.CI)

/**
 * Obtains permission to run commands as root, once for all of them: root may always; a person is shown the exact
 * commands and asked; otherwise sudo must work without a password. Returns the words to put in front of each command.
 */
export async function leaveToRunAsRoot(commands, purpose) {
  if (isRoot()) return []
  const typed = commands.map((words) => `  sudo ${words.join(' ')}`).join('\n')
  if (!onPath('sudo')) {
    throw new SetupError(
      `${purpose} needs root, and sudo is not installed. As root, type:\n${typed.replaceAll('sudo ', '')}`,
    )
  }
  if (personPresent()) {
    say(`${purpose} needs these commands:\n${typed}`)
    if (await ask('Run them now?')) return ['sudo']
    throw new SetupError('Not installed. The commands above do it whenever you like.')
  }
  if ((await run('sudo', ['-n', 'true'])).code === 0) return ['sudo', '-n']
  throw new SetupError(`${purpose} needs root, and nobody is here to type a password. Type:\n${typed}`)
}

async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${question} [Y/n] `)
    return /^(y|yes|)$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
