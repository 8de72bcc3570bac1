import { z } from 'zod'
import { added, addition, id, nameText, pageQuery, timestamp, toTimestamp, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type FrozenClock, type TimelineEntry, testClockColumns } from './model.ts'

const NAME_MAXIMUM = 100
const DURATION_MAXIMUM = 40

const fields = fieldsOf(testClockColumns)

/** A test clock. */
export const testClock = z
  .object({
    ...fields.shape,
    frozen_time: timestamp.meta(added("The merchant's time: it stands still there, and moves while the clock advances.")),
  })
  .meta({ id: 'TestClock', ...addition })

export const testClockCreate = z
  .object({
    organization_id: id.nullish(),
    name: nameText(trimmedText(1, NAME_MAXIMUM)).nullish(),
    frozen_time: timestamp
      .nullish()
      .meta(added('Where the clock stands; by default the present time. A later one is advanced to, so what is due by then happens.')),
  })
  .meta({ id: 'TestClockCreate', ...addition, examples: [{ name: 'Two years of renewals' }] })

export const testClockAdvanceBody = z
  .object({
    to: timestamp.nullish().meta(added('The instant to advance to, later than `frozen_time`.')),
    by: z
      .string()
      .max(DURATION_MAXIMUM)
      .nullish()
      .meta(added('An ISO 8601 duration to advance by, in the time zone of the merchant: `P1D`, `P1M`, `PT12H`.')),
  })
  .meta({ id: 'TestClockAdvance', ...addition, examples: [{ by: 'P1M' }, { to: '2027-01-31T00:00:00Z' }] })

/** The payload of the event of an advance. */
export const testClockAdvance = z.object({ organization_id: id, from: timestamp, to: timestamp })

export const timelineEntry = z
  .object({
    id,
    type: z.string().meta({ description: 'The name of the event: `order.paid`, `subscription.past_due`, `test_clock.advanced`.' }),
    happened_at: timestamp.meta({ description: "When it happened, in the merchant's time." }),
    resource_id: id.meta({ description: 'The order, subscription, checkout … that it happened to.' }),
    status: z.string().nullable().meta({ description: 'The status of the resource just after it.' }),
    amount: z.int().nullable().meta({ description: 'Its amount in minor units.' }),
    currency: z.string().nullable(),
    product_name: z.string().nullable(),
    alert_name: z.string().nullable().meta({ description: 'The name of an alert about usage that triggered.' }),
    number: z.string().nullable().meta({ description: 'The number of an order.' }),
    billing_reason: z.string().nullable().meta({ description: 'What an order bills: `subscription_cycle` is a renewal.' }),
    from: timestamp.nullable().meta({ description: 'Where an advance began.' }),
    to: timestamp.nullable().meta({ description: 'Where an advance ended.' }),
  })
  .meta({ id: 'TestClockTimelineEntry', ...addition })

/** The page of a timeline. */
export const timelineQuery = z.object(pageQuery)

export type TestClockWire = z.output<typeof testClock>
export type TimelineEntryWire = z.output<typeof timelineEntry>

/** The test clock as JSON. */
export function toTestClockWire({ clock, frozenAt }: FrozenClock): TestClockWire {
  return { ...fields.toWire(clock), frozen_time: toTimestamp(frozenAt) }
}

/** An entry of the timeline as JSON. */
export function toTimelineEntryWire(entry: TimelineEntry): TimelineEntryWire {
  return {
    id: entry.id,
    type: entry.type,
    happened_at: toTimestamp(entry.happenedAt),
    resource_id: entry.resourceId,
    status: entry.status,
    amount: entry.amount,
    currency: entry.currency,
    product_name: entry.productName,
    alert_name: entry.alertName,
    number: entry.number,
    billing_reason: entry.billingReason,
    from: toTimestamp(entry.from),
    to: toTimestamp(entry.to),
  }
}
