import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInOptions, User } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { PictureField, type PictureMessages } from '#web/parts/picture-field.tsx'
import { useSavedValue } from '#web/parts/use-saved-value.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { optionsQuery, ownAccount, refreshAccount } from './client.ts'
import { t } from './messages.ts'
import { changesOf, faultsOf, fieldOfRefusal, type ProfileFaults, type ProfileValues, valuesOf } from './profile-values.ts'
import { refusedText } from './refusal.ts'

const pictureMessages: PictureMessages = {
  label: t('profile.picture'),
  hint: t('profile.pictureHint'),
  choose: t('profile.choose'),
  change: t('profile.change'),
  remove: t('profile.remove'),
  unreadable: t('profile.unreadable'),
}

/** Edits name, user name and picture. */
export default function Profile() {
  const { user } = useSession()
  return <ProfileForm key={user.id} user={user} />
}

function ProfileForm({ user }: { user: User }) {
  const bounds = useQuery(optionsQuery).data?.username
  const [values, setValues] = useState(() => valuesOf(user))
  useSavedValue(user.image, (image) => setValues({ ...values, image }))
  const [faults, setFaults] = useState<ProfileFaults>({})
  const save = useAction(ownAccount.updateUser)
  const changes = changesOf(values, user)
  const count = Object.keys(changes).length
  const set = (change: Partial<ProfileValues>) => setValues({ ...values, ...change })
  const submit = async () => {
    const found = faultsOf(values, user)
    setFaults(found)
    if (Object.keys(found).length > 0 || count === 0) return
    const result = await save.run(changes)
    if (result === null) return
    if (result.error !== null) return setFaults({ [fieldOfRefusal(result.error)]: refusedText(result.error) })
    await refreshAccount()
    toast(t('profile.saved'))
  }
  const discard = () => {
    setValues(valuesOf(user))
    setFaults({})
  }
  return (
    <SettingsFrame head={<PageHeader title={t('profile.title')} />}>
      <Form busy={save.busy} className="grid gap-32" faults={faults} onSubmit={() => void submit()} saveKey>
        <SettingsGroup text={t('profile.aboutText')} title={t('profile.about')}>
          <Card>
            <CardBody>
              <Field error={faults.name} label={t('profile.name')} required>
                <TextInput
                  autoComplete="name"
                  maxLength={255}
                  onChange={(event) => set({ name: event.target.value })}
                  value={values.name}
                />
              </Field>
              <PictureField
                error={faults.image}
                name={values.name}
                onChange={(image) => set({ image })}
                value={values.image}
                messages={pictureMessages}
              />
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('profile.usernameText')} title={t('profile.signIn')}>
          <Card>
            <CardBody>
              <Field error={faults.username} hint={usernameHint(bounds)} label={t('profile.username')} optional>
                <TextInput
                  autoCapitalize="none"
                  autoComplete="off"
                  onChange={(event) => set({ username: event.target.value })}
                  spellCheck={false}
                  value={values.username}
                />
              </Field>
            </CardBody>
          </Card>
        </SettingsGroup>
        {faults.form !== undefined && (
          <Banner alert tone="bad">
            {faults.form}
          </Banner>
        )}
        <ActionBar busy={save.busy} onDiscard={discard} open={count > 0} title={t('profile.changes', { count: changeCount(changes) })} />
      </Form>
      <LeaveGuard isDirty={() => count > 0} />
    </SettingsFrame>
  )
}

const usernameHint = (bounds: SignInOptions['username'] | undefined): string =>
  bounds === undefined
    ? t('profile.usernamePlainHint')
    : t('profile.usernameHint', { minimum: bounds.minimumLength, maximum: bounds.maximumLength })

/** A user name and its display form count as one change. */
const changeCount = ({ username, displayUsername, ...others }: ReturnType<typeof changesOf>): number =>
  Object.keys(others).length + Number(username !== undefined || displayUsername !== undefined)
