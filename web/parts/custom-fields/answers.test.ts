import { expect, test } from 'vitest'
import { type AnsweredField, answerRows } from './answers.ts'

const words = { locale: 'en', yes: 'Yes', no: 'No' }
const field = (slug: string, type: AnsweredField['type'], options: AnsweredField['options'] = []): AnsweredField => ({
  slug,
  name: `Name of ${slug}`,
  type,
  options,
})

test.each([
  ['text', 'Acme', 'Acme'],
  ['number', 12_500, '12,500'],
  ['checkbox', true, 'Yes'],
  ['checkbox', false, 'No'],
  ['date', '2026-05-31', 'May 31, 2026'],
  ['date', 'soon', 'soon'],
  ['select', 's', 'Small'],
  ['select', 'removed', 'removed'],
] as const)('an answer to a field of type %s that is %j is shown as %s', (type, value, text) => {
  const fields = [field('it', type, type === 'select' ? [{ value: 's', label: 'Small' }] : [])]
  expect(answerRows({ it: value }, fields, words)).toEqual([['Name of it', text]])
})

test('answers come in the order of the fields, without what was not answered', () => {
  const fields = [field('size', 'text'), field('note', 'text'), field('company', 'text')]
  expect(answerRows({ company: 'Acme', note: null, size: 'L' }, fields, words).map(([name]) => name)).toEqual([
    'Name of size',
    'Name of company',
  ])
})

test('fields of the same name have their slugs beside it', () => {
  const fields = [field('a', 'text'), field('b', 'text')].map((each) => ({ ...each, name: 'Size' }))
  expect(answerRows({ a: 'S', b: 'M' }, fields, words)).toEqual([
    ['Size (a)', 'S'],
    ['Size (b)', 'M'],
  ])
})

test('an answer whose field was deleted comes last, named by its slug', () => {
  expect(answerRows({ old: 'kept', company: 'Acme' }, [field('company', 'text')], words)).toEqual([
    ['Name of company', 'Acme'],
    ['old', 'kept'],
  ])
})
