import { useEffect } from 'react'
import type { Result } from '#client/index.ts'
import { nextPage } from '#web/next-page.ts'
import { t } from '#web/shell/public/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { Lead } from './lead.tsx'
import { useOptions } from './options.ts'
import { savedEmail, saveEmail } from './saved-email.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { View } from './view.tsx'

const openNextPage = () => location.replace(nextPage(location.search, location.origin))
/** Saves the typed name for the next page if it is an email. */
const saveTypedEmail = (name: string) => name.includes('@') && saveEmail(name)

/** Sign-in with a provider, or with an email or username and a password. Redirects a user who is already signed in. */
export function SignInView() {
  const { providers, password, Buttons, isLate } = useOptions()
  useEffect(() => {
    void auth.getSession().then(({ data }) => data !== null && openNextPage())
  }, [])
  const hasForm = password.signIn
  const isBelow = isLate && hasForm
  const allowsSignUp = password.signUp || providers.some(({ signUp }) => signUp)
  const buttons = Buttons !== null && (
    <Buttons form={hasForm ? (isBelow ? 'above' : 'beneath') : null} isSignUp={false} providers={providers} />
  )
  return (
    <View
      beneath={
        allowsSignUp ? (
          <>
            {t('signIn.newHere')} <Link href={`/sign-up${location.search}`}>{t('signIn.create')}</Link>
          </>
        ) : undefined
      }
      late={isBelow && buttons}
      lead={hasForm || providers.length > 0 ? <Lead plain={t('signIn.description')} /> : t('signIn.closed')}
      title={t('signIn.title')}
    >
      {!isBelow && buttons}
      {hasForm && <SignInForm canReset={password.reset} />}
    </View>
  )
}

/** `canReset`: whether the server offers password resets. */
function SignInForm({ canReset }: { canReset: boolean }) {
  const form = useAuthForm({
    check: (values) => ({
      name: textOf(values, 'name').trim() === '' ? t('missing.emailOrUsername') : undefined,
      password: textOf(values, 'password') === '' ? t('missing.password') : undefined,
    }),
    send: (values): Promise<Result<unknown>> => {
      const name = textOf(values, 'name').trim()
      saveTypedEmail(name)
      const rest = { password: textOf(values, 'password'), rememberMe: values.has('remember') }
      return name.includes('@') ? auth.signIn.email({ email: name, ...rest }) : auth.signIn.username({ username: name, ...rest })
    },
    done: openNextPage,
    fieldsByCode: { INVALID_EMAIL: 'name', USERNAME_IS_TOO_SHORT: 'name', USERNAME_IS_TOO_LONG: 'name', USERNAME_IS_INVALID: 'name' },
  })
  return (
    <Form {...form.props}>
      <Field error={form.faults['name']} label={t('field.emailOrUsername')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          autoFocus
          defaultValue={savedEmail()}
          inputMode="email"
          name="name"
          onBlur={(event) => saveTypedEmail(event.target.value.trim())}
          size="tall"
          spellCheck={false}
        />
      </Field>
      <Field
        beside={canReset ? <Link href="/forgot-password">{t('signIn.forgot')}</Link> : undefined}
        error={form.faults['password']}
        label={t('field.password')}
        required
      >
        <PasswordInput autoComplete="current-password" name="password" size="tall" />
      </Field>
      <FormFailure
        action={
          form.failure?.code === 'EMAIL_NOT_VERIFIED' ? (
            <Link href={`/verify-email${location.search}`}>{t('signIn.verify')}</Link>
          ) : undefined
        }
        error={form.failure}
      />
      <Checkbox defaultChecked label={t('signIn.remember')} name="remember" />
      <Button busy={form.busy} variant="primary" size="tall" type="submit" wide>
        {t('signIn.submit')}
      </Button>
    </Form>
  )
}
