import { firstPage } from '#web/next-page.ts'
import { type PasswordBounds, passwordHint } from '#web/parts/new-password.ts'
import { t } from '#web/shell/public/messages.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { keepAddress, keptAddress } from './address.ts'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { more } from './further-messages.ts'
import { furtherText } from './further-refusal.ts'
import { useOptions } from './options.ts'
import { passwordFault, passwordPlaces } from './password-fault.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { sentPage, verifiedPage } from './verify-places.ts'
import { View } from './view.tsx'

/** Make an account. Where addresses must be verified first, goes on to the page that says where the mail went. */
export default function SignUpView() {
  const { password, Buttons, isLate, ...offered } = useOptions()
  const hasForm = password.signUp
  const hangs = isLate && hasForm
  const providers = offered.providers.filter(({ signUp }) => signUp)
  const buttons = Buttons !== null && providers.length > 0 && (
    <Buttons form={hasForm ? (hangs ? 'above' : 'beneath') : null} isSignUp providers={providers} />
  )
  if (!hasForm && providers.length === 0) return <Closed />
  return (
    <View
      beneath={
        <>
          {more('signUp.haveOne')} <Link href={`/sign-in${location.search}`}>{more('toSignIn')}</Link>
        </>
      }
      late={hangs && buttons}
      lead={more('signUp.lead')}
      title={more('signUp.title')}
    >
      {!hangs && buttons}
      {hasForm && <SignUpForm bounds={password} />}
    </View>
  )
}

/** Nobody new may come in. */
const Closed = () => (
  <View lead={more('signUp.closedText')} title={more('signUp.closedTitle')} told>
    <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href={`/sign-in${location.search}`}>
      {more('toSignIn')}
    </a>
  </View>
)

function SignUpForm({ bounds }: { bounds: Partial<PasswordBounds> }) {
  const form = useAuthForm({
    check: (values) => ({
      name: textOf(values, 'name').trim() === '' ? more('missing.name') : undefined,
      email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined,
      password: passwordFault(textOf(values, 'password'), bounds),
    }),
    send: (values) =>
      auth.signUp.email({
        name: textOf(values, 'name').trim(),
        email: textOf(values, 'email').trim(),
        password: textOf(values, 'password'),
        callbackURL: verifiedPage(),
      }),
    done: ({ token, user }) => {
      keepAddress(user.email)
      location.replace(token === null ? sentPage() : firstPage(location.search, location.origin))
    },
    text: furtherText,
    placed: { INVALID_EMAIL: 'email', USER_ALREADY_EXISTS: 'email', ...passwordPlaces },
  })
  return (
    <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
      <Field error={form.faults['name']} label={more('field.name')} required>
        <TextInput autoComplete="name" autoFocus name="name" size="tall" />
      </Field>
      <Field error={form.faults['email']} label={t('field.email')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          defaultValue={keptAddress()}
          inputMode="email"
          name="email"
          size="tall"
          spellCheck={false}
        />
      </Field>
      <Field error={form.faults['password']} hint={passwordHint(bounds)} label={t('field.password')} required>
        <PasswordInput autoComplete="new-password" name="password" size="tall" />
      </Field>
      <FormFailure error={form.failure} text={furtherText} />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {more('signUp.submit')}
      </Button>
    </Form>
  )
}
