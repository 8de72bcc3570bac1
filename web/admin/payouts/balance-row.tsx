import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { adminHref } from '../href.ts'
import { t } from './messages.ts'
import { availableOf, type Balance, feeText, type PlatformPayouts } from './payout.ts'

/** The amounts that one organization is owed in one currency, its terms, and what can be done. */
export function BalanceRow({
  balance,
  settings,
  onOpen,
}: {
  balance: Balance
  settings: PlatformPayouts
  onOpen: (dialog: 'record' | 'terms') => void
}) {
  const { locale } = useLanguage()
  const { organizationId, organizationName, currency, held, payoutAccount } = balance
  const isTooSmall = availableOf(balance) < Math.max(1, settings.payoutMinimum)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-24 gap-y-8 border-line px-16 py-12 text-label not-last:border-b">
      <div className="grid min-w-0 gap-2">
        <a className="truncate font-strong hover:underline" href={adminHref('organizations', organizationId)}>
          {organizationName}
        </a>
        <span className="text-caption [overflow-wrap:anywhere] text-muted">{payoutAccount ?? t('noAccount')}</span>
        <span className="text-caption text-muted">{feeText(locale, balance, settings)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-16 gap-y-8">
        <span className="grid justify-items-start wide:justify-items-end">
          <strong className="font-strong">
            <Amount currency={currency} value={availableOf(balance)} />
          </strong>
          <span className="text-caption text-muted">
            {held !== 0 && payoutAccount === null
              ? t('held')
              : isTooSmall
                ? t('tooSmall', { amount: formatMoney(locale, settings.payoutMinimum, currency) })
                : t('payable')}
          </span>
        </span>
        <span className="flex gap-8">
          <Button onClick={() => onOpen('terms')}>{t('terms')}</Button>
          <Button disabled={payoutAccount === null || isTooSmall} onClick={() => onOpen('record')}>
            {t('record')}
          </Button>
        </span>
      </div>
    </li>
  )
}
