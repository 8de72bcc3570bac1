// The signing keys of providers: fetched when needed, cached, and fetched again when a token names an unknown key.
import { type CryptoKey, createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import type { Platform } from '#platform/platform.ts'
import { type ProviderHttp, UnusableResponseError } from './outbound.ts'

const CACHE_MS = 60 * 60 * 1000
/** The minimum time between two fetches for unknown keys: tokens with invented key ids do not cause requests. */
const COOLDOWN_MS = 30_000
const KEYS_MAX = 100
const SETS_MAX = 50
const RSA_BITS_MIN = 2048

interface CachedKeys {
  readonly keys: Promise<JSONWebKeySet>
  readonly fetchedAtMs: number
}

const caches = new WeakMap<Platform, Map<string, CachedKeys>>()

/** The URL of the keys, and the HTTP client and time of the fetch. */
export interface KeySource {
  readonly url: string
  readonly http: ProviderHttp
  readonly now: Date
}

type FindKey = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

/**
 * Finds the key of a token among the keys of a provider. Rejects with UnusableResponseError (also for an RSA key under 2048 bits)
 * or an error of jose.
 */
export function keysOf(platform: Platform, source: KeySource): FindKey {
  return async (header, token) => {
    const find = async (maxAgeMs: number): Promise<CryptoKey> =>
      (await createLocalJWKSet(await keysAt(platform, source, maxAgeMs))(header, token)) as CryptoKey
    const key = await find(CACHE_MS).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return find(COOLDOWN_MS)
      throw error
    })
    const bits = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : undefined
    if (bits !== undefined && bits < RSA_BITS_MIN) throw new UnusableResponseError(`The token is signed by an RSA key of ${bits} bits.`)
    return key
  }
}

async function keysAt(platform: Platform, { url, http, now }: KeySource, maxAgeMs: number): Promise<JSONWebKeySet> {
  const sets = caches.get(platform) ?? new Map<string, CachedKeys>()
  caches.set(platform, sets)
  const known = sets.get(url)
  if (known && now.getTime() - known.fetchedAtMs < maxAgeMs) return known.keys
  const fetched: CachedKeys = { keys: fetchKeys(url, http), fetchedAtMs: now.getTime() }
  if (sets.size >= SETS_MAX) sets.clear()
  sets.set(url, fetched)
  // Concurrent callers share the fetch. A failed fetch is not cached, and the previous keys stay.
  return fetched.keys.catch((error: unknown) => {
    if (sets.get(url) === fetched) {
      if (known) sets.set(url, known)
      else sets.delete(url)
    }
    throw error
  })
}

async function fetchKeys(url: string, http: ProviderHttp): Promise<JSONWebKeySet> {
  const json = await http.requestOk({ url })
  const keys = typeof json === 'object' && json !== null ? Reflect.get(json, 'keys') : undefined
  if (!Array.isArray(keys) || keys.length > KEYS_MAX) throw new UnusableResponseError(`${new URL(url).host} sent no keys.`)
  return { keys }
}
