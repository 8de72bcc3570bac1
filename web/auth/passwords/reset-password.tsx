import { useEffect, useState } from 'react'
import { PasswordStrength } from '#web/parts/passwords/password-strength.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { FormFailure } from '../form-failure.tsx'
import { tFurther } from '../further-messages.ts'
import { furtherErrorText } from '../further-refusal.ts'
import { useOptions } from '../options.ts'
import { ownAccount } from '../own-account.ts'
import { savedEmail } from '../saved-email.ts'
import { textOf, useAuthForm } from '../use-auth-form.ts'
import { View } from '../view.tsx'
import { passwordFault, passwordFieldsByCode } from './password-fault.ts'

/** The form of the token of an emailed link. */
const resetToken = /^[a-zA-Z0-9]{24}$/

type ResetLink = { readonly token: string } | 'invalid' | 'noToken'

/** Reads the token of the emailed link. The token is a secret, so it moves from the visible URL into the state of the history entry. */
function readLink(): ResetLink {
  const query = new URLSearchParams(location.search)
  const savedToken = (history.state as { token?: unknown } | null)?.token
  const token = query.get('token') ?? (typeof savedToken === 'string' ? savedToken : null)
  if (query.has('error')) return 'invalid'
  if (token === null || token === '') return 'noToken'
  return resetToken.test(token) ? { token } : 'invalid'
}

/** Sets a new password with the token of an emailed link. */
export default function ResetPasswordView() {
  const [link, setLink] = useState(readLink)
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (typeof link === 'object') history.replaceState({ token: link.token }, '', location.pathname)
  }, [link])
  const back = <Link href="/sign-in">{tFurther('backToSignIn')}</Link>
  if (isDone) {
    return (
      <View lead={tFurther('reset.doneText')} title={tFurther('reset.doneTitle')} focusTitle>
        <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href="/sign-in">
          {tFurther('toSignIn')}
        </a>
      </View>
    )
  }
  if (typeof link === 'string') {
    return (
      <View beneath={back} lead={tFurther(`reset.${link}Text`)} title={tFurther(`reset.${link}Title`)} focusTitle>
        <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href="/forgot-password">
          {tFurther('reset.request')}
        </a>
      </View>
    )
  }
  return (
    <View beneath={back} lead={tFurther('reset.description')} title={tFurther('reset.title')}>
      <ResetForm
        onInvalid={() => setLink('invalid')}
        onDone={() => {
          history.replaceState(null, '')
          setIsDone(true)
        }}
        token={link.token}
      />
    </View>
  )
}

function ResetForm({ token, onDone, onInvalid }: { token: string; onDone: () => void; onInvalid: () => void }) {
  const bounds = useOptions().password
  const [typed, setTyped] = useState('')
  const form = useAuthForm({
    check: (values) => ({ password: passwordFault(textOf(values, 'password'), bounds) }),
    send: async (values) => {
      const result = await ownAccount.resetPassword({ token, newPassword: textOf(values, 'password') })
      if (result.error?.code === 'INVALID_TOKEN') onInvalid()
      return result
    },
    done: onDone,
    text: furtherErrorText,
    fieldsByCode: passwordFieldsByCode,
  })
  return (
    <Form {...form.props}>
      {/* Lets a password manager assign the password to the account. */}
      <input autoComplete="username" defaultValue={savedEmail()} hidden name="username" readOnly type="text" />
      <Field
        error={form.faults['password']}
        hint={<PasswordStrength bounds={bounds} password={typed} />}
        label={tFurther('field.newPassword')}
        required
      >
        <PasswordInput
          autoComplete="new-password"
          autoFocus
          name="password"
          onChange={(event) => setTyped(event.target.value)}
          size="tall"
        />
      </Field>
      <FormFailure error={form.failure} text={furtherErrorText} />
      <Button busy={form.busy} variant="primary" size="tall" type="submit" wide>
        {tFurther('reset.submit')}
      </Button>
    </Form>
  )
}
