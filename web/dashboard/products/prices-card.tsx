import type { Product } from '#client/index.ts'
import { t } from '#web/parts/products/messages.ts'
import { priceBounds, priceName, priceText, trialText } from '#web/parts/products/price-labels.ts'
import { t as priceMessage } from '#web/parts/products/price-messages.ts'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'

type Trial = Pick<Product, 'trialInterval' | 'trialIntervalCount' | 'isTrialPaymentRequired'>

/** The prices of a product or a subscription, with their ids. */
export function PricesCard({ product }: { product: Pick<Product, 'prices'> & Partial<Trial> }) {
  const { locale } = useLanguage()
  const head = 'h-36 border-b border-line px-12 text-caption font-regular text-muted first:pl-16 last:pr-16'
  const cell = 'h-44 px-12 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 last:pr-16'
  return (
    <Card>
      <CardHead lined title={t('detail.prices')} />
      <table aria-label={t('detail.prices')} className="w-full border-separate border-spacing-0 text-label">
        <thead>
          <tr>
            <th className={`${head} text-left`} scope="col">
              {t('detail.kind')}
            </th>
            <th className={`${head} text-left max-wide:hidden`} scope="col">
              {t('priceId')}
            </th>
            <th className={`${head} text-right`} scope="col">
              {t('detail.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {product.prices.map((price) => (
            <tr className="group/row" key={price.id}>
              <td className={`${cell} py-8`}>
                <span className="font-strong">{priceName(price)}</span>
                {priceBounds(price, locale).length > 0 && (
                  <span className="block text-caption whitespace-normal text-muted">{priceBounds(price, locale).join(' · ')}</span>
                )}
                <span className="block text-muted wide:hidden">
                  <Id name={t('priceId')} value={price.id} />
                </span>
              </td>
              <td className={`${cell} max-wide:hidden`}>
                <Id name={t('priceId')} value={price.id} />
              </td>
              <td className={`${cell} text-right`}>
                <span className="tabular-nums">{priceText(price, locale)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {product.trialInterval !== undefined && <TrialNote product={product as Trial} />}
    </Card>
  )
}

function TrialNote({ product }: { product: Trial }) {
  const trial = trialText(product)
  if (trial === undefined) return null
  return (
    <p className="grid gap-2 border-t border-line px-16 py-12 text-label">
      <span className="font-strong">{trial}</span>
      <span className="text-caption text-muted">
        {priceMessage(product.isTrialPaymentRequired ? 'trial.withMethod' : 'trial.withoutMethod')}
      </span>
    </p>
  )
}
