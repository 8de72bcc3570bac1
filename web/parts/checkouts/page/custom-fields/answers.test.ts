import { expect, test } from 'vitest'
import { answersOf, type CheckoutField, missingAnswers } from './answers.ts'

const fieldOf = (slug: string, type: string, required = false) => ({ required, customField: { slug, type } }) as unknown as CheckoutField

test('numbers are sent as numbers, boxes as they are, and nothing for what is empty', () => {
  const fields = [
    fieldOf('name', 'text'),
    fieldOf('seats', 'number'),
    fieldOf('note', 'text'),
    fieldOf('terms', 'checkbox'),
    fieldOf('odd', 'number'),
  ]
  const answers = { name: 'Ada', seats: ' 12 ', note: '  ', terms: false, odd: 'twelve' }
  expect(answersOf(fields, answers)).toEqual({ name: 'Ada', seats: 12, terms: false, odd: 'twelve' })
})

test('a required field needs a visible character, a required box a tick', () => {
  const fields = [fieldOf('name', 'text', true), fieldOf('terms', 'checkbox', true), fieldOf('note', 'text')]
  expect(missingAnswers(fields, { name: ' ', terms: false, note: '' })).toEqual(['name', 'terms'])
  expect(missingAnswers(fields, { name: 'Ada', terms: true, note: '' })).toEqual([])
})
