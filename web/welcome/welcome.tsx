import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client, organizationsQuery, queries, useAct } from '#web/api.ts'
import { errorText } from '#web/full-language.ts'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { useSession } from '#web/shell/session.tsx'
import { useSignOut } from '#web/shell/sign-out.ts'
import { Button } from '#web/ui/acts/button.tsx'
import { linkClass } from '#web/ui/acts/link.tsx'
import { Field } from '#web/ui/asking/field.tsx'
import { Form } from '#web/ui/asking/form.tsx'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { Banner } from '#web/ui/floating/banner.tsx'
import { isSlug, slugOf } from './slug.ts'
import { t } from './words.ts'

/** Create an organization; its creator is owner, and it becomes the active one. */
export default function Welcome() {
  const { user } = useSession()
  const signOut = useSignOut()
  useEffect(() => {
    document.title = `${t('welcome.title')} · Guildhall`
  }, [])
  return (
    <AuthFrame
      beneath={
        <>
          {t('welcome.signedInAs', { email: user.email })}.{' '}
          <button className={linkClass} onClick={signOut} type="button">
            {t('welcome.signOut')}
          </button>
        </>
      }
      lead={t('welcome.lead')}
      product="Guildhall"
      title={t('welcome.title')}
    >
      <OrganizationForm />
    </AuthFrame>
  )
}

function OrganizationForm() {
  const router = useRouter()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [tried, setTried] = useState(0)
  const create = useAct(client.auth.organization.create)
  const slug = ownSlug ?? slugOf(name)
  const wrongName = name.trim() === '' ? t('welcome.missingName') : undefined
  const wrongSlug = slug === '' ? t('welcome.missingSlug') : isSlug(slug) ? undefined : t('welcome.wrongSlug')
  const taken = create.error?.code === 'ORGANIZATION_ALREADY_EXISTS'

  const submit = async () => {
    setTried(tried + 1)
    if (wrongName !== undefined || wrongSlug !== undefined) return
    const result = await create.run({ name: name.trim(), slug })
    if (result?.data == null) {
      setTried(tried + 2)
      return
    }
    await queries.fetchQuery({ ...organizationsQuery, staleTime: 0 })
    router.history.replace(`/dashboard/${result.data.slug}`)
  }
  return (
    <Form busy={create.busy} faults={tried} onSubmit={() => void submit()}>
      <Field error={tried > 0 ? wrongName : undefined} hint={t('welcome.nameHint')} label={t('welcome.name')} required>
        <TextInput
          autoComplete="organization"
          autoFocus
          maxLength={250}
          onChange={(event) => setName(event.target.value)}
          size="tall"
          value={name}
        />
      </Field>
      <Field
        error={tried > 0 ? (wrongSlug ?? (taken && create.error !== null ? errorText(create.error) : undefined)) : undefined}
        hint={t('welcome.slugHint')}
        label={t('welcome.slug')}
        required
      >
        <TextInput
          autoCapitalize="none"
          autoComplete="off"
          before="/dashboard/"
          onChange={(event) => {
            setOwnSlug(event.target.value)
            create.reset()
          }}
          size="tall"
          spellCheck={false}
          value={slug}
        />
      </Field>
      {create.error !== null && !taken && (
        <Banner alert tone="bad">
          {errorText(create.error)}
        </Banner>
      )}
      <Button busy={create.busy} look="primary" size="tall" type="submit" wide>
        {t('welcome.submit')}
      </Button>
    </Form>
  )
}
