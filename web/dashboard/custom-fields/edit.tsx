import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { CustomField, CustomFieldUpdate } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { FieldForm } from './field-form.tsx'
import { changedLabels, changesOf, fieldRefusals, fieldRules, noteOf, valuesOf } from './field-values.ts'

const api = getRouteApi('/dashboard/$org/custom-fields/$id')

/** Edits a custom field. */
export default function EditField() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('customFields', 'get', id), enabled: isId(id) })
  return (
    <SingleResource head={t('title')} id={id} organizationOf={(field) => field.organizationId} path={`/custom-fields/${id}`} query={query}>
      {(field) => <EditForm field={field} key={field.id} />}
    </SingleResource>
  )
}

function EditForm({ field }: { field: CustomField }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}/custom-fields`
  const save = useAction(client.customFields.update, ['customFields', 'products'])
  const isDone = useRef(false)
  useTitle(field.name)
  const leave = () => {
    isDone.current = true
    router.history.push(list)
  }
  const form = useForm({
    initial: () => valuesOf(field),
    rules: fieldRules,
    refusals: fieldRefusals,
    send: async (values) => {
      const changes = changesOf(values, field)
      if (Object.keys(changes).length > 0) return save.run(field.id, { ...changes, type: field.type } as CustomFieldUpdate)
      leave()
      return null
    },
    onDone: ({ name }) => {
      toast(t('form.saved', { name }))
      leave()
    },
  })
  const changes = changesOf(form.values, field)
  const changed = changedLabels(changes)
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={field.name} />}>
      <FieldForm form={form} isNew={false}>
        <ActionBar busy={form.busy} changes={changed} note={noteOf(changes)} onDiscard={() => form.reset(valuesOf(field))} />
      </FieldForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
