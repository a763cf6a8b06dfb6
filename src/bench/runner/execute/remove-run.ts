import type { Host } from '../../hosts/host'

/** Removes run directories whose results are stored. Names what could not be removed. */
export async function removeRunDirectories(
  host: Host,
  runDirectories: readonly string[],
): Promise<string | undefined> {
  if (runDirectories.length === 0) return undefined
  const answer = await host.execute('# benchwright remove\nrm -rf -- "$@"', {
    arguments: runDirectories,
    purpose: 'the removal of its run directories',
  })
  return answer.exitCode === 0 ? undefined : answer.stderr.trim()
}
