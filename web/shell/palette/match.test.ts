import { expect, test } from 'vitest'
import { marksOf, rankOf, ranks } from './match.ts'

test.each([
  ['products', { label: 'Products' }, ranks.whole],
  ['Prod', { label: 'Products' }, ranks.label],
  ['log aud', { label: 'Audit log' }, ranks.label],
  ['inês', { label: 'Ines Ferreira' }, ranks.label],
  ['uber', { label: 'Übersicht' }, ranks.label],
  ['samuel.g', { label: 'Samuel Green', note: 'samuel.green@example.test' }, ranks.keyword],
  ['nt-02', { label: 'Relay Team', note: 'NT-0215' }, ranks.keyword],
  ['hook', { label: 'Webhooks', keywords: 'events deliveries' }, null],
  ['deliv', { label: 'Webhooks', keywords: 'events deliveries' }, ranks.keyword],
  ['samuel', { label: 'General', keywords: 'name slug metadata' }, null],
  ['relay', { label: 'Roles', keywords: 'permissions rights may' }, null],
  ['products zebra', { label: 'Products' }, null],
])('%j finds %j with the rank %j', (query, entry, rank) => {
  expect(rankOf(query, entry)).toBe(rank)
})

const shown = (text: string, query: string) => marksOf(text, query).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))

test.each([
  ['Samuel Green', 'gr sam', '[Sam]uel [Gr]een'],
  ['Müller & Söhne', 'mull so', '[Müll]er & [Sö]hne'],
  ['samuel.green@example.test', 'samuel.gr', '[samuel.gr]een@example.test'],
  ['Straße', 'stras', 'Straße'],
  ['Orders', 'x', 'Orders'],
  ['Orders', '', 'Orders'],
])('in %j the query %j marks %j', (text, query, marked) => {
  expect(shown(text, query).join('')).toBe(marked)
})
