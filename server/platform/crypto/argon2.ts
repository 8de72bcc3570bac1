import { scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { lowerHashingPriority } from './hashing-priority.ts'
import type { PasswordCheck, Passwords } from './passwords.ts'
import { boundedQueue, type QueueBounds } from './queue.ts'

const ARGON2ID: Algorithm = 2
/** As OWASP asks for it: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PRESENT_FORM = '$argon2id$v=19$m=19456,t=2,p=1$'
/** Nobody's password: checked where there is no account, so that the answer takes as long. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$/MIkp4aJYKDwSFDqtNb4NA$gRS2/eai6Ky6rOs3TuWPSLfMuZNAh222QP+dGdGKOA0'
/** The `salt:key` form of imported accounts: 16 and 64 bytes in hex, the hex text of the salt being the salt. */
const IMPORTED = /^([0-9a-f]{32}):([0-9a-f]{128})$/
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const SCRYPT_BYTES = 64
const NOBODY_IMPORTED = { salt: '0'.repeat(32), key: '0'.repeat(128) }

/**
 * Units of a password beyond which it is nobody's: the longest that a setting allows has half as many. What accents do to a letter is put
 * into order in a time that grows with their square, so that a megabyte of them would stop the server for a minute.
 */
const LONGEST = 4096
const NO_MATCH: PasswordCheck = { matches: false, isOutdated: false }

const WAITING_MAX = 256
const WAIT_MAX_MS = 5000

/** Passwords by argon2id; one core is left for everything else, and the queue refuses with 503 what it cannot reach in time. */
export function createPasswords(bounds: Partial<QueueBounds> = {}): Passwords {
  const inTurn = boundedQueue({ atOnce: Math.max(1, availableParallelism() - 1), waiting: WAITING_MAX, waitMs: WAIT_MAX_MS, ...bounds })
  let gaveWay = false
  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(() => {
      const working = work()
      // The first one has begun the threads.
      if (!gaveWay) lowerHashingPriority()
      gaveWay = true
      return working
    })
  // Once one imported password was met, every check that fails costs what one of them does: else the time would tell which
  // addresses were imported.
  let meetsImported = false
  return {
    hash: (password) => queued(() => hash(password.normalize('NFKC'), PARAMETERS)),
    verify: (password, stored) =>
      queued(async () => {
        const isTooLong = password.length > LONGEST
        const text = isTooLong ? '' : password.normalize('NFKC')
        const isImported = IMPORTED.test(stored ?? '')
        meetsImported ||= isImported
        const checked = await check(text, stored)
        if (!checked.matches && isImported) await verify(NOBODY, text)
        if (!checked.matches && !isImported && meetsImported) await isScryptOf(text, NOBODY_IMPORTED.salt, NOBODY_IMPORTED.key)
        return isTooLong ? NO_MATCH : checked
      }),
  }
}

async function check(password: string, stored: string | null): Promise<PasswordCheck> {
  const [, salt, key] = IMPORTED.exec(stored ?? '') ?? []
  if (salt && key) return { matches: await isScryptOf(password, salt, key), isOutdated: true }
  if (stored?.startsWith('$argon2')) return { matches: await verify(stored, password), isOutdated: !stored.startsWith(PRESENT_FORM) }
  await verify(NOBODY, password)
  return NO_MATCH
}

function isScryptOf(password: string, salt: string, key: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  scrypt(password, salt, SCRYPT_BYTES, SCRYPT, (error, made) => {
    if (error) reject(error)
    else resolve(timingSafeEqual(made, Buffer.from(key, 'hex')))
  })
  return promise
}
