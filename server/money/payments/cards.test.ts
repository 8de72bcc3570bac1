import { expect, test } from 'vitest'
import { sandboxCard, sandboxToken, verdictOfSaved } from './cards.ts'
import { sandboxFee } from './model.ts'

test.for([
  ['4242424242424242', 'succeeds', 'succeeds', 'succeeds'],
  ['4000000000000002', 'card_declined', 'card_declined', 'card_declined'],
  ['4000000000009995', 'insufficient_funds', 'insufficient_funds', 'insufficient_funds'],
  ['4000000000009987', 'lost_card', 'lost_card', 'lost_card'],
  ['4000000000009979', 'stolen_card', 'stolen_card', 'stolen_card'],
  ['4000000000000069', 'expired_card', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error', 'processing_error'],
  ['4100000000000019', 'fraudulent', 'fraudulent', 'fraudulent'],
  ['4000008260003178', 'requires_action', 'requires_action', 'insufficient_funds'],
  ['4000000000100018', 'succeeds', 'succeeds', 'succeeds'],
  ['4000000000100042', 'declines_later', 'declines_later', 'insufficient_funds'],
  ['4000000000100059', 'succeeds', 'succeeds', 'insufficient_funds'],
  ['4000000000100067', 'succeeds', 'succeeds', 'expired_card'],
  ['4000000000000341', 'card_declined', 'succeeds', 'card_declined'],
  ['4000002500003155', 'requires_action', 'requires_action', 'succeeds'],
  ['4000002760003184', 'requires_action', 'requires_action', 'authentication_required'],
  ['4000000000000259', 'succeeds', 'succeeds', 'succeeds'],
] as const)('the card %s: a charge %s, a set-up %s, a later charge off session %s', ([number, entered, setUp, saved]) => {
  expect(sandboxCard(number)).toMatchObject({ entered, setUp, saved, last4: number.slice(-4) })
})

test('a saved card that always requires its customer asks them on session, and is declined off session', () => {
  const card = sandboxCard('4000002760003184')
  if (!card) throw new Error('The card is unknown.')
  expect([verdictOfSaved(card, false), verdictOfSaved(card, true)]).toEqual(['requires_action', 'authentication_required'])
})

test('a confirmation token names its card, and a fault only in tests', () => {
  expect(sandboxToken('sandbox_4242424242424242', true)).toMatchObject({ card: { last4: '4242' }, fault: null })
  expect(sandboxToken('sandbox_4242424242424242_lost', true)).toMatchObject({ card: { last4: '4242' }, fault: 'lost' })
  expect(sandboxToken('sandbox_4242424242424242_lost', false)).toBeNull()
  expect(sandboxToken('sandbox_4242424242424242_0331', false)).toMatchObject({ expiry: '0331', fault: null })
  expect(sandboxToken('sandbox_4242424242424242_0331_lost', true)).toMatchObject({ expiry: '0331', fault: 'lost' })
  expect(sandboxToken('sandbox_4242424242424242_1331', true)).toBeNull()
})

test.for([
  ['4000000000100018', 'slow'],
  ['4000000000100026', 'lost'],
  ['4000000000100034', 'doubled'],
] as const)('the card %s has the fault %s, also where tokens with a fault are refused', ([number, fault]) => {
  expect([sandboxToken(`sandbox_${number}`, false)?.fault, sandboxToken(`sandbox_${number}`, true)?.fault]).toEqual([fault, fault])
})

test.for(['sandbox_4242424242424242 ', 'sandbox_4242', 'sandbox_5555555555554444', 'sandbox___proto__', ''])(
  'the token %j is not a card',
  (token) => {
    expect(sandboxToken(token, true)).toBeNull()
  },
)

test('the sandbox keeps 2.9 % and 30 minor units of a charge, rounded to the nearest unit, and nothing of a set-up', () => {
  expect([4200, 50, 1000, 0].map(sandboxFee)).toEqual([152, 31, 59, 0])
})
