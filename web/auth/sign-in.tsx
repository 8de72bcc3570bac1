import { useEffect } from 'react'
import { nextPage } from '#web/next-page.ts'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { t } from '#web/shell/public/words.ts'
import { Button } from '#web/ui/acts/button.tsx'
import { Link } from '#web/ui/acts/link.tsx'
import { Checkbox } from '#web/ui/asking/checkbox.tsx'
import { Field } from '#web/ui/asking/field.tsx'
import { Form } from '#web/ui/asking/form.tsx'
import { PasswordInput } from '#web/ui/asking/password-input.tsx'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { textOf, useAuthForm } from './use-auth-form.ts'

const goOn = () => location.replace(nextPage(location.search, location.origin))

/** Sign in with e-mail and password. Somebody who is signed in already is sent on. */
export function SignInView() {
  useEffect(() => {
    void auth.getSession().then(({ data }) => data !== null && goOn())
  }, [])
  const form = useAuthForm({
    check: (values) => ({
      email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined,
      password: textOf(values, 'password') === '' ? t('missing.password') : undefined,
    }),
    send: (values) =>
      auth.signIn.email({
        email: textOf(values, 'email').trim(),
        password: textOf(values, 'password'),
        rememberMe: values.has('remember'),
      }),
    done: goOn,
    placed: { INVALID_EMAIL: 'email' },
  })
  return (
    <AuthFrame
      beneath={
        <>
          {t('signIn.newHere')} <Link href={`/sign-up${location.search}`}>{t('signIn.create')}</Link>
        </>
      }
      lead={t('signIn.lead')}
      product={t('product')}
      title={t('signIn.title')}
    >
      <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
        <Field error={form.faults['email']} label={t('field.email')} required>
          <TextInput
            autoCapitalize="none"
            autoComplete="username"
            autoFocus
            inputMode="email"
            name="email"
            size="tall"
            spellCheck={false}
          />
        </Field>
        <Field error={form.faults['password']} label={t('field.password')} required>
          <PasswordInput autoComplete="current-password" name="password" size="tall" />
        </Field>
        <FormFailure error={form.failure} />
        <Checkbox defaultChecked label={t('signIn.remember')} name="remember" />
        <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
          {t('signIn.submit')}
        </Button>
      </Form>
    </AuthFrame>
  )
}
