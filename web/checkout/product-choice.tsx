import { useRef, useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { buyer } from '#web/parts/checkouts/page/buyer.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { priceText, productPriceText } from '#web/parts/products/price-labels.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { tChoice } from './choice-messages.ts'

const CLOSED: readonly number[] = [403, 410]

function toProductFault(status: number): string {
  if (status === 422) return tChoice('productGone')
  if (CLOSED.includes(status)) return t('faultClosed')
  return t(status === 0 ? 'faultNetwork' : 'faultUnexpected')
}

/** The products that a buyer can choose from: the one that is chosen, and the others on sale. */
const offeredOf = ({ products, product }: PublicCheckout) => products.filter((one) => one.id === product.id || !one.isArchived)

/** The choice between the products of a checkout. */
export function ProductChoice(props: { checkout: PublicCheckout; onChanged: (checkout: PublicCheckout) => void }) {
  const { checkout, onChanged } = props
  const { locale } = useLanguage()
  const [pending, setPending] = useState<string | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const count = useRef(0)
  const products = offeredOf(checkout)
  if (products.length < 2) return null
  const choose = async (productId: string) => {
    const update = ++count.current
    setPending(productId)
    setFault(undefined)
    const result = await buyer.update(checkout.clientSecret, { productId })
    // Of several choices the last one counts.
    if (update !== count.current) return
    setPending(null)
    if (result.error === null) onChanged(result.data)
    else setFault(toProductFault(result.error.status))
  }
  return (
    <div className="grid gap-8">
      <Choices
        label={tChoice('productLabel')}
        onChange={(id) => void choose(id)}
        options={products.map((product) => ({
          value: product.id,
          title: product.name,
          // The chosen product keeps the price that the checkout has locked (rule C8).
          text: product.id === checkout.product.id ? priceText(checkout.productPrice, locale) : productPriceText(product, locale),
        }))}
        value={pending ?? checkout.product.id}
      />
      {fault !== undefined && (
        <p className="text-caption text-bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
