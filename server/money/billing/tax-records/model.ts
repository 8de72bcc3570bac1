import { z } from 'zod'
import { type ServiceEngineName, taxEngines } from '#merchant/merchants/model.ts'
import { added } from '#platform/http/wire-parts.ts'
import { integer, type Model, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'

export const taxRecordKinds = ['sale', 'reversal', 'restoration'] as const
export type TaxRecordKind = (typeof taxRecordKinds)[number]

export const taxRecordStatuses = ['pending', 'recorded', 'failed'] as const
export type TaxRecordStatus = (typeof taxRecordStatuses)[number]

export const taxRecordFailures = ['refused', 'other_tax', 'currency', 'original_failed'] as const
export type TaxRecordFailure = (typeof taxRecordFailures)[number]

const services: z.ZodType<ServiceEngineName> = z.enum(taxEngines).exclude(['built_in'])

export const taxRecordColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  orderId: uuid().fixed(),
  kind: oneOf<TaxRecordKind>(z.enum(taxRecordKinds).meta({ id: 'TaxRecordKind' }))
    .fixed()
    .meta(added('`sale`: the paid order · `reversal`: what was given back of it · `restoration`: a refund that the bank has sent back.')),
  engine: oneOf<ServiceEngineName>(services).fixed().meta(added('The tax service.')),
  reference: text().fixed().meta(added('The reference of the transaction at the tax service, by which its reports name it.')),
  amount: money().fixed().meta(added('Before tax, in minor units.')),
  taxAmount: money().fixed().meta(added('The tax, in minor units.')),
  currency: text().fixed(),
  status: oneOf<TaxRecordStatus>(z.enum(taxRecordStatuses).meta({ id: 'TaxRecordStatus' })).meta(
    added('`pending`: not sent yet, or sent again · `recorded`: the tax service knows it · `failed`: it never will.'),
  ),
  failureReason: oneOf<TaxRecordFailure>(z.enum(taxRecordFailures).meta({ id: 'TaxRecordFailure' }))
    .nullable()
    .meta(
      added(
        '`refused`: the tax service does not accept it · `other_tax`: it works out another tax now than the order has · `currency`: it counts amounts of the currency in other units · `original_failed`: what it gives back was not recorded.',
      ),
    ),
  failureDetail: text()
    .nullable()
    .meta(
      added(
        'What the tax service said last about it, or why it gave no answer; of `other_tax`, the tax that it works out, in minor units.',
      ),
    ),
  transactionId: text().nullable().meta(added('The transaction at the tax service; null unless it is recorded.')),
  /** Of a sale: the calculation that is recorded; null where another sale has used that of the order. */
  calculationId: text().nullable().private(),
  /** The line of the transaction, which reversals name. */
  lineId: text().nullable().private(),
  attempts: integer().private(),
  /** Null where it is recorded or has failed. */
  nextAttemptAt: time().nullable().private(),
} as const

/**
 * A sale as the tax service that has taxed it records it, or what was given back of it. Amounts are minor units and never negative;
 * times are UTC.
 */
export type TaxRecord = Model<typeof taxRecordColumns>
