import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Comments name rules by their codes: `rule P3`, `rules M3, X3`, `behaviours Y5 and Y6`, `rules P1 to P10`. */
const NAMED = /\b(?:rules?|behaviours?) ([A-Z]\d{1,2}(?:(?:, | and |, and | to )[A-Z]\d{1,2})*)/g
const CODE = '{server,web,client,emails,locales,scripts,test,bench}/**/*.{ts,tsx,sql}'
/** A path of this repository in the text of a recipe; what stands for a name has pointed brackets or an ellipsis. */
const PATH = /`((?:server|web|client|emails|locales|scripts|test|docs|bench)\/[\w./-]+)`/g

const text = readFileSync('docs/billing-rules.md', 'utf8')
const stated = [...text.matchAll(/^- <a id="(\w+)"><\/a>\*\*(\w+)\*\* \S/gm)].map(([, anchor, code]) => ({ anchor, code }))

test('each rule of billing is stated once, at an anchor of its code', () => {
  expect(stated.filter(({ anchor, code }) => anchor !== code?.toLowerCase())).toEqual([])
  expect(new Set(stated.map(({ code }) => code)).size).toBe(stated.length)
  expect(text.match(/<a id=/g)).toHaveLength(stated.length)
})

test('each rule that the code names is stated', () => {
  const codes = new Set(stated.map(({ code }) => code))
  const named = globSync(CODE).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NAMED)].flatMap(([, list = '']) =>
      (list.match(/[A-Z]\d+/g) ?? []).map((code) => ({ file, code })),
    ),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(({ code }) => !codes.has(code)).map(({ file, code }) => `${file}: ${code}`)).toEqual([])
})

test('each path that a recipe names exists', () => {
  const missing = globSync('docs/recipes/*.md').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(PATH)].flatMap(([, path = '']) => (existsSync(path) ? [] : [`${file}: ${path}`])),
  )
  expect(missing).toEqual([])
})
