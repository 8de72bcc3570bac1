import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { CheckoutLink } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { linkName } from '#web/parts/checkout-links/link-name.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
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
import { LinkForm } from './link-form.tsx'
import { changedLabels, changesOf, linkRefusals, linkRules, noteOf, valuesOf } from './link-values.ts'

const api = getRouteApi('/dashboard/$org/checkout-links/$id/edit')

/** Edits a checkout link. */
export default function EditLink() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('checkoutLinks', 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={t('title')}
      id={id}
      organizationOf={(link) => link.organizationId}
      path={`/checkout-links/${id}/edit`}
      query={query}
    >
      {(link) => <EditForm key={link.id} link={link} />}
    </SingleResource>
  )
}

function EditForm({ link }: { link: CheckoutLink }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const save = useAction(client.checkoutLinks.update, ['checkoutLinks'])
  const isDone = useRef(false)
  useTitle(linkName(link))
  const leave = () => {
    isDone.current = true
    router.history.push(detailHref(slug, 'checkout-links', link.id))
  }
  const form = useForm({
    initial: () => valuesOf(link),
    rules: linkRules,
    refusals: linkRefusals,
    send: async (values) => {
      const changes = changesOf(values, link)
      if (Object.keys(changes).length > 0) return save.run(link.id, changes)
      leave()
      return null
    },
    onDone: () => {
      toast(t('form.saved'))
      leave()
    },
  })
  const changes = changesOf(form.values, link)
  const changed = changedLabels(changes)
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: `/dashboard/${slug}/checkout-links` }} title={linkName(link)} />}>
      <LinkForm form={form} isNew={false}>
        <ActionBar busy={form.busy} changes={changed} note={noteOf(changes)} onDiscard={() => form.reset(valuesOf(link))} />
      </LinkForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
