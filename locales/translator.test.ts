import { expect, expectTypeOf, test } from 'vitest'
import { flatten } from './flatten.ts'
import { buyerMessages, languages } from './index.ts'
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

test('a message contains its values, and a value is never read as a pattern', () => {
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

test('a missing plural form falls back to the general form', () => {
  expect(translator<{ a_one: 'one'; a_other: 'others' }>('pl', { a_other: 'inne {{count}}' })('a', { count: 3 })).toBe('inne 3')
})

test('a key that is known only at run time is looked up exactly', () => {
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
  // @ts-expect-error the message has no such placeholder
  t('hello', { nam: 'x' })
  // @ts-expect-error a plural needs its count
  t('file')
  // @ts-expect-error a language must have every key
  const incomplete: Messages<typeof english> = { hello: '', plain: '', file_other: '' }
  expect(incomplete).toBeDefined()
  expectTypeOf(t('plain')).toBeString()
})

const placeholders = (message: string) => [...message.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()
const plural = /^(.*)_(zero|one|two|few|many|other)$/

test.each<[code: string, messages: object]>([...Object.entries(buyerMessages), ...Object.entries(languages)])(
  '%s has every plural form that its grammar requires, with the placeholders of English',
  (code, messages) => {
    const translated = new Map(flatten(messages))
    const english = new Map(flatten(languages.en))
    for (const [key, message] of translated) {
      const base = plural.exec(key)?.[1]
      expect([key, placeholders(message)]).toEqual([key, placeholders(english.get(base === undefined ? key : `${base}_other`) ?? '')])
      if (base === undefined) continue
      for (const form of new Intl.PluralRules(code).resolvedOptions().pluralCategories)
        expect(translated.has(`${base}_${form}`), `${base}_${form}`).toBe(true)
    }
  },
)
