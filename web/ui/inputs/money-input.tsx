import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { toMinor } from '../text/decimal.ts'
import { bareMoney, formatMoney } from '../text/money.ts'
import { type InputProps, TextInput } from './text-input.tsx'

/**
 * An amount of money. `value` and `onChange` use minor units of `currency`; null while the typed text is not an amount (the field then
 * keeps the text, and the form shows the error). Typed and shown as the language writes numbers, `1.234,50` or `1,234.50`. A text input:
 * no spin buttons and no scroll wheel.
 */
export function MoneyInput(
  props: Omit<InputProps, 'type' | 'value' | 'onChange' | 'before' | 'after' | 'numeric'> & {
    value: number | null
    currency: string
    /** `typed` is the text: an empty field and one that holds no amount both have null. */
    onChange: (minor: number | null, typed: string) => void
  },
) {
  const { value, currency, onChange, onBlur, ...others } = props
  const { locale } = useLanguage()
  const [typed, setTyped] = useState(value === null ? '' : bareMoney(locale, value, currency))
  const text = value !== null && toMinor(typed, currency, locale) !== value ? bareMoney(locale, value, currency) : typed
  const symbol = formatMoney(locale, 0, currency).replace(/[\d.,\s]/g, '')
  return (
    <TextInput
      {...others}
      after={currency.toUpperCase()}
      autoComplete="off"
      before={symbol === currency.toUpperCase() ? undefined : symbol}
      inputMode="decimal"
      numeric
      onBlur={(event) => {
        if (value !== null) setTyped(bareMoney(locale, value, currency))
        onBlur?.(event)
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(toMinor(event.target.value, currency, locale), event.target.value)
      }}
      value={text}
    />
  )
}
