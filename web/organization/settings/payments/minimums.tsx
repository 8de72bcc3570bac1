import { minimums } from '#kernel/currencies.ts'
import { chargeableMinimum } from '#kernel/money.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

/** A currency of each number of decimals that has no minimum of its own. */
const examples = ['usd', 'jpy', 'kwd'] as const

/** The smallest chargeable amount of each currency that has its own, and of all others. */
export function Minimums() {
  const { locale } = useLanguage()
  const amounts = examples.map((currency) => formatMoney(locale, chargeableMinimum(currency), currency)).join(', ')
  return (
    <details className="text-label">
      <summary className="w-fit cursor-pointer text-muted">{t('minimums')}</summary>
      <ul className="mt-12 grid grid-cols-2 gap-x-24 gap-y-4 wide:grid-cols-4">
        {Object.keys(minimums).map((currency) => (
          <li key={currency}>
            <Amount currency={currency} value={chargeableMinimum(currency)} />
          </li>
        ))}
      </ul>
      <p className="mt-8 text-caption text-muted">{t('otherMinimums', { amounts })}</p>
    </details>
  )
}
