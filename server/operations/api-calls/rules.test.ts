import { expect, test } from 'vitest'
import { CallQueue, CONTENTS_MAXIMUM, QUEUE_MAXIMUM } from './call-queue.ts'
import type { ApiCall } from './model.ts'
import { errorOf, recordedPath } from './rules.ts'

const ID = '019A2F3C-7B5E-7C40-9A51-3F0D8E6B1C22'

test('a path is recorded with its ids, and without other parameters', () => {
  expect(recordedPath('/v1/products/', {})).toBe('/v1/products/')
  expect(recordedPath('/v1/products/:id', { id: ID })).toBe(`/v1/products/${ID.toLowerCase()}`)
  expect(recordedPath('/v1/customers/external/:external_id', { external_id: 'anna@example.com' })).toBe(
    '/v1/customers/external/{external_id}',
  )
})

test('the error of an answer is its code and its detail as one text', () => {
  expect(errorOf(200, '{"error":"no","detail":"no"}')).toEqual({ error: null, errorDetail: null })
  expect(errorOf(404, '{"error":"ResourceNotFound","detail":"Not found"}')).toEqual({ error: 'ResourceNotFound', errorDetail: 'Not found' })
  const detail = [
    { loc: ['body', 'email'], msg: 'Not an email', type: 'x' },
    { loc: ['body', 'name'], msg: 'Field required', type: 'y' },
  ]
  expect(errorOf(422, JSON.stringify({ error: 'RequestValidationError', detail }))).toEqual({
    error: 'RequestValidationError',
    errorDetail: 'body.email: Not an email. body.name: Field required.',
  })
  expect(errorOf(500, '<html>')).toEqual({ error: null, errorDetail: null })
  expect(errorOf(400, JSON.stringify({ error: 'x', detail: 'a'.repeat(5000) })).errorDetail).toHaveLength(500)
})

test('a queue holds a bounded number of calls and of contents, and counts what it drops by organization', () => {
  const queue = new CallQueue()
  const content = { query: {}, requestBody: null, answer: '' }
  const call = (organizationId: string) => ({ organizationId }) as ApiCall
  for (let at = 0; at < QUEUE_MAXIMUM; at += 1) queue.add({ call: call('a'), content })
  for (const organization of ['a', 'b', 'b']) queue.add({ call: call(organization), content: undefined })
  const { calls, drops } = queue.take()
  expect([calls.length, calls.filter((each) => each.content).length]).toEqual([QUEUE_MAXIMUM, CONTENTS_MAXIMUM])
  expect([...drops]).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect([queue.isEmpty(), queue.take().calls]).toEqual([true, []])
})
