import { scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { lowerHashingPriority } from './hashing-priority.ts'
import type { PasswordCheck, PasswordHasher, Passwords } from './passwords.ts'
import { boundedQueue, type QueueBounds } from './queue.ts'

const ARGON2ID: Algorithm = 2
/** The cost of one hash: KiB of memory, and passes over it. */
export interface HashingCost {
  readonly memoryCost: number
  readonly timeCost: number
}
/** The OWASP recommendation: 19 MiB, two passes, one lane. */
const COST: HashingCost = { memoryCost: 19_456, timeCost: 2 }
/** The text that follows the format of a hash that matches no password. */
const DUMMY = '/MIkp4aJYKDwSFDqtNb4NA$gRS2/eai6Ky6rOs3TuWPSLfMuZNAh222QP+dGdGKOA0'
/** The `salt:key` format of imported accounts: 16 and 64 bytes in hex; the hex text of the salt is the salt. */
const IMPORTED = /^([0-9a-f]{32}):([0-9a-f]{128})$/
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const SCRYPT_BYTES = 64
const DUMMY_IMPORTED = { salt: '0'.repeat(32), key: '0'.repeat(128) }

/**
 * UTF-16 units beyond which a password never matches: twice the longest that a setting allows. Normalizing accents takes time that
 * grows with the square of their number, so a megabyte of them would stop the server for a minute.
 */
const LENGTH_MAX = 4096
const NO_MATCH: PasswordCheck = { matches: false, isOutdated: false }

const WAITING_MAX = 256
const WAIT_MAX_MS = 5000

/**
 * Hashes passwords with argon2id. One core stays free for everything else. The queue refuses with 503 if it is full or a call waits
 * too long. A lower `cost` is for tests of other subjects.
 */
export function createPasswords(bounds: Partial<QueueBounds> = {}, cost: HashingCost = COST): Passwords {
  const enqueue = boundedQueue({ atOnce: Math.max(1, availableParallelism() - 1), waiting: WAITING_MAX, waitMs: WAIT_MAX_MS, ...bounds })
  const hashing = createHashing(cost)
  return {
    inTurn: (work) => enqueue(() => work(hashing)),
    hash: (password) => enqueue(() => hashing.hash(password)),
    verify: (password, stored) => enqueue(() => hashing.verify(password, stored)),
  }
}

function createHashing(cost: HashingCost): PasswordHasher {
  const parameters = { algorithm: ARGON2ID, ...cost, parallelism: 1 }
  const format = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`
  // Verified if there is no account, so that the response takes as long.
  const dummy = format + DUMMY
  let hasLoweredPriority = false
  const lowered = <T>(working: Promise<T>): Promise<T> => {
    // The first hash has started the threads.
    if (!hasLoweredPriority) lowerHashingPriority()
    hasLoweredPriority = true
    return working
  }
  // After the first imported password, every failing check costs as much as a check of one: otherwise the response time would reveal
  // which accounts were imported.
  let hasSeenImported = false
  return {
    hash: (password) => lowered(hash(password.normalize('NFKC'), parameters)),
    verify: async (password, stored) => {
      const isTooLong = password.length > LENGTH_MAX
      const text = isTooLong ? '' : password.normalize('NFKC')
      const isImported = IMPORTED.test(stored ?? '')
      hasSeenImported ||= isImported
      const checked = await lowered(check(text, stored, { format, dummy }))
      if (!checked.matches && isImported) await verify(dummy, text)
      if (!checked.matches && !isImported && hasSeenImported) await isScryptOf(text, DUMMY_IMPORTED.salt, DUMMY_IMPORTED.key)
      return isTooLong ? NO_MATCH : checked
    },
  }
}

interface Hashes {
  /** The beginning of a current hash. */
  readonly format: string
  readonly dummy: string
}

async function check(password: string, stored: string | null, { format, dummy }: Hashes): Promise<PasswordCheck> {
  const [, salt, key] = IMPORTED.exec(stored ?? '') ?? []
  if (salt && key) return { matches: await isScryptOf(password, salt, key), isOutdated: true }
  if (stored?.startsWith('$argon2')) return { matches: await verify(stored, password), isOutdated: !stored.startsWith(format) }
  await verify(dummy, password)
  return NO_MATCH
}

function isScryptOf(password: string, salt: string, key: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  scrypt(password, salt, SCRYPT_BYTES, SCRYPT, (error, derived) => {
    if (error) reject(error)
    else resolve(timingSafeEqual(derived, Buffer.from(key, 'hex')))
  })
  return promise
}
