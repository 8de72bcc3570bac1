import { expect, test } from 'vitest'
import type { CallError, FieldFault } from '#client/index.ts'
import { faultsOfRefusal, faultText } from './field-faults.ts'

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

test('a problem at a field, or inside it, belongs to the field', () => {
  const { faults, form } = faultsOfRefusal(refusal('RequestValidationError', 'urls', 'url.0.host'), ['url', 'name'], {})
  expect(faults).toEqual({ url: 'Fill in this field.' })
  expect(form).toBeUndefined()
})

test('a path of the request may have a field of another name, and a field messages of its own', () => {
  const table = { paths: { customer_email: 'email' }, texts: { email: { missing: 'Enter an e-mail address.' } } } as const
  expect(faultsOfRefusal(refusal('RequestValidationError', 'customer_email'), ['email'], table).faults).toEqual({
    email: 'Enter an e-mail address.',
  })
})

test('a code may mean a field', () => {
  const table = { codes: { SLUG_IS_TAKEN: 'slug' } } as const
  expect(faultsOfRefusal(refusal('SLUG_IS_TAKEN'), ['slug'], table).faults).toEqual({ slug: 'This URL is taken. Choose another.' })
  expect(faultsOfRefusal(refusal('constructor'), ['slug'], table).faults).toEqual({})
})

test('a validation error outside the fields of the form does not point at highlighted fields', () => {
  const ofForm = (error: CallError) => faultsOfRefusal(error, ['name'], {}).form
  expect(ofForm(refusal('RequestValidationError', 'medias'))).toBe('The request wasn’t accepted. Reload the page and try again.')
  expect(ofForm(refusal('NotPermitted'))).toBe('Your role doesn’t allow this. Ask an owner or admin.')
})

test('an unknown code never shows the sentence of the server', () => {
  const { form } = faultsOfRefusal({ ...refusal('A_NEW_CODE'), message: 'Input of the server' }, ['name'], {})
  expect(form).toContain('A_NEW_CODE')
  expect(form).not.toContain('Input of the server')
})
