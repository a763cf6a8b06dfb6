/** Name of a server's socket in its run directory. */
export function serverSocket(runName: string): string {
  return `${runName}.sock`
}
