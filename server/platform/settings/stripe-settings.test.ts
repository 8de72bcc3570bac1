import { expect, test } from 'vitest'
import { readSettings, type SettingsFault } from '../config.ts'

const account = {
  STRIPE_SECRET_KEY: 'sk_live_51Habc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Habc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc123',
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return (error as SettingsFault).faults
  }
}

test('no account is configured by default', () => {
  expect(readSettings({}).STRIPE_SECRET_KEY).toBeUndefined()
})

test('an account is read, with a restricted key too', () => {
  expect(readSettings(account)).toMatchObject(account)
  expect(faultsOf({ ...account, STRIPE_SECRET_KEY: 'rk_live_51Habc' })).toEqual([])
})

test.each(Object.keys(account) as (keyof typeof account)[])('an account without %s is a fault', (name) => {
  const { [name]: _missing, ...rest } = account
  const [present] = Object.keys(rest)
  expect(faultsOf(rest)).toEqual([`${name} is missing, while ${present} is set.`])
})

test('a key of another kind is a fault that does not show it', () => {
  const [fault = '', ...others] = faultsOf({ ...account, STRIPE_SECRET_KEY: 'pk_live_51Habc' })
  expect(others).toHaveLength(1)
  expect(fault).toContain('STRIPE_SECRET_KEY must be a key of Stripe')
  expect(fault).not.toContain('51Habc')
})

test('keys of different modes are a fault', () => {
  expect(faultsOf({ ...account, STRIPE_PUBLISHABLE_KEY: 'pk_test_51Habc' })).toEqual([
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is a test key.',
  ])
})
