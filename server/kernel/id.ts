import { randomFillSync, randomInt } from 'node:crypto'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const CHANCE_BYTES = 6
const COUNT_MAX = 2 ** 26

/** Random bytes are fetched for many ids at once: fetching costs more than making an id of them. */
const pool = Buffer.alloc(4096)
let taken = pool.length
/** Begins anywhere, so that two processes do not count alike. */
let count = randomInt(COUNT_MAX)

/**
 * A new id: UUID v7, lower case, of the given instant. The instant is an argument because a merchant may live in a
 * simulated time, where node:crypto's own v7 would not follow. A count of 26 bits stands between the time and 48 bits of chance
 * (RFC 9562, 6.2, method 1): what one process makes in one millisecond is in the order in which it was made.
 */
export function newId(now: Date): string {
  if (taken + CHANCE_BYTES > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  count = (count + 1) % COUNT_MAX
  const bytes = begun(now, count)
  taken += pool.copy(bytes, 10, taken, taken + CHANCE_BYTES)
  return written(bytes)
}

/** The smallest id that `newId` could give at the instant: where a list of ids is to begin. */
export function firstId(at: Date): string {
  return written(begun(at, 0))
}

function begun(instant: Date, counted: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(instant.getTime(), 0, 6)
  bytes.writeUInt16BE(0x7000 | (counted >>> 14), 6)
  bytes.writeUInt16BE(0x8000 | (counted & 0x3fff), 8)
  return bytes
}

function written(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An id that nothing has. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Whether the text is shaped like an id, of any UUID version: imported ids are not all v7. */
export function isId(text: string): boolean {
  return ID.test(text)
}
