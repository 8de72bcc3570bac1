import type { CSSProperties } from 'react'
import type { Merchant } from '#client/types.ts'
import { accentStyle } from '#web/parts/checkouts/page/accent.ts'
import type { FormCheckout } from '#web/parts/checkouts/page/fields.ts'
import { Offer, type OfferedCheckout } from '#web/parts/checkouts/page/offer.tsx'
import { PayForm } from '#web/parts/checkouts/page/pay-form.tsx'
import { CheckoutFrame } from '#web/shell/checkout-frame.tsx'
import { t } from './merchant-form.tsx'

const exampleAmount = 2900
const notYet = () => undefined

/** The checkout page of an example product, by the components of the page itself. It can be looked at, not used. */
export default function CheckoutPreview({ merchant, accent }: { merchant: Merchant; accent: string | null }) {
  const checkout = exampleOf(merchant)
  return (
    <div aria-label={t('look.preview')} role="img">
      <div className="w-1056 [zoom:.52] max-desk:w-auto max-desk:[zoom:.8]" inert style={accentStyle(accent) as CSSProperties}>
        <CheckoutFrame foot={null} offer={<Offer checkout={checkout} />}>
          <PayForm checkout={checkout} message={null} onChanged={notYet} onClosed={notYet} />
        </CheckoutFrame>
      </div>
    </div>
  )
}

function exampleOf(merchant: Merchant): OfferedCheckout & FormCheckout {
  return {
    organization: merchant,
    product: { name: t('look.exampleProduct'), description: t('look.exampleDescription'), recurringInterval: null },
    activeTrialInterval: null,
    isFreeProductPrice: false,
    currency: merchant.defaultCurrency,
    amount: exampleAmount,
    discountAmount: 0,
    taxAmount: 0,
    totalAmount: exampleAmount,
    clientSecret: '',
    attachedCustomFields: [],
    customFieldData: {},
    customerBillingAddress: null,
    customerBillingAddressFields: { country: true, state: false, city: false, postalCode: false, line1: false, line2: false },
    customerBillingName: null,
    customerEmail: 'ada@example.com',
    customerId: null,
    customerTaxId: null,
    customerName: null,
    isBusinessCustomer: false,
    isPaymentFormRequired: true,
    requireBillingAddress: false,
  }
}
