// The storage of the real provider: its rows in memory, and its signing keys.
import { generateKeyPairSync } from 'node:crypto'
import type { Adapter, AdapterFactory, AdapterPayload, JWK } from 'oidc-provider'

/** Creates an adapter that stores the rows of one provider in memory. */
export function memoryAdapter(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>()
  return (kind: string): Adapter => {
    const keyOf = (id: string) => `${kind} ${id}`
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      [...rows].find(([key, row]) => key.startsWith(`${kind} `) && row[field] === value)?.[1]
    return {
      upsert: async (id, row) => void rows.set(keyOf(id), row),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      consume: async (id) => void Object.assign(rows.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void rows.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}

/** Generates a private signing key for the algorithm. */
export function signingJwk(algorithm: 'RS256' | 'ES256'): JWK {
  const pair =
    algorithm === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...pair.privateKey.export({ format: 'jwk' }), kid: algorithm, alg: algorithm, use: 'sig' } as JWK
}
