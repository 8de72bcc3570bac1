import { type StripeCard, StripeCardForm } from '#web/parts/payments/stripe-card.tsx'
import { CardFields, NameOnCard } from './card-fields.tsx'
import { type FormCheckout, isByStripe } from './fields.ts'
import { t } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

/** The card: in the form of Stripe for a live organization, in fields of ours for the sandbox. */
export function PaymentFields({ checkout, card, ...fields }: FieldsProps & { checkout: FormCheckout; card: StripeCard }) {
  if (!isByStripe(checkout)) return <CardFields {...fields} isTest={checkout.organization.mode === 'test'} />
  return (
    <>
      <h2 className="flex min-h-32 items-center text-body font-strong">{t('payment')}</h2>
      <StripeCardForm
        amount={checkout.activeTrialInterval === null ? checkout.totalAmount : 0}
        card={card}
        currency={checkout.currency}
        hasCountry
        isSaved={checkout.product.recurringInterval !== null}
      />
      <NameOnCard {...fields} />
    </>
  )
}
