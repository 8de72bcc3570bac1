import { cx } from '../cx.ts'
import { useLanguage } from '../language.tsx'
import { bareMoney, formatMoney, moneyParts } from './money.ts'

/**
 * An amount of money. `value` in minor units of `currency` (ISO 4217, any case). `bare` omits the currency where a header or total
 * already names it; `big` is for a metric and renders the decimals smaller.
 */
export function Amount({ value, currency, bare = false, big = false }: { value: number; currency: string; bare?: boolean; big?: boolean }) {
  const { locale } = useLanguage()
  if (bare) return <span className="tabular-nums whitespace-nowrap">{bareMoney(locale, value, currency)}</span>
  if (!big) return <span className="tabular-nums whitespace-nowrap">{formatMoney(locale, value, currency)}</span>
  return (
    <span className="tabular-nums whitespace-nowrap">
      {moneyParts(locale, value, currency).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a number have a fixed order and no state.
        <span className={cx(part.fraction && 'text-cents leading-0 text-muted')} key={at}>
          {part.text}
        </span>
      ))}
    </span>
  )
}
