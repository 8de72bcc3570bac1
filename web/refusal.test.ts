import { expect, test } from 'vitest'
import { errorText } from './refusal.ts'

const ofServer = { status: 400, message: 'The sentence of the server', requestId: 'req_1' }

test('the message of an unknown code quotes the code and the request ID, and never the sentence of the server', () => {
  const text = errorText({ ...ofServer, code: 'A_NEW_CODE' })
  expect(text).toContain('A_NEW_CODE, req_1')
  expect(text).not.toContain(ofServer.message)
  expect(errorText({ ...ofServer, code: 'A_NEW_CODE', requestId: null })).toMatch(/: A_NEW_CODE\.$/)
})

test('a known code has a message of its own, and a failure of the server the general one', () => {
  expect(errorText({ ...ofServer, code: 'INVALID_EMAIL' })).toBe('Enter a valid e-mail address.')
  expect(errorText({ ...ofServer, status: 500, code: 'Broken' })).toMatch(/^Something went wrong on our side/)
})
