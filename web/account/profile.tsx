import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SignInOptions, User } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { language } from '#web/language.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { PictureField, type PictureMessages } from '#web/parts/picture-field.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { useSavedValue } from '#web/parts/use-saved-value.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { optionsQuery, ownAccount, refreshAccount } from './client.ts'
import { LanguageGroup } from './language-group.tsx'
import { t } from './messages.ts'
import { changedLabels, changesOf, profileRefusals, profileRules, valuesOf } from './profile-values.ts'

const pictureMessages: PictureMessages = {
  label: t('profile.picture'),
  hint: t('profile.pictureHint'),
  choose: t('profile.choose'),
  change: t('profile.change'),
  remove: t('profile.remove'),
  unreadable: t('profile.unreadable'),
}

/** Edits name, user name, picture and language. */
export default function Profile() {
  const { user } = useSession()
  return <ProfileForm key={user.id} user={user} />
}

function ProfileForm({ user }: { user: User }) {
  const bounds = useQuery(optionsQuery).data?.username
  const save = useAction(ownAccount.updateUser)
  const [isReloading, setIsReloading] = useState(false)
  const form = useForm({
    initial: () => valuesOf(user),
    rules: profileRules(user),
    refusals: profileRefusals,
    send: async (values) => {
      const changes = changesOf(values, user)
      return Object.keys(changes).length === 0 ? null : save.run(changes)
    },
    onDone: async (_, values) => {
      const { language: chosen = language } = changesOf(values, user)
      await refreshAccount()
      if (chosen === language) toast(t('profile.saved'))
      else setIsReloading(true)
    },
  })
  useSavedValue(user.image, (image) => form.set({ image }))
  const { name, image } = form.values
  const changes = changedLabels(changesOf(form.values, user))
  const isSaved = changes.length === 0
  // Not before the form shows what is saved: until then the page warns of unsaved changes.
  useEffect(() => {
    if (isReloading && isSaved) location.reload()
  }, [isReloading, isSaved])
  return (
    <SettingsFrame head={<PageHeader title={t('profile.title')} />}>
      <AppForm {...form.props} className="grid gap-32" saveKey>
        <SettingsGroup text={t('profile.aboutText')} title={t('profile.about')}>
          <Card>
            <CardBody>
              <Field {...form.field('name')} label={t('profile.name')} required>
                <TextInput {...form.text('name')} autoComplete="name" maxLength={255} />
              </Field>
              <PictureField
                {...form.field('image')}
                messages={pictureMessages}
                name={name}
                onChange={(image) => form.set({ image })}
                value={image}
              />
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('profile.usernameText')} title={t('profile.signIn')}>
          <Card>
            <CardBody>
              <Field {...form.field('username')} hint={usernameHint(bounds)} label={t('profile.username')} optional>
                <TextInput {...form.text('username')} autoCapitalize="none" autoComplete="off" spellCheck={false} />
              </Field>
            </CardBody>
          </Card>
        </SettingsGroup>
        <LanguageGroup {...form.field('language')} onChange={(chosen) => form.set({ language: chosen })} value={form.values.language} />
        <FormFailure text={form.failure} />
        <ActionBar busy={form.busy} changes={changes} note={t('profile.reach')} onDiscard={() => form.reset(valuesOf(user))} />
      </AppForm>
      <LeaveGuard changes={() => changes} />
    </SettingsFrame>
  )
}

const usernameHint = (bounds: SignInOptions['username'] | undefined): string =>
  bounds === undefined
    ? t('profile.usernamePlainHint')
    : t('profile.usernameHint', { minimum: bounds.minimumLength, maximum: bounds.maximumLength })
