import { useRef, useState } from 'react'
import { sandboxToken } from '#web/parts/checkouts/page/card.ts'
import { CardFields } from '#web/parts/checkouts/page/card-fields.tsx'
import { type Faults, type FieldName, type FormValues, faultsOf } from '#web/parts/checkouts/page/fields.ts'
import { StripeCardForm, useStripeCard } from '#web/parts/payments/stripe-card.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { afterAttempt, afterBlur, afterChange, isFaulty, untouched } from '#web/ui/inputs/form-state.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { PortalApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'
import { Approval } from '../payments/approval.tsx'
import { refreshReads } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'
import { noValues } from './values.ts'

const FIELDS = new Set<FieldName>(['card', 'expires', 'code', 'name'])
const NO_FIELDS: ReadonlySet<FieldName> = new Set()
/** No currency is charged, but Stripe's form wants one. */
const FORM_CURRENCY = 'usd'
const FORM = 'add-card'

const POLL_MS = 1000
/** Queries for a card that its bank has approved. */
const POLLS = 20

/**
 * Saves a card, by the fields of the checkout. A bank may ask for an approval first. With `onSaved` the card is for something that follows,
 * which gets its id: it is the one that is not in `known`.
 */
export default function AddCard(props: { onClose: () => void; known?: readonly string[]; onSaved?: (id: string) => void }) {
  const { onClose, known = [], onSaved } = props
  const { shop, api, customer } = usePortal()
  const [values, setValues] = useState<FormValues>({ ...noValues, name: customer?.name ?? '' })
  const [isDefault, setDefault] = useState(true)
  const [state, setState] = useState(untouched)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const isLive = shop.organization.mode === 'live'
  const card = useStripeCard()
  // One key for each body: a repeat after a lost answer saves no second card.
  const attempt = useRef<{ readonly key: string; readonly body: string } | null>(null)
  // The email is not in the form, but in the checks of the checkout.
  const check = () => faultsOf({ ...values, email: customer?.email ?? '' }, isLive ? NO_FIELDS : FIELDS, new Date())
  const finish = (id: string | null) => {
    refreshReads()
    if (onSaved && id !== null) return onSaved(id)
    onClose()
    toast(t(id === null ? 'methods.processing' : 'methods.added'))
  }
  const finishApproval = async (isApproved: boolean) => {
    if (!isApproved) {
      onClose()
      return toast(t('methods.declined'), { bad: true })
    }
    setSecret(null)
    setBusy(true)
    finish(await findNewCard(api, known))
  }
  const send = async () => {
    const found = check()
    setFailure(null)
    if (isFaulty(found)) return setState((now) => afterAttempt(now, found))
    setBusy(true)
    const taken = isLive ? await card.take({}, attempt.current !== null) : { token: sandboxToken(values.card, values.expires) }
    if ('fault' in taken) {
      setBusy(false)
      return setFailure(taken.fault)
    }
    const body = { confirmationTokenId: taken.token, setDefault: isDefault, returnUrl: location.href }
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { key: crypto.randomUUID(), body: text }
    const { data, error } = await api.addMethod(body, { idempotencyKey: attempt.current.key })
    setBusy(false)
    if (error !== null) {
      if (error.status !== 0) attempt.current = null
      return setFailure(failureText(error))
    }
    attempt.current = null
    if (data.status === 'requires_action') return setSecret(data.clientSecret)
    finish(data.status === 'succeeded' ? data.id : null)
  }
  if (secret !== null)
    return (
      <Approval
        approve={t('methods.approve')}
        decline={t('methods.decline')}
        onAnswer={(isApproved) => void finishApproval(isApproved)}
        onClose={onClose}
        secret={secret}
        text={t('methods.approvalText', { merchant: shop.organization.name })}
        title={t('methods.approvalTitle')}
      />
    )
  return (
    <Dialog
      busy={busy}
      foot={
        <Button busy={busy} form={FORM} type="submit" variant="primary">
          {t('methods.save')}
        </Button>
      }
      onClose={onClose}
      open
      title={t('methods.addTitle')}
    >
      <Form
        attempts={state.attempts}
        busy={busy}
        id={FORM}
        onBlur={(name) => setState((now) => afterBlur(now, name, check()))}
        onSubmit={() => void send()}
      >
        {isLive ? (
          <StripeCardForm amount={0} card={card} currency={FORM_CURRENCY} hasCountry={false} isSaved />
        ) : (
          <CardFields
            change={(changes) => {
              setValues((now) => ({ ...now, ...changes }))
              setState((now) => afterChange(now, Object.keys(changes)))
            }}
            faults={state.faults as Faults}
            fields={FIELDS}
            isTest={shop.organization.mode === 'test'}
            values={values}
          />
        )}
        <Checkbox checked={isDefault} label={t('methods.asDefault')} onChange={(event) => setDefault(event.currentTarget.checked)} />
        <Fault text={failure} />
      </Form>
    </Dialog>
  )
}

/** The card that is not among the known ones, once the processor has reported it; null where that takes its time. */
async function findNewCard(api: PortalApi, known: readonly string[]): Promise<string | null> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const { data } = await api.methods()
    const found = data?.items.find(({ id }) => !known.includes(id))
    if (found) return found.id
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return null
}
