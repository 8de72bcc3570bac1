import { expect, expectTypeOf, test } from 'vitest'
import { languages } from './index.ts'
import { type Messages, translator } from './translator.ts'

const english = {
  hello: 'Hello {{name}}',
  plain: 'Plain',
  file_one: '{{count}} file',
  file_other: '{{count}} files',
  deep: { er: 'Deeper: {{thing}}' },
} as const

const polish: Messages<typeof english> = {
  hello: 'Cześć {{name}}',
  plain: 'Zwykły',
  file_one: '{{count}} plik',
  file_few: '{{count}} pliki',
  file_many: '{{count}} plików',
  file_other: '{{count}} pliku',
  deep: { er: 'Głębiej: {{thing}}' },
}

test('a sentence carries its values, and a value is never read as a pattern', () => {
  const t = translator('en', english)
  expect(t('hello', { name: 'Ada $& {{thing}}' })).toBe('Hello Ada $& {{thing}}')
  expect(t('deep.er', { thing: 'well' })).toBe('Deeper: well')
  expect(t('plain')).toBe('Plain')
})

test('each language uses its own plural categories and its own digits', () => {
  const t = translator<typeof english>('pl', polish)
  expect([1, 3, 5, 1.5].map((count) => t('file', { count }))).toEqual(['1 plik', '3 pliki', '5 plików', '1,5 pliku'])
  expect(translator('en', english)('file', { count: 12345 })).toBe('12,345 files')
})

test('a form that a language lacks falls back to the general one', () => {
  expect(translator<{ a_one: 'one'; a_other: 'others' }>('pl', { a_other: 'inne {{count}}' })('a', { count: 3 })).toBe('inne 3')
})

test('a key known only at run time is looked up without a guess', () => {
  const { find } = translator('en', english)
  expect(find('plain')).toBe('Plain')
  expect(find('toString')).toBeUndefined()
  expect(find('deep')).toBeUndefined()
})

test('wrong keys and values do not compile', () => {
  const t = translator('en', english)
  // @ts-expect-error no such key
  t('helo')
  // @ts-expect-error the value is missing
  t('hello')
  // @ts-expect-error a value that the sentence does not name
  t('hello', { nam: 'x' })
  // @ts-expect-error a plural needs its count
  t('file')
  // @ts-expect-error a language must hold every key
  const incomplete: Messages<typeof english> = { hello: '', plain: '', file_other: '' }
  expect(incomplete).toBeDefined()
  expectTypeOf(t('plain')).toBeString()
})

/** Every sentence of a tree with its dotted key. */
function flatten(tree: object, path = ''): [key: string, sentence: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value as object, `${path}${key}.`),
  )
}
const names = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]).sort()
const plural = /^(.*)_(zero|one|two|few|many|other)$/

test.each(Object.entries(languages))('%s has every plural form that its grammar asks for, with the values of English', (code, words) => {
  const sentences = new Map(flatten(words))
  const english = new Map(flatten(languages.en))
  for (const [key, sentence] of sentences) {
    const base = plural.exec(key)?.[1]
    expect([key, names(sentence)]).toEqual([key, names(english.get(base === undefined ? key : `${base}_other`) ?? '')])
    if (base === undefined) continue
    for (const form of new Intl.PluralRules(code).resolvedOptions().pluralCategories)
      expect(sentences.has(`${base}_${form}`), `${base}_${form}`).toBe(true)
  }
})
