import type { Operations } from '#client/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

/** The balances, terms and payouts, as the server states them. */
export type PlatformPayouts = Operations['auth:admin-list-payouts']['answer']
/** The amounts that one organization is owed in one currency. */
export type Balance = PlatformPayouts['balances'][number]

/** The amount that a payout would pay: what is held is released by it. Minor units. */
export const availableOf = ({ payable, held }: Balance): number => payable + held

/** A share in hundredths of a percent as text: `4%`. */
export const shareText = (locale: string, basisPoints: number): string =>
  (basisPoints / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })

/** The fee that applies to an organization, in words. */
export function feeText(locale: string, balance: Balance, settings: PlatformPayouts): string {
  const share = shareText(locale, balance.feeBasisPoints ?? settings.feeBasisPoints)
  const fixed = balance.feeFixed ?? settings.feeFixed
  const isOwn = balance.feeBasisPoints !== null || balance.feeFixed !== null
  const text = fixed === 0 ? t('feeShare', { share }) : t('fee', { share, fixed: formatMoney(locale, fixed, balance.currency) })
  return isOwn ? `${text} (${t('ownFee')})` : text
}
