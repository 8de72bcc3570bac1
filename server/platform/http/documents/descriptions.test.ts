import { expect, test } from 'vitest'
import { sentenceFor } from './descriptions.ts'

const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] }
const text = { type: 'string' }

test.each([
  ['When it ends, in UTC; null: never.', text, 'When it ends, in UTC.'],
  ['When it ends, in UTC; null: never.', nullable, 'When it ends, in UTC; null: never.'],
  ['When it ends, in UTC; null: never.', { type: ['string', 'null'] }, 'When it ends, in UTC; null: never.'],
  ['The price; null: none.', { $ref: '#/components/schemas/Id' }, 'The price.'],
  ['When it was last used, in UTC; null: never. It may lag by a minute.', text, 'When it was last used, in UTC. It may lag by a minute.'],
  ['Seconds, or a duration: `P90D`. Null: never.', text, 'Seconds, or a duration: `P90D`.'],
  ['The address of its picture; null without one.', text, 'The address of its picture.'],
  ['Null where it is sealed.', {}, 'Null where it is sealed.'],
])('%s of a field with the schema %j says %s', (sentence, schema, expected) => {
  expect(sentenceFor(sentence, schema)).toBe(expected)
})
