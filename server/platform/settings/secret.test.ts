import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSecret, storedSecret } from './secret.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'guildhall-secret-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('a secret is created once, readable by its owner only, and the same on every later call', () => {
  const dataDirectory = join(directory, 'new')
  const secret = storedSecret(dataDirectory)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(storedSecret(dataDirectory)).toBe(secret)
  expect(statSync(join(dataDirectory, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDirectory)).toEqual(['secret'])
})

test('two new secrets differ', () => {
  expect(newSecret()).not.toBe(newSecret())
})

test('a damaged secret is not replaced, because that would sign out every user', () => {
  writeFileSync(join(directory, 'secret'), 'short')
  expect(() => storedSecret(directory)).toThrow('contains no usable secret')
})
