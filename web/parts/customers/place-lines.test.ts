import { expect, test } from 'vitest'
import { placeLines } from './place-lines.ts'

test.each([
  [{ country: 'US', city: 'San Francisco', postalCode: '94103', state: 'US-CA' }, ['San Francisco, CA 94103']],
  [{ country: 'DE', city: 'Berlin', postalCode: '10115', state: null }, ['10115 Berlin']],
  [{ country: 'GB', city: 'London', postalCode: 'SW1A 1AA' }, ['London', 'SW1A 1AA']],
  [{ country: 'CA', city: 'Montréal', postalCode: 'H2Y 1C6', state: 'CA-QC' }, ['Montréal QC H2Y 1C6']],
  [{ country: 'IT', city: 'Roma', postalCode: '00184', state: 'RM' }, ['00184 Roma RM']],
  [{ country: 'BR', city: 'São Paulo', postalCode: '01310-100', state: 'SP' }, ['São Paulo - SP', '01310-100']],
  [{ country: 'BR', city: 'São Paulo', postalCode: '01310-100', state: null }, ['São Paulo', '01310-100']],
  [{ country: 'US', city: null, postalCode: '94103', state: null }, ['94103']],
  [{ country: 'FR', city: null, postalCode: null, state: null }, []],
])('an address is written in the order of its country: %j', (address, lines) => {
  expect(placeLines(address)).toEqual(lines)
})
