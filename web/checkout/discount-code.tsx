import { useState } from 'react'
import type { CallError } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'
import { buyer } from '#web/parts/checkouts/page/buyer.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { tChoice } from './choice-messages.ts'
import { linkClass } from './link-class.ts'

const CLOSED: readonly number[] = [403, 410]

function toCodeFault({ status, fields }: CallError): string {
  if (status === 422) return tChoice(fields.some(({ type }) => type === 'too_many_codes') ? 'codeTooMany' : 'codeUnknown')
  if (CLOSED.includes(status)) return t('faultClosed')
  return t(status === 0 ? 'faultNetwork' : 'faultUnexpected')
}

/** The discount of a checkout, or the field for a code. `onClose` leaves the field. */
export default function DiscountCode(props: {
  checkout: PublicCheckout
  onChanged: (checkout: PublicCheckout) => void
  onClose: () => void
}) {
  const { checkout, onChanged, onClose } = props
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const { discount } = checkout
  const send = async (discountCode: string | null) => {
    setBusy(true)
    const result = await buyer.update(checkout.clientSecret, { discountCode })
    setBusy(false)
    if (result.error === null) {
      setCode('')
      onClose()
      return onChanged(result.data)
    }
    setFault(toCodeFault(result.error))
  }
  if (discount !== null)
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-12 text-label">
        <span className="min-w-0 break-words">
          {tChoice('codeApplied')} <b className="font-strong">{discount.code ?? discount.name}</b>
        </span>
        {checkout.allowDiscountCodes && (
          <button className={linkClass} disabled={busy} onClick={() => void send(null)} type="button">
            {tChoice('codeRemove')}
          </button>
        )}
      </p>
    )
  return (
    <form
      className="flex items-start gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') setFault(t('faultRequired'))
        else void send(code.trim())
      }}
    >
      <div className="min-w-0 flex-1">
        <Field error={fault} label={tChoice('codeLabel')}>
          <TextInput
            autoCapitalize="characters"
            autoComplete="off"
            autoFocus
            name="discountCode"
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setFault(undefined)
            }}
            value={code}
          />
        </Field>
      </div>
      {/* As high as the label, so that the button stands beside the input. */}
      <div className="pt-26">
        <Button busy={busy} type="submit">
          {tChoice('codeApply')}
        </Button>
      </div>
    </form>
  )
}
