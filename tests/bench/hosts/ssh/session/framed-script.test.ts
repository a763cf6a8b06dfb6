import { execFileSync, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { framedScript, readFramed } from '../../../../../src/bench/hosts/ssh/session/framed-script'

const nonce = 'abc123'

function run(input: string) {
  const { stdout, stderr } = spawnSync('sh', ['-s'], { input })
  return readFramed(stdout, stderr, nonce)
}

it('passes arguments in and bytes and status out', () => {
  const answer = run(framedScript(`printf '%s|' "$@"; echo bad >&2; exit 9`, ["a'b\n", '', '$x'], nonce))
  expect(answer).toMatchObject({ begun: true, exitCode: 9, stderr: 'bad\n' })
  expect(Buffer.from(answer.stdout).toString()).toBe("a'b\n||$x|")
})

it('does nothing if it was truncated anywhere', () => {
  const whole = framedScript('echo ran', [], nonce)
  // All lengths from one shell: starting each from this process takes several times as long.
  const every =
    'length=0; while [ $length -lt "$2" ]; do printf %s "$1" | head -c $length | sh -s; length=$((length + 1)); done'
  const upTo = (length: number) => {
    const { stdout, stderr } = spawnSync('sh', ['-c', every, 'sh', whole, String(length)])
    return readFramed(stdout, stderr, nonce).begun
  }
  expect(upTo(whole.lastIndexOf(')'))).toBe(false)
  expect(upTo(whole.length + 1)).toBe(true)
})

it('reports no end for an answer that was truncated on the way', () => {
  const answer = readFramed(Buffer.from(`\n@${nonce} begin\nhalf\n@${nonce} end`), Buffer.alloc(0), nonce)
  expect(answer).toMatchObject({ begun: true, exitCode: undefined })
})

it('finds the frame among noise that looks like one', () => {
  const noise = Buffer.from('@abc123 begin\n@other begin\n\n@abc12 end 0\n')
  const output = execFileSync('sh', ['-s'], {
    input: framedScript(`printf '\\n@abc12 end 5\\n'`, [], nonce),
    stdio: 'pipe',
  })
  const answer = readFramed(Buffer.concat([noise, output]), noise, nonce)
  expect(answer.exitCode).toBe(0)
  expect(Buffer.from(answer.stdout).toString()).toBe('\n@abc12 end 5\n')
})
