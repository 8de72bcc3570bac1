import { expect, test } from 'vitest'
import { isVatId, placeName } from './address-lines.ts'

test.each([
  ['DE136695976', 'DE'],
  ['FR 40 303 265 045', 'FR'],
  ['ATU12345678', 'AT'],
  ['ESB1234567X', 'ES'],
  ['EL123456783', 'GR'],
  ['XI980780684', 'GB'],
  ['GB980780684', 'GB'],
  ['GB980780684', 'IM'],
  ['FR40303265045', 'MC'],
  ['DE136695976', null],
])('%s of a party in %s is named as a VAT id', (id, country) => expect(isVatId(id, country)).toBe(true))

test.each([
  ['12/345/67890', 'DE'],
  ['B12345678', 'ES'],
  ['ROSSMR80A01H501U', 'IT'],
  ['SIA850101AB1', 'MX'],
  ['CHE107787577', 'CH'],
  ['', null],
])('%s of a party in %s is named as a tax id', (id, country) => expect(isVatId(id, country)).toBe(false))

test.each([
  ['DE', 'de', 'Deutschland'],
  ['DE', 'en', 'Germany'],
  ['US-NY', 'de', 'New York'],
  ['CA-QC', 'fr', 'Quebec'],
  ['US-ZZ', 'en', 'US-ZZ'],
  ['EU-OSS', 'en', 'EU-OSS'],
  ['Cook County', 'en', 'Cook County'],
])('documents name the place %s in the language %s: %s', (place, language, name) => expect(placeName(place, language)).toBe(name))
