import type { ContentSample } from '../../core/engines/content/content-model'
import { quoteCommand, quoteForShell } from '../hosts/quoting'

/** Status of the script when the directory cannot be made because it, or something else, is there already. */
export const directoryExists = 17

/**
 * Makes the directory, lets the engine write its data there, prints the data and removes the directory again, whatever
 * happened. Ends with the engine's status and its text on standard error. Nothing outside of the new directory is
 * touched: one that exists already ends the script before anything else.
 */
export function sampleScript(sample: ContentSample, directory: string): string {
  const { command, dataFile, bytes, needsFile } = sample
  const data = quoteForShell(dataFile)
  const output = quoteForShell(command.outputFile)
  return `# benchwright sample
umask 077
folder=${quoteForShell(parentOf(directory))}
dir=${quoteForShell(directory)}
[ -d "$folder" ] || { echo "There is no folder $folder." >&2; exit 2; }
if [ -e "$dir" ]; then exit ${directoryExists}; fi
mkdir "$dir" || exit 1
trap 'cd /; rm -rf -- "$dir"' EXIT
trap 'exit 130' INT TERM HUP
cd "$dir" || exit 1
${command.files.map((file) => `printf '%s' ${quoteForShell(file.text)} > ${quoteForShell(file.name)} || exit 1`).join('\n')}
${needsFile ? `dd if=/dev/zero of=${data} bs=1 count=0 seek=${bytes} 2>/dev/null || exit 1` : ':'}
command -v ${quoteForShell(command.program)} >/dev/null 2>&1 || { echo "${command.program} is not installed." >&2; exit 127; }
${quoteCommand([command.program, ...command.args])} </dev/null >printed 2>errors
status=$?
if [ "$status" -ne 0 ]; then
  cat errors >&2
  [ -f ${output} ] && head -n 5 ${output} >&2
  ${command.printsOutput ? 'tail -n 3 printed >&2' : ':'}
  exit "$status"
fi
cat ${data}
`
}

function parentOf(path: string): string {
  return path.replace(/\/[^/]*$/, '') || '/'
}
