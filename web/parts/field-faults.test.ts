import { expect, test } from 'vitest'
import type { CallError, FieldFault } from '#client/index.ts'
import { faultAt, faultText, formFaultText } from './field-faults.ts'

const fault = (type: string, ctx: FieldFault['ctx'] = {}): FieldFault => ({ path: 'a', message: 'Input of the server', type, ctx })
const refusal = (code: string, ...paths: string[]) =>
  ({ code, status: 422, message: '', fields: paths.map((path) => ({ ...fault('missing'), path })) }) as unknown as CallError

test.each([
  [fault('missing'), 'Fill in this field.'],
  [fault('string_too_long', { max_length: 1 }), 'Enter at most 1 character.'],
  [fault('string_too_short', { min_length: 3 }), 'Enter at least 3 characters.'],
  [fault('greater_than_equal', { ge: 1800 }), 'The minimum is 1,800.'],
  [fault('url_parsing'), 'Enter a full URL, such as https://example.com.'],
])('the problem %j has a message of its type', (problem, text) => {
  expect(faultText(problem)).toBe(text)
})

test.each(['a_new_type', 'value_error', 'constructor', 'elsewhere', ''])(
  'a problem of the type %j never shows the sentence of the server',
  (type) => {
    expect(faultText(fault(type))).toBe('This value isn’t valid.')
    expect(faultText(fault(type), { other: 'Choose another one.' })).toBe('Choose another one.')
  },
)

test('the message of a field takes precedence over the general message of the type', () => {
  expect(faultText(fault('url_parsing'), { url_parsing: 'Enter the URL of your server.' })).toBe('Enter the URL of your server.')
})

test('a problem inside a field is found at the field', () => {
  const error = refusal('RequestValidationError', 'urls', 'url.0.host')
  expect(faultAt(error, 'url')?.path).toBe('url.0.host')
  expect(faultAt(error, 'name')).toBeUndefined()
  expect(faultAt(null, 'url')).toBeUndefined()
})

test('a validation error outside the fields of the form does not point at highlighted fields', () => {
  expect(formFaultText(refusal('RequestValidationError', 'medias'))).toBe('The request wasn’t accepted. Reload the page and try again.')
  expect(formFaultText(refusal('NotPermitted'))).toBe('Your role doesn’t allow this. Ask an owner or admin.')
})
