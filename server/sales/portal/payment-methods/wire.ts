import { z } from 'zod'
import type { PaymentMethod } from '#money/payments/model.ts'
import { cardData, newerMethodFields, toCardData, toNewerMethodFields } from '#money/payments/wire.ts'
import { added, httpUrl, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'

const TOKEN_MAXIMUM = 1000

const fields = {
  id,
  created_at: timestamp,
  default: z.boolean().meta({ description: 'Whether it pays where nothing names another one.' }),
  card: cardData,
  ...newerMethodFields,
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
    z
      .object({
        ...fields,
        status: z.literal('succeeded').meta(added('It is saved.')),
        payment_method: paymentMethodCard.meta(added('The saved card, for newer clients.')),
      })
      .meta({ id: 'SavedPaymentMethodCard' }),
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

/** The outcome of a customer's attempt to save a card. */
export type CardOutcome =
  | { readonly kind: 'saved'; readonly method: PaymentMethod }
  | { readonly kind: 'requires_action'; readonly actionSecret: string }
  | { readonly kind: 'processing' }

/** The card as JSON. */
export function toPaymentMethodCardWire(method: PaymentMethod): z.output<typeof paymentMethodCard> {
  return {
    id: method.id,
    created_at: toTimestamp(method.createdAt),
    default: method.isDefault,
    card: toCardData(method),
    ...toNewerMethodFields(method),
  }
}

/** The outcome as JSON. */
export function toCreatedWire(outcome: CardOutcome): z.output<typeof customerPaymentMethodCreated> {
  if (outcome.kind === 'saved') {
    const card = toPaymentMethodCardWire(outcome.method)
    return { ...card, status: 'succeeded', payment_method: card }
  }
  return { status: outcome.kind, client_secret: outcome.kind === 'requires_action' ? outcome.actionSecret : null }
}
