import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSecret, newSecret } from './secret.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'guildhall-secret-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('a secret is made once, kept for its owner alone, and the same from then on', () => {
  const place = join(directory, 'new')
  const secret = keptSecret(place)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(keptSecret(place)).toBe(secret)
  expect(statSync(join(place, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(place)).toEqual(['secret'])
})

test('two secrets differ', () => {
  expect(newSecret()).not.toBe(newSecret())
})

test('a damaged secret is not replaced: that would sign everybody out unasked', () => {
  writeFileSync(join(directory, 'secret'), 'short')
  expect(() => keptSecret(directory)).toThrow('holds no usable secret')
})
