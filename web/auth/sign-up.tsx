import { useState } from 'react'
import { firstPage } from '#web/next-page.ts'
import type { PasswordBounds } from '#web/parts/new-password.ts'
import { PasswordStrength } from '#web/parts/passwords/password-strength.tsx'
import { t } from '#web/shell/public/messages.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { email } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { tFurther } from './further-messages.ts'
import { furtherErrorText } from './further-refusal.ts'
import { Lead } from './lead.tsx'
import { useOptions } from './options.ts'
import { passwordFault, passwordFieldsByCode } from './passwords/password-fault.ts'
import { savedEmail, saveEmail } from './saved-email.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { sentHref, verifiedHref } from './verify-hrefs.ts'
import { View } from './view.tsx'

const malformed = email(tFurther('missing.validEmail'))
const emailFault = (typed: string) => (typed === '' ? t('missing.email') : malformed(typed))

/** Creates an account. If the email must be verified first, opens the page that confirms that the link was sent. */
export default function SignUpView() {
  const { password, Buttons, isLate, ...options } = useOptions()
  const hasForm = password.signUp
  const isBelow = isLate && hasForm
  const providers = options.providers.filter(({ signUp }) => signUp)
  const buttons = Buttons !== null && providers.length > 0 && (
    <Buttons form={hasForm ? (isBelow ? 'above' : 'beneath') : null} isSignUp providers={providers} />
  )
  if (!hasForm && providers.length === 0) return <ClosedView />
  return (
    <View
      beneath={
        <>
          {tFurther('signUp.haveAccount')} <Link href={`/sign-in${location.search}`}>{tFurther('toSignIn')}</Link>
        </>
      }
      late={isBelow && buttons}
      lead={<Lead plain={tFurther('signUp.description')} />}
      title={tFurther('signUp.title')}
    >
      {!isBelow && buttons}
      {hasForm && <SignUpForm bounds={password} />}
    </View>
  )
}

/** Shown when sign-ups are closed. */
const ClosedView = () => (
  <View lead={tFurther('signUp.closedText')} title={tFurther('signUp.closedTitle')} focusTitle>
    <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href={`/sign-in${location.search}`}>
      {tFurther('toSignIn')}
    </a>
  </View>
)

function SignUpForm({ bounds }: { bounds: Partial<PasswordBounds> }) {
  const [typed, setTyped] = useState('')
  const form = useAuthForm({
    check: (values) => ({
      name: textOf(values, 'name').trim() === '' ? tFurther('missing.name') : undefined,
      email: emailFault(textOf(values, 'email').trim()),
      password: passwordFault(textOf(values, 'password'), bounds),
    }),
    send: (values) =>
      auth.signUp.email({
        name: textOf(values, 'name').trim(),
        email: textOf(values, 'email').trim(),
        password: textOf(values, 'password'),
        callbackURL: verifiedHref(),
      }),
    done: ({ token, user }) => {
      saveEmail(user.email)
      location.replace(token === null ? sentHref() : firstPage(location.search, location.origin))
    },
    text: furtherErrorText,
    fieldsByCode: { INVALID_EMAIL: 'email', USER_ALREADY_EXISTS: 'email', ...passwordFieldsByCode },
  })
  return (
    <Form {...form.props}>
      <Field error={form.faults['name']} label={tFurther('field.name')} required>
        <TextInput autoComplete="name" autoFocus name="name" size="tall" />
      </Field>
      <Field error={form.faults['email']} label={t('field.email')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          defaultValue={savedEmail()}
          inputMode="email"
          name="email"
          size="tall"
          spellCheck={false}
        />
      </Field>
      <Field
        error={form.faults['password']}
        hint={<PasswordStrength bounds={bounds} password={typed} />}
        label={t('field.password')}
        required
      >
        <PasswordInput autoComplete="new-password" name="password" onChange={(event) => setTyped(event.target.value)} size="tall" />
      </Field>
      <FormFailure error={form.failure} text={furtherErrorText} />
      <Button busy={form.busy} variant="primary" size="tall" type="submit" wide>
        {tFurther('signUp.submit')}
      </Button>
    </Form>
  )
}
