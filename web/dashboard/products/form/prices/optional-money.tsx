import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import type { OptionalAmount, SentenceContext } from './kind.ts'
import { t } from './messages.ts'

/** An input for an amount that may be left out. */
export function OptionalMoney(props: {
  name: string
  currency: string
  value: OptionalAmount
  onChange: (amount: OptionalAmount) => void
}) {
  const { value, onChange, ...others } = props
  return (
    <MoneyInput
      {...others}
      onChange={(minor, typed) => onChange(minor ?? (typed.trim() === '' ? null : 'invalid'))}
      value={value === 'invalid' ? null : value}
    />
  )
}

/** The amount to send: none where the field is empty. */
export const amountOrNull = (amount: OptionalAmount): number | null => (amount === 'invalid' ? null : amount)

/** The messages of the fields whose text is no amount. */
export function invalidAmounts(
  amounts: Readonly<Record<string, OptionalAmount>>,
  { locale, currency }: Pick<SentenceContext, 'locale' | 'currency'>,
): Readonly<Record<string, string>> {
  const message = t('amountMissing', { example: formatMoney(locale, 2900, currency) })
  return Object.fromEntries(Object.entries(amounts).flatMap(([name, amount]) => (amount === 'invalid' ? [[name, message]] : [])))
}
