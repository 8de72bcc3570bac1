import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Benefit, BenefitUpdate } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { t } from '#web/parts/benefits/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useDraft, withDraft } from './benefit-draft.ts'
import { BenefitForm } from './benefit-form.tsx'
import { benefitRefusals, benefitRules, changedLabels, changesOf, noteOf, valuesOf } from './benefit-values.ts'

const api = getRouteApi('/dashboard/$org/benefits/$id/edit')

/** Edits a benefit. */
export default function EditBenefit() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('benefits', 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={t('title')}
      id={id}
      organizationOf={(benefit) => benefit.organizationId}
      path={`/benefits/${id}/edit`}
      query={query}
    >
      {(benefit) => <EditForm benefit={benefit} key={benefit.id} />}
    </SingleResource>
  )
}

function EditForm({ benefit }: { benefit: Benefit }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const save = useAction(client.benefits.update, ['benefits', 'products'])
  const isDone = useRef(false)
  useDraft()
  useTitle(benefit.description)
  const leave = () => {
    isDone.current = true
    router.history.push(detailHref(slug, 'benefits', benefit.id))
  }
  const form = useForm({
    initial: () => withDraft(valuesOf(benefit)),
    rules: benefitRules,
    refusals: benefitRefusals,
    send: async (values) => {
      const changes = changesOf(values, benefit)
      if (Object.keys(changes).length > 0) return save.run(benefit.id, { ...changes, type: benefit.type } as BenefitUpdate)
      leave()
      return null
    },
    onDone: ({ description }) => {
      toast(t('form.saved', { name: description }))
      leave()
    },
  })
  const changes = changesOf(form.values, benefit)
  const changed = changedLabels(changes)
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: `/dashboard/${slug}/benefits` }} title={benefit.description} />}>
      <BenefitForm form={form} isNew={false}>
        <ActionBar busy={form.busy} changes={changed} note={noteOf(changes)} onDiscard={() => form.reset(valuesOf(benefit))} />
      </BenefitForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
