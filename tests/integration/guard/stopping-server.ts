import * as fs from 'node:fs'
import { join } from 'node:path'

/*
 * A file system of a process (fuse(4), linux/fuse.h 7.31): the plain files of one folder, without any cache, through the
 * descriptor 9. While this process is stopped, the folder does not answer. `stopAt`: `15:3` stops it when it has
 * answered the third read, so that the next request waits, which can still be killed.
 */
const [, , folder = '', stopAt = ''] = process.argv
const device = 9
const names = new Map<bigint, string>([[1n, '.']])
const numberOf = (name: string): bigint => {
  for (const [number, known] of names) if (known === name) return number
  names.set(BigInt(names.size + 1), name)
  return BigInt(names.size)
}
const pathOf = (node: bigint) => join(folder, names.get(node) ?? 'gone')

function attributes(node: bigint): Buffer {
  const { size, blocks, mtimeMs, mode } = fs.statSync(pathOf(node))
  const bytes = Buffer.alloc(88)
  for (const [at, value] of [Number(node), size, blocks].entries())
    bytes.writeBigUInt64LE(BigInt(value), at * 8)
  for (const at of [24, 32, 40]) bytes.writeBigUInt64LE(BigInt(Math.floor(mtimeMs / 1000)), at)
  for (const at of [48, 52, 56]) bytes.writeUInt32LE(Math.floor((mtimeMs % 1000) * 1e6), at)
  for (const [at, value] of [mode, 1, 0, 0, 0, 4096].entries()) bytes.writeUInt32LE(value, 60 + at * 4)
  return bytes
}
const entry = (node: bigint) => {
  const head = Buffer.alloc(40)
  head.writeBigUInt64LE(node, 0)
  return Buffer.concat([head, attributes(node)])
}
/** Descriptor and FOPEN_DIRECT_IO. */
const opened = (file: number) => {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(BigInt(file), 0)
  bytes.writeUInt32LE(1, 8)
  return bytes
}
const nameIn = (body: Buffer, from = 0) => body.toString('utf8', from, body.indexOf(0, from))
const whole = (node: bigint) => Buffer.concat([Buffer.alloc(16), attributes(node)])
const nothing = Buffer.alloc(0)

function answer(operation: number, node: bigint, body: Buffer): Buffer {
  switch (operation) {
    case 1: // LOOKUP
      fs.statSync(join(folder, nameIn(body)))
      return entry(numberOf(nameIn(body)))
    case 3: // GETATTR
      return whole(node)
    case 4: // SETATTR
      if (body.readUInt32LE(0) & 8) fs.truncateSync(pathOf(node), Number(body.readBigUInt64LE(16)))
      return whole(node)
    case 10: // UNLINK
      fs.unlinkSync(join(folder, nameIn(body)))
      return nothing
    case 14: // OPEN
      return opened(fs.openSync(pathOf(node), 'r+'))
    case 15: {
      const bytes = Buffer.alloc(body.readUInt32LE(16))
      const file = Number(body.readBigUInt64LE(0))
      return bytes.subarray(0, fs.readSync(file, bytes, 0, bytes.length, Number(body.readBigUInt64LE(8))))
    }
    case 16: {
      const size = body.readUInt32LE(16)
      const written = Buffer.alloc(8)
      const file = Number(body.readBigUInt64LE(0))
      written.writeUInt32LE(fs.writeSync(file, body, 40, size, Number(body.readBigUInt64LE(8))), 0)
      return written
    }
    case 17: {
      const bytes = Buffer.alloc(80)
      for (const at of [0, 8, 16, 24, 32]) bytes.writeBigUInt64LE(1_000_000n, at)
      for (const [at, value] of [4096, 255, 4096].entries()) bytes.writeUInt32LE(value, 40 + at * 4)
      return bytes
    }
    case 18: // RELEASE
      fs.closeSync(Number(body.readBigUInt64LE(0)))
      return nothing
    case 20: // FSYNC
    case 25: // FLUSH
    case 29: // RELEASEDIR
    case 30: // FSYNCDIR
      return nothing
    case 26: {
      const bytes = Buffer.alloc(64)
      for (const [at, value] of [7, 31, 65536, 0, 0, 65536, 1].entries()) bytes.writeUInt32LE(value, at * 4)
      return bytes
    }
    case 27: // OPENDIR
      return Buffer.alloc(16)
    case 28: // READDIR
      return nothing
    case 35: {
      const name = nameIn(body, 16)
      const file = fs.openSync(join(folder, name), 'wx+', 0o644)
      return Buffer.concat([entry(numberOf(name)), opened(file)])
    }
    default:
      throw Object.assign(new Error('ENOSYS'), { errno: -38 })
  }
}

const counts = new Map<number, number>()
const unanswered = [2, 36, 42]
const request = Buffer.alloc(65536 + 4096 + 80)
for (;;) {
  const length = fs.readSync(device, request)
  const operation = request.readUInt32LE(4)
  if (unanswered.includes(operation)) continue
  counts.set(operation, (counts.get(operation) ?? 0) + 1)
  const head = Buffer.alloc(16)
  let given: Buffer = nothing
  try {
    given = answer(operation, request.readBigUInt64LE(16), request.subarray(40, length))
  } catch (error) {
    head.writeInt32LE((error as { errno?: number }).errno ?? -5, 4)
  }
  head.writeUInt32LE(16 + given.length, 0)
  request.copy(head, 8, 8, 16)
  fs.writeSync(device, Buffer.concat([head, given]))
  if (`${operation}:${counts.get(operation)}` === stopAt) process.kill(process.pid, 'SIGSTOP')
}
