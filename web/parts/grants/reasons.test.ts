import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reasonKey, reasonKeys } from './reasons.ts'

const ADAPTERS = 'server/merchant/linked-accounts/adapters'
/** The files whose outcomes are those of grants; the others authorize accounts. */
const FILES = ['discord/discord.ts', 'github/github.ts', 'github/app-tokens.ts', 'customer-access.ts', 'access.ts']
const SENTENCE = /(?:permanent|actionRequired|transient)\('([^']+)'\)/g

test('every fixed sentence about a grant has a message', () => {
  const sentences = FILES.flatMap((file) =>
    [...readFileSync(`${ADAPTERS}/${file}`, 'utf8').matchAll(SENTENCE)].map(([, text]) => text ?? ''),
  )
  expect(sentences.length).toBeGreaterThan(10)
  expect(sentences.filter((text) => reasonKey(text) === undefined)).toEqual([])
})

test('a sentence with a detail of its own stays as it is', () => {
  expect([reasonKey('Discord answered 503.'), reasonKey('constructor')]).toEqual([undefined, undefined])
  expect(new Set(Object.values(reasonKeys)).size).toBe(Object.keys(reasonKeys).length)
})
