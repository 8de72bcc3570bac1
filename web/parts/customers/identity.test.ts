import { expect, test } from 'vitest'
import { buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { nameOf } from './identity.tsx'

const email = 'joerg@xn--mller-kva.example'

test.each([
  [null, 'joerg@müller.example'],
  [' ', 'joerg@müller.example'],
  ['Jörg Müller', 'Jörg Müller'],
])('a customer and a buyer with the name %j are shown as %s', (name, shown) => {
  expect(nameOf({ name, email })).toBe(shown)
  expect(buyerOf({ customerName: name, customerEmail: email })).toBe(shown)
})
