import { expect, test } from 'vitest'
import { newSecret } from './secret.ts'

test('a secret is whsec_ and 32 random bytes in base64', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(newSecret()).not.toBe(secret)
})
