// The keys by which providers sign: fetched when they are needed, kept for a while, asked for again when a token names another.
import { type CryptoKey, createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import type { Platform } from '#platform/platform.ts'
import { type Exchange, NoAnswer } from './outbound.ts'

const KEPT_MS = 60 * 60 * 1000
/** Between two fetches for keys that are not there: whoever sends tokens with made-up key ids does not make us call. */
const COOLDOWN_MS = 30_000
const KEYS_MAX = 100
const SETS_MAX = 50
const RSA_BITS_MIN = 2048

interface KeptKeys {
  readonly keys: Promise<JSONWebKeySet>
  readonly fetchedAtMs: number
}

const kept = new WeakMap<Platform, Map<string, KeptKeys>>()

/** Where keys are, by what they are fetched, and when. */
export interface KeyPlace {
  readonly url: string
  readonly exchange: Exchange
  readonly now: Date
}

type Find = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

/** Finds the key of a token among those of a provider. Rejects with NoAnswer, with jose's errors, or for an RSA key under 2048 bits. */
export function keysOf(platform: Platform, place: KeyPlace): Find {
  return async (header, token) => {
    const find = async (maxAgeMs: number): Promise<CryptoKey> =>
      (await createLocalJWKSet(await keysAt(platform, place, maxAgeMs))(header, token)) as CryptoKey
    const key = await find(KEPT_MS).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return find(COOLDOWN_MS)
      throw error
    })
    const bits = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : undefined
    if (bits !== undefined && bits < RSA_BITS_MIN) throw new NoAnswer(`The token is signed by an RSA key of ${bits} bits.`)
    return key
  }
}

async function keysAt(platform: Platform, { url, exchange, now }: KeyPlace, maxAgeMs: number): Promise<JSONWebKeySet> {
  const sets = kept.get(platform) ?? new Map<string, KeptKeys>()
  kept.set(platform, sets)
  const known = sets.get(url)
  if (known && now.getTime() - known.fetchedAtMs < maxAgeMs) return known.keys
  const fetched: KeptKeys = { keys: fetchKeys(url, exchange), fetchedAtMs: now.getTime() }
  if (sets.size >= SETS_MAX) sets.clear()
  sets.set(url, fetched)
  // Whoever waits for the same keys shares the call; a failed one is not kept, and what was known stays.
  return fetched.keys.catch((error: unknown) => {
    if (sets.get(url) === fetched) {
      if (known) sets.set(url, known)
      else sets.delete(url)
    }
    throw error
  })
}

async function fetchKeys(url: string, exchange: Exchange): Promise<JSONWebKeySet> {
  const json = await exchange.askWell({ url })
  const keys = typeof json === 'object' && json !== null ? Reflect.get(json, 'keys') : undefined
  if (!Array.isArray(keys) || keys.length > KEYS_MAX) throw new NoAnswer(`${new URL(url).host} gave no keys.`)
  return { keys }
}
