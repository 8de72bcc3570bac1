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

/** Class names without CSS of their own (`group`, `peer`), and those that the style sheet declares itself. */
const markers = /^(group|peer)(\/[a-z-]+)?$/
const declared = new Set([...source.matchAll(/^ {2}\.([a-z-]+)/gm)].map((found) => found[1]))
const colour = /\[(?:[^\]]*[:,(_])?(#[0-9a-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\()/i

const files = globSync('web/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'))
const literals = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g

/** Lists of class names: the values of `className="…"`, and any other string that consists mostly of class names. */
function classLists(file: string): string[][] {
  const code = readFileSync(file, 'utf8')
  return [...code.matchAll(literals)].flatMap((found) => {
    const classNames = (found[1] ?? found[2] ?? found[3] ?? '')
      .replaceAll(/\$\{[^}]*\}/g, ' ')
      .split(/\s+/)
      .filter((className) => className !== '')
    const inAttribute = code.slice(0, found.index).endsWith('className=')
    const looksRight = classNames.length > 1 && classNames.filter(isClass).length > classNames.length / 2
    return inAttribute || looksRight ? [classNames] : []
  })
}

const known = new Map<string, boolean>()
function isClass(className: string): boolean {
  const before = known.get(className)
  if (before !== undefined) return before
  const yields = markers.test(className) || declared.has(className) || design.candidatesToCss([className])[0] !== null
  known.set(className, yields)
  return yields
}

const lists = files.map((file) => [file, classLists(file)] as const)

test('every class name in the source yields CSS', () => {
  const silent = lists.flatMap(([file, classNames]) =>
    [...new Set(classNames.flat())].filter((className) => !isClass(className)).map((className) => `${file}: ${className}`),
  )
  expect(silent).toEqual([])
  expect(lists.flatMap(([, classNames]) => classNames.flat()).length).toBeGreaterThan(1000)
})

test('no class name contains an arbitrary colour', () => {
  const own = lists.flatMap(([file, classNames]) =>
    classNames
      .flat()
      .filter((className) => colour.test(className))
      .map((className) => `${file}: ${className}`),
  )
  expect(own).toEqual([])
  expect(['bg-[#fff]', 'text-[oklch(.5_.1_20)]', 'shadow-[0_0_0_1px_rgb(0_0_0)]'].every((className) => colour.test(className))).toBe(true)
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
])('the default Tailwind class %s yields no CSS', (className) => {
  expect(isClass(className)).toBe(false)
})
