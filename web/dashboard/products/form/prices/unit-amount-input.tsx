import { useState } from 'react'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { bareUnitAmount, toUnitAmount } from '#web/ui/text/unit-amount.ts'

/** A price per unit, which may be a fraction of the smallest coin. `value` is a decimal in minor units; null while the text is none. */
export function UnitAmountInput(props: {
  name: string
  currency: string
  value: string | null
  onChange: (unitAmount: string | null) => void
}) {
  const { name, currency, value, onChange } = props
  const { locale } = useLanguage()
  const [typed, setTyped] = useState(value === null ? '' : bareUnitAmount(locale, value, currency))
  const text = value !== null && toUnitAmount(typed, currency, locale) !== value ? bareUnitAmount(locale, value, currency) : typed
  return (
    <TextInput
      after={currency.toUpperCase()}
      autoComplete="off"
      inputMode="decimal"
      name={name}
      numeric
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(toUnitAmount(event.target.value, currency, locale))
      }}
      value={text}
    />
  )
}
