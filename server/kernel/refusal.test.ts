import { expect, test } from 'vitest'
import { codeOf, defineRefusals, invalid, Refusal, refuse, refuseProblems, refuseWhen, ValidationRefusal, valueProblem } from './refusal.ts'

const refusals = defineRefusals({
  NotOpenCheckout: { status: 403, sentence: 'The checkout is not open.' },
  lastAccount: { status: 400, sentence: "You can't unlink your last account" },
  banned: { status: 403, sentence: 'You have been banned.', code: 'BANNED_USER' },
})

test.each([
  ["You can't unlink your last account", 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT'],
  ['Session expired. Re-authenticate to perform this action.', 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION'],
  ['Provider x is not supported.', 'PROVIDER_X_IS_NOT_SUPPORTED'],
])('the code of "%s" is %s', (sentence, code) => {
  expect(codeOf(sentence)).toBe(code)
})

test('a table fills in its codes: the key for /v1, the sentence for the auth API, or the explicit code', () => {
  expect(Object.values(refusals).map((entry) => entry.code)).toEqual([
    'NotOpenCheckout',
    'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT',
    'BANNED_USER',
  ])
})

test('a refusal carries code, status and sentence, and the details of the call override them', () => {
  const caught = catchRefusal(() => refuse(refusals.NotOpenCheckout, { detail: 'It is expired.', loc: ['path', 'id'], extra: { a: 1 } }))
  expect(caught).toMatchObject({ code: 'NotOpenCheckout', status: 403, sentence: 'It is expired.', loc: ['path', 'id'], extra: { a: 1 } })
})

test('refuseWhen and refuseProblems throw only if there is something to refuse', () => {
  refuseWhen(false, refusals.banned)
  refuseProblems([])
  expect(() => refuseWhen(true, refusals.banned)).toThrow('You have been banned.')
})

test('all problems of an input are reported at once, as 422', () => {
  const caught = catchRefusal(() => invalid([valueProblem(['body', 'a'], 'No.'), valueProblem(['body', 'b'], 'Nor this.')]))
  expect(caught).toBeInstanceOf(ValidationRefusal)
  expect(caught).toMatchObject({ status: 422, code: 'RequestValidationError', problems: [{ loc: ['body', 'a'] }, { type: 'value_error' }] })
})

function catchRefusal(run: () => void): Refusal {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('nothing was refused')
}
