import type { PublicCheckout } from '#client/types.ts'
import { AmountField } from './amount-field.tsx'
import { ProductChoice } from './product-choice.tsx'

/** The choice of what is bought: the product where there are several, and the amount where the price leaves it to the buyer. */
export default function Selection(props: { checkout: PublicCheckout; onChanged: (checkout: PublicCheckout) => void }) {
  const { products, productPrice } = props.checkout
  return (
    <>
      {products.length > 1 && <ProductChoice {...props} />}
      {productPrice.amountType === 'custom' && <AmountField {...props} key={productPrice.id} />}
    </>
  )
}
