import { lazy, Suspense, useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { linkClass } from './link-class.ts'

// Loaded where the buyer chooses the product or the amount, or has a discount.
const Selection = lazy(() => import('./selection.tsx'))
const DiscountCode = lazy(() => import('./discount-code.tsx'))

/** The choices of a buyer beside the form: the product, the amount, and a discount. */
export function Choices({ checkout, onChanged }: { checkout: PublicCheckout; onChanged: (checkout: PublicCheckout) => void }) {
  const [hasCode, setCode] = useState(false)
  return (
    <>
      {(checkout.products.length > 1 || checkout.productPrice.amountType === 'custom') && (
        <Suspense fallback={null}>
          <Selection checkout={checkout} onChanged={onChanged} />
        </Suspense>
      )}
      {checkout.discount !== null || hasCode ? (
        <Suspense fallback={null}>
          <DiscountCode checkout={checkout} onChanged={onChanged} onClose={() => setCode(false)} />
        </Suspense>
      ) : (
        checkout.allowDiscountCodes &&
        checkout.isDiscountApplicable && (
          <button className={linkClass} onClick={() => setCode(true)} type="button">
            {t('codeAdd')}
          </button>
        )
      )}
    </>
  )
}
