import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Runs a program with an argument list and waits for it.
 *
 * With `show` its output goes straight to standard error (`'stderr'`) or to both streams (`'inherit'`); otherwise it
 * is collected. Resolves with the exit code (127 if the program does not exist, 124 after `timeoutSeconds`).
 */
export function run(file, args, { cwd, env = process.env, show, timeoutSeconds } = {}) {
  return new Promise((resolve) => {
    const stdio =
      show === 'inherit' ? 'inherit' : show === 'stderr' ? ['inherit', 2, 2] : ['ignore', 'pipe', 'pipe']
    const child = spawn(file, args, {
      cwd,
      env,
      stdio,
      shell: process.platform === 'win32' && file === 'npm',
    })
    let stdout = ''
    let stderr = ''
    let timedOut = false
    // A child in the background does not outlive this process.
    const end = () => child.kill()
    if (!show) process.prependOnceListener('exit', end)
    const letGo = show ? passSignalsTo(child) : () => process.off('exit', end)
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text))
    const timer =
      timeoutSeconds === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            child.kill('SIGKILL')
          }, timeoutSeconds * 1000)
    child.on('error', (error) => {
      clearTimeout(timer)
      letGo()
      resolve({ code: 127, stdout, stderr: `${stderr}${error.message}\n` })
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      letGo()
      resolve({ code: timedOut ? 124 : (code ?? (signal === 'SIGINT' ? 130 : 1)), stdout, stderr })
    })
  })
}

/**
 * A child in the foreground handles an interrupt itself, and this process waits for it. A terminal sends Ctrl-C to
 * both; without a terminal it is forwarded.
 */
function passSignalsTo(child) {
  const handlers = {
    SIGINT: () => process.stdin.isTTY || child.kill('SIGINT'),
    SIGTERM: () => child.kill('SIGTERM'),
    SIGHUP: () => child.kill('SIGHUP'),
  }
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler)
  }
}

/** The path of the program with this name on the PATH; undefined if there is none. */
export function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** The last lines of a program's output, for an error message. */
export const tail = (text, lines = 15) => text.trimEnd().split('\n').slice(-lines).join('\n')
