import { useRouter } from '@tanstack/react-router'
import { organizationsQuery, queryClient, useAction } from '#web/api.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { type SlugState, useSlugCheck } from '#web/parts/organizations/use-slug-check.ts'
import { PictureField, type PictureMessages } from '#web/parts/picture-field.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { useSavedValue } from '#web/parts/use-saved-value.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { organizations, refreshOrganization } from '../client.ts'
import { type Membership, useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { changedLabels, changesOf, generalRefusals, generalRules, valuesOf } from './general-values.ts'

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

function useGeneralForm(organization: Membership['organization']) {
  const router = useRouter()
  const save = useAction(organizations.update)
  return useForm({
    initial: () => valuesOf(organization),
    rules: generalRules(organization),
    refusals: generalRefusals,
    send: async (values) => {
      const data = changesOf(values, organization)
      return Object.keys(data).length === 0 ? null : save.run({ organizationId: organization.id, data })
    },
    onDone: async (_, values) => {
      const { slug } = changesOf(values, organization)
      if (slug !== undefined) {
        // The URL contains the slug: cache and URL change together, or the organization would be unknown for a moment.
        const cached = queryClient.getQueryData(organizationsQuery.queryKey) ?? []
        queryClient.setQueryData(
          organizationsQuery.queryKey,
          cached.map((each) => (each.id === organization.id ? { ...each, slug } : each)),
        )
        router.history.replace(`/dashboard/${slug}/settings/general`)
      }
      await refreshOrganization()
      toast(t('general.saved'))
    },
  })
}

function GeneralForm({ organization }: Pick<Membership, 'organization'>) {
  const form = useGeneralForm(organization)
  const { values } = form
  useSavedValue(organization.logo, (logo) => form.set({ logo }))
  const slugState = useSlugCheck(values.slug.trim(), organization.slug)
  const taken = slugState === 'taken' ? { error: t('general.slugTaken') } : {}
  const changes = changesOf(values, organization)
  const labels = changedLabels(changes)
  return (
    <>
      <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" saveKey>
        <SettingsGroup text={t('general.profileText')} title={t('general.profile')}>
          <Card>
            <CardBody>
              <Field {...form.field('name')} hint={t('general.nameHint')} label={t('general.name')} required>
                <TextInput {...form.text('name')} autoComplete="organization" maxLength={255} />
              </Field>
              <PictureField
                {...form.field('logo')}
                messages={logoMessages}
                name={values.name}
                onChange={(logo) => form.set({ logo })}
                square
                value={values.logo}
              />
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('general.slugText')} title={t('general.slug')}>
          <Card>
            <CardBody>
              <Field
                {...form.field('slug')}
                {...taken}
                hint={<SlugHint slug={values.slug.trim()} state={slugState} />}
                label={t('general.slug')}
                required
              >
                <TextInput
                  {...form.text('slug')}
                  autoCapitalize="none"
                  autoComplete="off"
                  before="/dashboard/"
                  maxLength={64}
                  spellCheck={false}
                />
              </Field>
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('general.metadataText')} title={t('general.metadata')}>
          <Card>
            <CardBody>
              <KeyValueEditor errors={form.rows('pairs')} name="pairs" onChange={(pairs) => form.set({ pairs })} pairs={values.pairs} />
            </CardBody>
          </Card>
        </SettingsGroup>
        <Identity organization={organization} />
        <FormFailure text={form.failure} />
        <ActionBar
          busy={form.busy}
          changes={labels}
          note={t(changes.slug === undefined ? 'general.reach' : 'general.slugNote')}
          onDiscard={() => form.reset(valuesOf(organization))}
        />
      </AppForm>
      <LeaveGuard changes={() => (form.busy ? [] : labels)} />
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
