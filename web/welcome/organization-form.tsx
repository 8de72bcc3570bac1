import { useRouter } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import { client, organizationsQuery, queryClient, useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { isSlug, type SlugState, useSlugCheck } from '#web/parts/organizations/use-slug-check.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { slugOf } from './slug.ts'

interface OrganizationValues {
  readonly name: string
  /** Null while it follows from the name. */
  readonly slug: string | null
}

const slugIn = ({ name, slug }: OrganizationValues) => slug?.trim() ?? slugOf(name)

const rules: Rules<OrganizationValues> = {
  name: filled(t('welcome.missingName')),
  slug: (_, values) => {
    const slug = slugIn(values)
    if (slug === '') return t('welcome.missingSlug')
    return isSlug(slug) ? undefined : t('welcome.invalidSlug')
  },
}
const slugTaken = { ORGANIZATION_ALREADY_EXISTS: 'slug' } as const

/** `isFirst`: whether it is the main content, which takes the focus. `ref` is its first field. */
export function OrganizationForm({ isFirst, ref }: { isFirst: boolean; ref: Ref<HTMLInputElement> }) {
  const router = useRouter()
  const create = useAction(client.auth.organization.create)
  const [isCreated, setIsCreated] = useState(false)
  const form = useForm<OrganizationValues, { readonly slug: string }>({
    initial: { name: '', slug: null },
    rules,
    refusals: { codes: slugTaken },
    send: (values) => create.run({ name: values.name.trim(), slug: slugIn(values) }),
    onDone: async ({ slug }) => {
      setIsCreated(true)
      await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
      router.history.replace(`/dashboard/${slug}`)
    },
  })
  const slug = slugIn(form.values)
  // The slug is taken as soon as the organization has it.
  const slugState = useSlugCheck(form.busy || isCreated ? '' : slug, '')
  return (
    <AppForm {...form.props} focusFirst={isFirst}>
      <Field {...form.field('name')} hint={t('welcome.nameHint')} label={t('welcome.name')} required>
        <TextInput {...form.text('name')} autoComplete="organization" maxLength={250} ref={ref} size="tall" />
      </Field>
      <Field
        {...form.field('slug')}
        {...(slugState === 'taken' && { error: t('welcome.takenSlug') })}
        hint={<SlugHint slug={slug} state={slugState} />}
        label={t('welcome.slug')}
        required
      >
        <TextInput
          autoCapitalize="none"
          autoComplete="off"
          before="/dashboard/"
          maxLength={64}
          name="slug"
          onChange={(event) => form.set({ slug: event.target.value })}
          size="tall"
          spellCheck={false}
          value={form.values.slug ?? slug}
        />
      </Field>
      <FormFailure text={form.failure} />
      <Button busy={form.busy} variant={isFirst ? 'primary' : 'plain'} size="tall" type="submit" wide>
        {t('welcome.submit')}
      </Button>
    </AppForm>
  )
}

/** The whole URL of the dashboard as it will be, and whether it is free. */
function SlugHint({ slug, state }: { slug: string; state: SlugState }) {
  if (!isSlug(slug)) return t('welcome.slugHint')
  return (
    <span className="[overflow-wrap:anywhere]" role="status">
      {t('welcome.willBe', { url: `${location.origin}/dashboard/${slug}` })}{' '}
      {state === 'free' && <span className="text-good">{t('welcome.freeSlug')}</span>}
    </span>
  )
}
