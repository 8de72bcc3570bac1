import { expect, test } from 'vitest'
import { check } from '#web/ui/inputs/rules.ts'
import { type AdvanceValues, advanceBody, advanceRules, progressOf, retryTarget, targetOf } from './advance.ts'
import { t } from './messages.ts'

const place = { from: new Date('2027-01-31T09:00:00Z'), zone: 'Europe/Berlin' }
const values = (changes: Partial<AdvanceValues>): AdvanceValues => ({ kind: 'month', count: '', unit: 'day', date: '', ...changes })

test.each([
  [values({ kind: 'day' }), '2027-02-01T09:00:00.000Z', { by: 'P1D' }],
  [values({ kind: 'week' }), '2027-02-07T09:00:00.000Z', { by: 'P1W' }],
  [values({}), '2027-02-28T09:00:00.000Z', { by: 'P1M' }],
  [values({ kind: 'year' }), '2028-01-31T09:00:00.000Z', { by: 'P1Y' }],
  [values({ kind: 'custom', count: ' 3 ', unit: 'month' }), '2027-04-30T08:00:00.000Z', { by: 'P3M' }],
  [values({ kind: 'date', date: '2027-07-01T00:00' }), '2027-06-30T22:00:00.000Z', { to: '2027-06-30T22:00:00.000Z' }],
])('%o advances to %s', (chosen, target, body) => {
  expect(targetOf(chosen, place)?.toISOString()).toBe(target)
  expect(advanceBody(chosen, place.zone)).toEqual(body)
  expect(check(advanceRules(place), chosen)).toBeNull()
})

test.each([
  [values({ kind: 'custom', count: '' }), { count: t('form.countInvalid') }],
  [values({ kind: 'custom', count: '0' }), { count: t('form.countInvalid') }],
  [values({ kind: 'custom', count: '1.5' }), { count: t('form.countInvalid') }],
  [values({ kind: 'custom', count: '11', unit: 'year' }), { count: t('form.tooFar', { years: 10 }) }],
  [values({ kind: 'date' }), { date: t('form.dateInvalid') }],
  [values({ kind: 'date', date: '2027-01-31T10:00' }), { date: t('form.onlyForward') }],
  [values({ kind: 'date', date: '2037-02-01T00:00' }), { date: t('form.tooFar', { years: 10 }) }],
])('%o is refused at its field', (chosen, faults) => {
  expect(check(advanceRules(place), chosen)).toMatchObject(faults)
})

const clock = { advancedFrom: '2027-01-01T00:00:00Z', targetTime: '2027-01-11T00:00:00Z', frozenTime: '2027-01-06T00:00:00Z' }

test.each([
  [clock, 0.5],
  [{ ...clock, frozenTime: '2027-01-11T00:00:00Z' }, 1],
  [{ ...clock, advancedFrom: null, targetTime: null }, 0],
])('of the way of %o, %d is done', (one, done) => {
  expect(progressOf(one)).toBe(done)
})

test.each([
  ['its target', clock, '2027-01-11T00:00:00Z'],
  ['just beyond, where the clock failed at it', { ...clock, frozenTime: '2027-01-11T00:00:00Z' }, '2027-01-11T00:01:00.000Z'],
])('an advance that failed continues to %s', (_, one, target) => {
  expect(retryTarget(one)).toBe(target)
})
