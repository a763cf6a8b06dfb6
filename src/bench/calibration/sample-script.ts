import type { ContentSample } from '../../core/engines/content/content-model'
import { mainProcess, outputNames } from '../../core/engines/steps'
import { quoteCommand, quoteForShell } from '../hosts/quoting'

/** Status of the script when the directory cannot be made because it, or something else, is there already. */
export const directoryExists = 17

/**
 * Makes the directory, lets the engine write its data there, prints the data and removes the directory again, whatever
 * happened. Ends with the engine's status and its text on standard error. Nothing outside of the new directory is
 * touched: one that exists already ends the script before anything else.
 */
export function sampleScript(sample: ContentSample, directory: string): string {
  const { run, dataFile, bytes, mustExist } = sample
  const { program, args, prints } = mainProcess(run)
  const data = quoteForShell(dataFile)
  const [output = 'printed'] = outputNames(run)
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
${run.files.map((file) => `printf '%s' ${quoteForShell(file.text)} > ${quoteForShell(file.name)} || exit 1`).join('\n')}
${mustExist ? `dd if=/dev/zero of=${data} bs=1 count=0 seek=${bytes} 2>/dev/null || exit 1` : ':'}
command -v ${quoteForShell(program)} >/dev/null 2>&1 || { echo "${program} is not installed." >&2; exit 127; }
${quoteCommand([program, ...args])} </dev/null >printed 2>errors
status=$?
if [ "$status" -ne 0 ]; then
  cat errors >&2
  [ -f ${quoteForShell(output)} ] && head -n 5 ${quoteForShell(output)} >&2
  ${prints !== undefined ? 'tail -n 3 printed >&2' : ':'}
  exit "$status"
fi
cat ${data}
`
}

function parentOf(path: string): string {
  return path.replace(/\/[^/]*$/, '') || '/'
}
