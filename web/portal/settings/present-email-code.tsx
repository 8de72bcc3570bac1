import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { t as portal } from '../messages.ts'
import { t } from './messages.ts'

const CODE_LENGTH = 6

/** Confirms the present email by a code that was mailed to it; `onDone` gets the token of the session that the code opens. */
export function PresentEmailCode(props: { email: string; requestId: string; onDone: (token: string) => void }) {
  const { email, requestId, onDone } = props
  const [code, setCode] = useState('')
  const [state, setState] = useState<{ fault?: string; attempts: number; busy: boolean }>({ attempts: 0, busy: false })
  const send = async () => {
    const refuse = (fault: string) => setState((now) => ({ fault, attempts: now.attempts + 1, busy: false }))
    if (code.replace(/[\s-]/g, '').length !== CODE_LENGTH) return refuse(portal('signIn.codeShort'))
    setState((now) => ({ attempts: now.attempts, busy: true }))
    const { data, error } = await publicApi.redeemCode({ code, requestId })
    if (error === null) return onDone(data.token)
    refuse(error.status === 422 ? portal('signIn.codeShort') : failureText(error))
  }
  return (
    <Form attempts={state.attempts} busy={state.busy} onSubmit={() => void send()}>
      <p className="text-label [overflow-wrap:anywhere]">{t('email.codeText', { email: shownEmail(email) })}</p>
      <Field error={state.fault} hint={portal('signIn.codeHint')} label={portal('signIn.code')}>
        <TextInput
          autoCapitalize="characters"
          autoComplete="one-time-code"
          autoFocus
          maxLength={12}
          name="code"
          numeric
          onChange={(event) => {
            setCode(event.currentTarget.value.toUpperCase())
            setState((now) => ({ attempts: now.attempts, busy: false }))
          }}
          spellCheck={false}
          value={code}
        />
      </Field>
      <div>
        <Button busy={state.busy} type="submit">
          {portal('emailUpdate.confirm')}
        </Button>
      </div>
    </Form>
  )
}
