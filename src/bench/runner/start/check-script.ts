import type { EngineCommand } from '../../../core/engines/steps'
import { quoteCommand, quoteForShell } from '../../hosts/quoting'
import { isRunFileName } from '../supervise/run-directory'

/**
 * A script that runs many check commands in one folder of its own, one after the other, and prints for each one that
 * failed `@NONCE index status` and what it said. Nothing of it stays on the host.
 */
export function checkScript(
  nonce: string,
  commands: readonly (readonly [index: number, command: EngineCommand])[],
): string {
  const lines = commands.map(([index, command]) => {
    const bad = command.files.find((file) => !isRunFileName(file.name))
    if (bad) throw new Error(`"${bad.name}" is not a name an engine may give a file of its run.`)
    const files = command.files.map((file) => `printf '%s' ${quoteForShell(file.text)} > ${file.name}`)
    const call = `check ${String(index)} ${quoteCommand([command.program, ...command.args])}`
    const clean = `rm -f ${command.files.map((file) => file.name).join(' ')}`
    return [...files, call, ...(command.files.length > 0 ? [clean] : [])].join('\n')
  })
  return `# benchwright check
umask 077
PATH=$PATH:/usr/local/bin:/opt/homebrew/bin
LC_ALL=C
export LC_ALL
folder=$(mktemp -d "\${TMPDIR:-/tmp}/benchwright-check-XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP
cd "$folder" || exit 1
check() {
  index=$1
  shift
  said=$("$@" 2>&1 </dev/null)
  status=$?
  if [ $status -ne 0 ]; then printf '\\n@${nonce} %s %s\\n%s\\n' "$index" "$status" "$said"; fi
}
${lines.join('\n')}
exit 0
`
}

/** What failed: index, exit status and the engine's words. */
export interface CheckComplaint {
  readonly index: number
  readonly exitCode: number
  readonly said: string
}

export function readComplaints(nonce: string, text: string): readonly CheckComplaint[] {
  return text
    .split(`\n@${nonce} `)
    .slice(1)
    .map((piece) => {
      const [head = '', ...said] = piece.split('\n')
      const [index, exitCode] = head.split(' ').map(Number)
      return { index: index ?? -1, exitCode: exitCode ?? 1, said: said.join('\n').trim() }
    })
}
