import { useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { buyer } from '#web/parts/checkouts/page/buyer.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { tChoice } from './choice-messages.ts'

/** The amount of a price that the buyer chooses; it counts once it is applied. */
export function AmountField({ checkout, onChanged }: { checkout: PublicCheckout; onChanged: (checkout: PublicCheckout) => void }) {
  const { amount, currency, clientSecret } = checkout
  const { locale } = useLanguage()
  const [value, setValue] = useState<number | null>(amount)
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    if (value === null) return setFault(t('faultRequired'))
    if (value === amount) return
    setBusy(true)
    const result = await buyer.update(clientSecret, { amount: value })
    setBusy(false)
    if (result.error === null) return onChanged(result.data)
    const { ge, le } = result.error.fields.find(({ path }) => path === 'amount')?.ctx ?? {}
    const money = (bound: number) => ({ amount: formatMoney(locale, bound, currency) })
    if (typeof ge === 'number') setFault(tChoice('amountLow', money(ge)))
    else setFault(typeof le === 'number' ? tChoice('amountHigh', money(le)) : t('faultNetwork'))
  }
  return (
    <form
      className="flex items-start gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <div className="min-w-0 flex-1">
        <Field error={fault} label={tChoice('amountLabel')}>
          <MoneyInput
            currency={currency}
            name="amount"
            onBlur={() => void apply()}
            onChange={(next) => {
              setValue(next)
              setFault(undefined)
            }}
            value={value}
          />
        </Field>
      </div>
      <div className="pt-26">
        <Button busy={busy} disabled={value === amount} type="submit">
          {tChoice('codeApply')}
        </Button>
      </div>
    </form>
  )
}
