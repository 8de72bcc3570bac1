import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { organizationsQuery, queryClient, useAction } from '#web/api.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { faultAt, formFaultText } from '#web/parts/field-faults.ts'
import { pairFaults } from '#web/parts/metadata.ts'
import { PictureField, type PictureMessages } from '#web/parts/picture-field.tsx'
import { useSavedValue } from '#web/parts/use-saved-value.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { useCurrentFaults } from '#web/ui/inputs/current-faults.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { organizations, refreshOrganization } from '../client.ts'
import { type Membership, useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { changesOf, type GeneralFaults, type GeneralValues, valuesOf } from './general-values.ts'
import { type SlugState, useSlugCheck } from './use-slug-check.ts'

const logoMessages: PictureMessages = {
  label: t('general.logo'),
  hint: t('general.logoHint'),
  choose: t('general.choose'),
  change: t('general.change'),
  remove: t('general.remove'),
  unreadable: t('general.unreadable'),
}

/** Name, slug, logo and metadata; read-only for members without permission to update. */
export default function General() {
  const { organization, may } = useMembership()
  return (
    <SettingsFrame head={<PageHeader title={t('general.title')} />}>
      {may({ organization: ['update'] }) ? (
        <GeneralForm key={organization.id} organization={organization} />
      ) : (
        <ReadOnlyGeneral organization={organization} />
      )}
    </SettingsFrame>
  )
}

function ReadOnlyGeneral({ organization }: Pick<Membership, 'organization'>) {
  const { name, slug, logo } = organization
  const { pairs } = valuesOf(organization)
  return (
    <>
      <SettingsGroup text={t('general.readOnly')} title={t('general.profile')}>
        <Card>
          <CardBody>
            <Avatar name={name} size={40} square src={logo} />
            <DescriptionList
              items={[
                [t('general.name'), name],
                [t('general.slug'), `/dashboard/${slug}`],
                ...pairs.map(({ key, value }) => [key, <code key={key}>{value}</code>] as const),
              ]}
            />
          </CardBody>
        </Card>
      </SettingsGroup>
      <Identity organization={organization} />
    </>
  )
}

function Identity({ organization }: Pick<Membership, 'organization'>) {
  return (
    <SettingsGroup text={t('general.detailsText')} title={t('general.details')}>
      <Card>
        <CardBody>
          <DescriptionList
            items={[
              [t('general.id'), <Id key="id" name={t('general.id')} value={organization.id} />],
              [t('general.created'), <Time as="day" at={organization.createdAt} key="created" />],
            ]}
          />
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

function useSave(organization: Membership['organization'], values: GeneralValues, slugState: SlugState) {
  const router = useRouter()
  const [faults, setFaults] = useState<GeneralFaults>({})
  const save = useAction(organizations.update)
  const changes = changesOf(values, organization)
  const run = async () => {
    const pairs = pairFaults(values.pairs, { missing: t('general.keyMissing'), duplicate: t('general.keyDuplicate') })
    const found: GeneralFaults = {
      ...(values.name.trim() === '' && { name: t('general.nameMissing') }),
      ...(slugState === 'empty' && { slug: t('general.slugMissing') }),
      ...(Object.keys(pairs).length > 0 && { pairs }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0 || slugState === 'wrong' || slugState === 'taken' || Object.keys(changes).length === 0) return
    const result = await save.run({ organizationId: organization.id, data: changes })
    if (result === null) return
    if (result.error !== null) return setFaults(faultsFrom(result.error))
    if (changes.slug !== undefined) {
      // The URL contains the slug: cache and URL change together, or the organization would be unknown for a moment.
      const { slug } = changes
      const cached = queryClient.getQueryData(organizationsQuery.queryKey) ?? []
      queryClient.setQueryData(
        organizationsQuery.queryKey,
        cached.map((each) => (each.id === organization.id ? { ...each, slug } : each)),
      )
      router.history.replace(`/dashboard/${slug}/settings/general`)
    }
    await refreshOrganization()
    toast(t('general.saved'))
  }
  return { faults, setFaults, busy: save.busy, run, count: Object.keys(changes).length, changes }
}

function faultsFrom(error: Parameters<typeof refusedText>[0]): GeneralFaults {
  const text = refusedText(error)
  if (error.code === 'SLUG_IS_TAKEN' || error.code === 'ORGANIZATION_ALREADY_EXISTS') return { slug: text }
  const fieldFaults = { name: t('general.nameMissing'), slug: t('general.slugInvalid'), logo: t('general.unreadable') }
  const field = (['name', 'slug', 'logo'] as const).find((each) => faultAt(error, `data.${each}`) !== undefined)
  return field === undefined ? { form: error.fields.length > 0 ? formFaultText(error) : text } : { [field]: fieldFaults[field] }
}

function GeneralForm({ organization }: Pick<Membership, 'organization'>) {
  const [values, setValues] = useState(() => valuesOf(organization))
  useSavedValue(organization.logo, (logo) => setValues({ ...values, logo }))
  const slugState = useSlugCheck(values.slug.trim(), organization.slug)
  const { faults: attempted, setFaults, busy, run, count, changes } = useSave(organization, values, slugState)
  const faults = useCurrentFaults(attempted, values)
  const set = (change: Partial<GeneralValues>) => setValues({ ...values, ...change })
  const slugFault =
    faults.slug ?? (slugState === 'wrong' ? t('general.slugInvalid') : slugState === 'taken' ? t('general.slugTaken') : undefined)
  return (
    <>
      <Form
        busy={busy}
        className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32"
        faults={attempted}
        onSubmit={() => void run()}
        saveKey
      >
        <SettingsGroup text={t('general.profileText')} title={t('general.profile')}>
          <Card>
            <CardBody>
              <Field error={faults.name} hint={t('general.nameHint')} label={t('general.name')} required>
                <TextInput
                  autoComplete="organization"
                  maxLength={255}
                  onChange={(event) => set({ name: event.target.value })}
                  value={values.name}
                />
              </Field>
              <PictureField
                error={faults.logo}
                name={values.name}
                onChange={(logo) => set({ logo })}
                square
                value={values.logo}
                messages={logoMessages}
              />
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('general.slugText')} title={t('general.slug')}>
          <Card>
            <CardBody>
              <Field error={slugFault} hint={<SlugHint slug={values.slug.trim()} state={slugState} />} label={t('general.slug')} required>
                <TextInput
                  autoCapitalize="none"
                  autoComplete="off"
                  before="/dashboard/"
                  maxLength={64}
                  onChange={(event) => set({ slug: event.target.value })}
                  spellCheck={false}
                  value={values.slug}
                />
              </Field>
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('general.metadataText')} title={t('general.metadata')}>
          <Card>
            <CardBody>
              <KeyValueEditor errors={faults.pairs} onChange={(pairs) => set({ pairs })} pairs={values.pairs} />
            </CardBody>
          </Card>
        </SettingsGroup>
        <Identity organization={organization} />
        {faults.form !== undefined && (
          <Banner alert tone="bad">
            {faults.form}
          </Banner>
        )}
        <ActionBar
          busy={busy}
          note={changes.slug === undefined ? undefined : t('general.slugNote')}
          onDiscard={() => {
            setValues(valuesOf(organization))
            setFaults({})
          }}
          open={count > 0}
          title={t('general.changes', { count })}
        />
      </Form>
      <LeaveGuard isDirty={() => count > 0 && !busy} />
    </>
  )
}

function SlugHint({ state, slug }: { state: SlugState; slug: string }) {
  const text =
    state === 'free'
      ? t('general.slugFree', { slug })
      : state === 'checking'
        ? t('general.slugChecking')
        : state === 'unknown'
          ? t('general.slugUnknown')
          : t('general.slugHint')
  return (
    <span className={state === 'free' ? 'text-good' : undefined} role="status">
      {text}
    </span>
  )
}
