import { z } from 'zod'
import type { PaymentMethod } from '#money/payments/model.ts'
import { added, httpUrl, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'

const TOKEN_MAXIMUM = 1000

const card = z
  .object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int().nullable().meta({ description: 'The month in which it expires, 1 to 12; null where the processor does not say.' }),
    exp_year: z.int().nullable().meta({ description: 'The year in which it expires; null where the processor does not say.' }),
    wallet: z.string().nullable().meta({ description: 'Always null: a card of a wallet is shown as a card.' }),
  })
  .meta({ id: 'PaymentMethodCardData' })

const fields = {
  id,
  type: z.literal('card').meta({ description: 'Always `card`.' }),
  created_at: timestamp,
  default: z.boolean().meta({ description: 'Whether it pays where nothing names another one.' }),
  card,
}

/** A card as its customer sees it. */
export const paymentMethodCard = z.object(fields).meta({ id: 'PaymentMethodCard' })

/** A card that a customer saves. */
export const customerPaymentMethodCreate = z
  .object({
    confirmation_token_id: z.string().min(1).max(TOKEN_MAXIMUM).meta({ description: 'The token of the card, from the payment form.' }),
    set_default: z.boolean().meta({ description: 'Whether it becomes the default one; the first one does in any case.' }),
    return_url: httpUrl.meta({ description: 'Where the processor sends the customer back after an approval at their bank.' }),
  })
  .meta({
    id: 'CustomerPaymentMethodCreate',
    examples: [{ confirmation_token_id: 'sandbox_4242424242424242', set_default: true, return_url: 'https://example.com/portal' }],
  })

/** The answer to a card: saved, or the approval that its customer still has to give. */
export const customerPaymentMethodCreated = z
  .union([
    z.object({ ...fields, status: z.literal('succeeded').meta(added('It is saved.')) }).meta({ id: 'SavedPaymentMethodCard' }),
    z
      .object({
        status: z.enum(['requires_action', 'processing']).meta({
          description: '`requires_action`: the customer approves it at the processor; `processing`: it is saved once that is certain.',
        }),
        client_secret: z.string().nullable().meta({ description: 'Continues at the processor; null while there is nothing to approve.' }),
      })
      .meta({ id: 'UnsavedPaymentMethod' }),
  ])
  .meta({ id: 'CustomerPaymentMethodResult' })

/** What came of a card that a customer wanted to save. */
export type CardOutcome =
  | { readonly kind: 'saved'; readonly method: PaymentMethod }
  | { readonly kind: 'requires_action'; readonly actionSecret: string }
  | { readonly kind: 'processing' }

/** The card as JSON. */
export function toPaymentMethodCardWire(method: PaymentMethod): z.output<typeof paymentMethodCard> {
  return {
    id: method.id,
    type: 'card',
    created_at: toTimestamp(method.createdAt),
    default: method.isDefault,
    card: { brand: method.brand, last4: method.last4, exp_month: method.expMonth, exp_year: method.expYear, wallet: null },
  }
}

/** The outcome as JSON. */
export function toCreatedWire(outcome: CardOutcome): z.output<typeof customerPaymentMethodCreated> {
  if (outcome.kind === 'saved') return { ...toPaymentMethodCardWire(outcome.method), status: 'succeeded' }
  return { status: outcome.kind, client_secret: outcome.kind === 'requires_action' ? outcome.actionSecret : null }
}
