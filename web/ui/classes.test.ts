import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { expect, test } from 'vitest'

const sheet = resolve('web/ui/main.css')
const findModule = createRequire(import.meta.url)
const source = readFileSync(sheet, 'utf8')
const design = await loadDesignSystem(source, {
  base: dirname(sheet),
  loadStylesheet: async (id, base) => {
    const path = id.startsWith('.') ? resolve(base, id) : findModule.resolve(id)
    return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
  },
})

/** Names that mark an element for others, and those that the sheet declares by hand. */
const marks = /^(group|peer)(\/[a-z-]+)?$/
const declared = new Set([...source.matchAll(/^ {2}\.([a-z-]+)/gm)].map((found) => found[1]))
const colour = /\[(?:[^\]]*[:,(_])?(#[0-9a-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\()/i

const files = globSync('web/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'))
const literals = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g

/** Lists of classes: what stands in `className="…"`, and every other text most of whose words are classes. */
function classLists(file: string): string[][] {
  const code = readFileSync(file, 'utf8')
  return [...code.matchAll(literals)].flatMap((found) => {
    const words = (found[1] ?? found[2] ?? found[3] ?? '')
      .replaceAll(/\$\{[^}]*\}/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '')
    const inAttribute = code.slice(0, found.index).endsWith('className=')
    const looksRight = words.length > 1 && words.filter(isClass).length > words.length / 2
    return inAttribute || looksRight ? [words] : []
  })
}

const known = new Map<string, boolean>()
function isClass(word: string): boolean {
  const before = known.get(word)
  if (before !== undefined) return before
  const yields = marks.test(word) || declared.has(word) || design.candidatesToCss([word])[0] !== null
  known.set(word, yields)
  return yields
}

const lists = files.map((file) => [file, classLists(file)] as const)

test('every class that is written yields CSS', () => {
  const silent = lists.flatMap(([file, words]) =>
    [...new Set(words.flat())].filter((word) => !isClass(word)).map((word) => `${file}: ${word}`),
  )
  expect(silent).toEqual([])
  expect(lists.flatMap(([, words]) => words.flat()).length).toBeGreaterThan(1000)
})

test('no class names a colour that is not a token', () => {
  const own = lists.flatMap(([file, words]) =>
    words
      .flat()
      .filter((word) => colour.test(word))
      .map((word) => `${file}: ${word}`),
  )
  expect(own).toEqual([])
  expect(['bg-[#fff]', 'text-[oklch(.5_.1_20)]', 'shadow-[0_0_0_1px_rgb(0_0_0)]'].every((word) => colour.test(word))).toBe(true)
})

test.each([
  'bg-gray-100',
  'bg-white',
  'text-sm',
  'font-bold',
  'rounded-lg',
  'shadow-lg',
  'max-w-lg',
  'animate-spin',
  'tracking-tight',
  'sm:flex',
])('the framework’s own %s is gone', (word) => {
  expect(isClass(word)).toBe(false)
})
