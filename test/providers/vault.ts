// What the real provider keeps: its rows for as long as the test runs, and the keys with which it signs.
import { generateKeyPairSync } from 'node:crypto'
import type { Adapter, AdapterFactory, AdapterPayload, JWK } from 'oidc-provider'

/** Rows of one provider, in a map. */
export function keptInMemory(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>()
  return (kind: string): Adapter => {
    const keyOf = (id: string) => `${kind} ${id}`
    const where = (field: 'uid' | 'userCode', value: string) =>
      [...rows].find(([key, row]) => key.startsWith(`${kind} `) && row[field] === value)?.[1]
    return {
      upsert: async (id, row) => void rows.set(keyOf(id), row),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: async (uid) => where('uid', uid),
      findByUserCode: async (userCode) => where('userCode', userCode),
      consume: async (id) => void Object.assign(rows.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void rows.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}

/** A key that signs by an algorithm. */
export function published(algorithm: 'RS256' | 'ES256'): JWK {
  const pair =
    algorithm === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...pair.privateKey.export({ format: 'jwk' }), kid: algorithm, alg: algorithm, use: 'sig' } as JWK
}
