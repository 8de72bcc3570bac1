import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Meter } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { meterText } from '#web/parts/meters/labels.ts'
import { t } from '#web/parts/meters/messages.ts'
import { MeterPill } from '#web/parts/meters/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { MeterForm } from './meter-form.tsx'
import { changedLabels, changesOf, meterRefusals, meterRules, noteOf, valuesOf } from './meter-values.ts'

const api = getRouteApi('/dashboard/$org/usage/meters/$id/edit')

/** Edits a meter. */
export default function EditMeter() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('meters', 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={t('title')}
      id={id}
      organizationOf={(meter) => meter.organizationId}
      path={`/usage/meters/${id}/edit`}
      query={query}
    >
      {(meter) => <EditForm key={meter.id} meter={meter} />}
    </SingleResource>
  )
}

function EditForm({ meter }: { meter: Meter }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const save = useAction(client.meters.update, ['meters', 'products'])
  const isDone = useRef(false)
  useTitle(meter.name)
  const leave = () => {
    isDone.current = true
    router.history.push(detailHref(slug, 'usage/meters', meter.id))
  }
  const form = useForm({
    initial: () => valuesOf(meter),
    rules: meterRules,
    refusals: meterRefusals,
    send: async (values) => {
      const changes = changesOf(values, meter)
      if (Object.keys(changes).length > 0) return save.run(meter.id, changes)
      leave()
      return null
    },
    onDone: ({ name }) => {
      toast(t('form.saved', { name }))
      leave()
    },
  })
  const changes = changesOf(form.values, meter)
  const changed = changedLabels(changes)
  const head = (
    <PageHeader
      crumb={{ label: t('title'), href: `/dashboard/${slug}/usage/meters` }}
      status={<MeterPill meter={meter} />}
      title={meter.name}
    />
  )
  return (
    <SettingsFrame head={head}>
      <MeterForm definition={meter.firstBilledAt === null ? undefined : meterText(meter)} form={form} isNew={false}>
        <ActionBar busy={form.busy} changes={changed} note={noteOf(changes)} onDiscard={() => form.reset(valuesOf(meter))} />
      </MeterForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
