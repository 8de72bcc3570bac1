import { randomFillSync, randomInt } from 'node:crypto'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const RANDOM_BYTES = 6
const COUNT_MAX = 2 ** 26

/** Random bytes are fetched for many ids at once: fetching costs more than creating an id from them. */
const pool = Buffer.alloc(4096)
let used = pool.length
/** Starts at a random value, so that two processes do not count alike. */
let count = randomInt(COUNT_MAX)

/**
 * A new id: UUID v7, lower case, of the given time. The time is an argument because a merchant may live in a simulated time, which the
 * v7 of node:crypto would not follow. A 26-bit counter stands between the time and 48 random bits (RFC 9562, 6.2, method 1), so ids
 * that one process creates in one millisecond sort in the order of their creation.
 */
export function newId(now: Date): string {
  if (used + RANDOM_BYTES > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  count = (count + 1) % COUNT_MAX
  const bytes = timeAndCount(now, count)
  used += pool.copy(bytes, 10, used, used + RANDOM_BYTES)
  return format(bytes)
}

/** The smallest id that `newId` could return at the time: the lower bound of a list of ids. */
export function firstId(at: Date): string {
  return format(timeAndCount(at, 0))
}

/** The id that follows in their order. */
export function idAfter(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return format(Buffer.from(digits, 'hex'))
}

function timeAndCount(instant: Date, counter: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(instant.getTime(), 0, 6)
  bytes.writeUInt16BE(0x7000 | (counter >>> 14), 6)
  bytes.writeUInt16BE(0x8000 | (counter & 0x3fff), 8)
  return bytes
}

function format(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An id that no resource has. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The platform where it stands in place of an organization, as the owner of the operator's webhooks. No organization can have this id. */
export const PLATFORM_ID = '00000000-0000-8000-8000-000000000000'

/** Whether the text has the shape of an id, of any UUID version: imported ids are not all v7. */
export function isId(text: string): boolean {
  return ID.test(text)
}
