import { useEffect, useState } from 'react'
import { passwordHint } from '#web/parts/new-password.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { keptAddress } from './address.ts'
import { FormFailure } from './form-failure.tsx'
import { more } from './further-messages.ts'
import { furtherText } from './further-refusal.ts'
import { useOptions } from './options.ts'
import { ownAccount } from './own-account.ts'
import { passwordFault, passwordPlaces } from './password-fault.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { View } from './view.tsx'

type Arrival = { readonly token: string } | 'bad' | 'none'

/** What the mailed link brought. The token is a secret: it moves from the address, which is shown and kept, into the entry of this visit. */
function arrival(): Arrival {
  const query = new URLSearchParams(location.search)
  const kept = (history.state as { token?: unknown } | null)?.token
  const token = query.get('token') ?? (typeof kept === 'string' ? kept : null)
  if (query.has('error')) return 'bad'
  return token === null || token === '' ? 'none' : { token }
}

/** Choose a new password, by the link of a mail. */
export default function ResetPasswordView() {
  const [came, setCame] = useState(arrival)
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (typeof came === 'object') history.replaceState({ token: came.token }, '', location.pathname)
  }, [came])
  const back = <Link href="/sign-in">{more('backToSignIn')}</Link>
  if (isDone) {
    return (
      <View lead={more('reset.doneText')} title={more('reset.doneTitle')} told>
        <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href="/sign-in">
          {more('toSignIn')}
        </a>
      </View>
    )
  }
  if (typeof came === 'string') {
    return (
      <View beneath={back} lead={more(`reset.${came}Text`)} title={more(`reset.${came}Title`)} told>
        <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href="/forgot-password">
          {more('reset.ask')}
        </a>
      </View>
    )
  }
  return (
    <View beneath={back} lead={more('reset.lead')} title={more('reset.title')}>
      <ResetForm
        onBad={() => setCame('bad')}
        onDone={() => {
          history.replaceState(null, '')
          setIsDone(true)
        }}
        token={came.token}
      />
    </View>
  )
}

function ResetForm({ token, onDone, onBad }: { token: string; onDone: () => void; onBad: () => void }) {
  const bounds = useOptions().password
  const form = useAuthForm({
    check: (values) => ({ password: passwordFault(textOf(values, 'password'), bounds) }),
    send: async (values) => {
      const result = await ownAccount.resetPassword({ token, newPassword: textOf(values, 'password') })
      if (result.error?.code === 'INVALID_TOKEN') onBad()
      return result
    },
    done: onDone,
    text: furtherText,
    placed: passwordPlaces,
  })
  return (
    <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
      {/* So that a password manager knows whose password this is. */}
      <input autoComplete="username" defaultValue={keptAddress()} hidden name="username" readOnly type="text" />
      <Field error={form.faults['password']} hint={passwordHint(bounds)} label={more('field.newPassword')} required>
        <PasswordInput autoComplete="new-password" autoFocus name="password" size="tall" />
      </Field>
      <FormFailure error={form.failure} text={furtherText} />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {more('reset.submit')}
      </Button>
    </Form>
  )
}
