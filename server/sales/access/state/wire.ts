import { z } from 'zod'
import { benefitType } from '#merchant/catalogue/benefits/model.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import { orderSubscription, subscriptionMeter, toOrderSubscriptionWire, toSubscriptionMeter } from '#money/billing/subscriptions/wire.ts'
import { customerMeter, toFiguresWire } from '#money/usage/counts/wire.ts'
import { id, metadata, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { benefitGrant } from '#sales/access/grants/wire.ts'
import type { CustomerState, HeldBenefit, HeldSubscription } from './model.ts'

const stateMeter = subscriptionMeter.omit({ meter: true }).meta({ id: 'CustomerStateSubscriptionMeter' })

/** A subscription in the state. The published contract knows no other status than `active`; `trial_end` says when a trial ends. */
const stateSubscription = z
  .object({
    ...orderSubscription.pick({
      id: true,
      created_at: true,
      modified_at: true,
      metadata: true,
      amount: true,
      currency: true,
      recurring_interval: true,
      current_period_start: true,
      current_period_end: true,
      trial_start: true,
      trial_end: true,
      cancel_at_period_end: true,
      canceled_at: true,
      started_at: true,
      ends_at: true,
      product_id: true,
      discount_id: true,
    }).shape,
    custom_field_data: z.record(z.string(), z.any()).meta({ description: 'The values of the custom fields, by their slugs.' }),
    status: z.literal('active').meta({ description: 'Always `active`, also in a trial: see `trial_end`.' }),
    meters: z.array(stateMeter),
  })
  .meta({ id: 'CustomerStateSubscription' })

const stateBenefit = z
  .object({
    id,
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    granted_at: timestamp,
    benefit_id: id,
    benefit_type: benefitType,
    benefit_metadata: metadata,
    properties: benefitGrant.shape.properties,
  })
  .meta({ id: 'CustomerStateBenefitGrant' })

const figures = customerMeter
  .pick({ id: true, created_at: true, modified_at: true, meter_id: true, consumed_units: true, credited_units: true, balance: true })
  .meta({ id: 'CustomerStateMeter' })

/** The present state of a customer. */
export const customerState = z
  .object({
    ...customer.shape,
    active_subscriptions: z.array(stateSubscription).meta({ description: 'In a trial or active.' }),
    granted_benefits: z.array(stateBenefit).meta({ description: 'The grants that are in effect.' }),
    active_meters: z.array(figures).meta({ description: 'What was used of each meter, and what is left.' }),
  })
  .meta({ id: 'CustomerState' })

export type CustomerStateWire = z.output<typeof customerState>

/** The state as JSON; `baseUrl` has no slash at its end. */
export function toCustomerStateWire({ customer: of, subscriptions, benefits, meters }: CustomerState, baseUrl: string): CustomerStateWire {
  return {
    ...toCustomerWire(of, baseUrl),
    active_subscriptions: subscriptions.map(toStateSubscription),
    granted_benefits: benefits.map(toStateBenefit),
    active_meters: meters.map((each) => figures.parse(toFiguresWire(each))),
  }
}

// Parsing leaves out the fields that are not of the state.
function toStateSubscription({ subscription, prices, meters }: HeldSubscription): z.output<typeof stateSubscription> {
  return stateSubscription.parse({
    ...toOrderSubscriptionWire(subscription),
    custom_field_data: subscription.customFieldData,
    status: 'active',
    meters: meters.map((each) => toSubscriptionMeter(each, prices)),
  })
}

function toStateBenefit({ grant, type, metadata: own }: HeldBenefit): z.output<typeof stateBenefit> {
  return {
    id: grant.id,
    created_at: toTimestamp(grant.createdAt),
    modified_at: toTimestamp(grant.modifiedAt),
    granted_at: toTimestamp(grant.grantedAt ?? grant.createdAt),
    benefit_id: grant.benefitId,
    benefit_type: type,
    benefit_metadata: { ...own },
    properties: grant.properties,
  }
}
