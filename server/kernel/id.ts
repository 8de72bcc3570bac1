import { randomFillSync } from 'node:crypto'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Random bytes are fetched for many ids at once: fetching costs more than making an id of them. */
const pool = Buffer.alloc(4096)
let taken = pool.length

function pooled(size: number): Uint8Array {
  if (taken + size > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += size
  return pool.subarray(taken - size, taken)
}

/**
 * A new id: UUID v7, lower case, of the given instant. The instant is an argument because a merchant may live in a
 * simulated time, where node:crypto's own v7 would not follow. Within one millisecond the order is random.
 */
export function newId(now: Date, random: (size: number) => Uint8Array = pooled): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.set(random(10), 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An id that nothing has. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Whether the text is shaped like an id, of any UUID version: imported ids are not all v7. */
export function isId(text: string): boolean {
  return ID.test(text)
}
