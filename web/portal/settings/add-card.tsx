import { useRef, useState } from 'react'
import { sandboxToken } from '#web/parts/checkouts/page/card.ts'
import { CardFields } from '#web/parts/checkouts/page/card-fields.tsx'
import { type Faults, type FieldName, type FormValues, faultsOf } from '#web/parts/checkouts/page/fields.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { afterAttempt, afterBlur, afterChange, isFaulty, untouched } from '#web/ui/inputs/form-state.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'
import { refreshReads } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'
import { noValues } from './values.ts'

const FIELDS = new Set<FieldName>(['card', 'expires', 'code', 'name'])
const FORM = 'add-card'

/** Saves a card, by the fields of the checkout. A bank may ask for an approval first. */
export default function AddCard({ onClose }: { onClose: () => void }) {
  const { shop, api, customer } = usePortal()
  const [values, setValues] = useState<FormValues>({ ...noValues, name: customer?.name ?? '' })
  const [isDefault, setDefault] = useState(true)
  const [state, setState] = useState(untouched)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  // One key for each body: a repeat after a lost answer saves no second card.
  const attempt = useRef<{ readonly key: string; readonly body: string } | null>(null)
  // The email is not in the form, but in the checks of the checkout.
  const check = () => faultsOf({ ...values, email: customer?.email ?? '' }, FIELDS, new Date())
  const finish = () => {
    refreshReads()
    onClose()
    toast(t('methods.added'))
  }
  const send = async () => {
    const found = check()
    setFailure(null)
    if (isFaulty(found)) return setState((now) => afterAttempt(now, found))
    setBusy(true)
    const body = { confirmationTokenId: sandboxToken(values.card), setDefault: isDefault, returnUrl: location.href }
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
    if (data.status === 'succeeded') return finish()
    onClose()
    toast(t('methods.processing'))
  }
  if (secret !== null) return <Approval onClose={onClose} onDone={finish} secret={secret} />
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
        <Checkbox checked={isDefault} label={t('methods.asDefault')} onChange={(event) => setDefault(event.currentTarget.checked)} />
        <Fault text={failure} />
      </Form>
    </Dialog>
  )
}

/** The sandbox's replacement for the approval at a bank. */
function Approval({ secret, onDone, onClose }: { secret: string; onDone: () => void; onClose: () => void }) {
  const { shop } = usePortal()
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const answer = async (approve: boolean) => {
    setBusy(approve ? 'approve' : 'decline')
    const { error } = await publicApi.answerAction(secret, { approve }, { idempotencyKey: `${secret}:${approve}` })
    setBusy(null)
    if (error !== null) return setFault(failureText(error))
    if (approve) return onDone()
    onClose()
    toast(t('methods.declined'), { bad: true })
  }
  return (
    <Dialog
      busy={busy !== null}
      foot={
        <>
          <Button busy={busy === 'decline'} disabled={busy === 'approve'} onClick={() => void answer(false)}>
            {t('methods.decline')}
          </Button>
          <Button busy={busy === 'approve'} disabled={busy === 'decline'} onClick={() => void answer(true)} variant="primary">
            {t('methods.approve')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('methods.approvalTitle')}
    >
      <p className="text-muted">{t('methods.approvalText', { merchant: shop.organization.name })}</p>
      <Fault text={fault} />
    </Dialog>
  )
}
