import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { exactText } from '#web/ui/text/moment.ts'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { useForm } from '../use-form.ts'
import { t } from './messages.ts'
import { replayStarts, startOf } from './replay.ts'
import { eventsQuery, useWebhookClient } from './webhook-client.ts'

interface ReplayDraft {
  readonly since: string
  readonly includeDelivered: boolean
}

/** Sends the events of an enabled endpoint again, since a time, and says how many these are. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { locale } = useLanguage()
  const [openedAt] = useState(() => new Date())
  const webhooks = useWebhookClient()
  const send = useAction(webhooks.webhookEndpoints.redeliverSince, ['webhookDeliveries', 'webhookEvents'])
  const { lastAcceptedAt } = endpoint.health
  const starts = replayStarts.filter((start) => start !== 'lastAccepted' || lastAcceptedAt !== null)
  const instantOf = (name: string) => startOf(name, { now: openedAt, lastAcceptedAt }).toISOString()
  const form = useForm<ReplayDraft, null>({
    initial: { since: starts[0] ?? 'day', includeDelivered: false },
    rules: {},
    refusals: { texts: {} },
    send: ({ since, includeDelivered }) => send.run(endpoint.id, { since: instantOf(since), includeDelivered }),
    onDone: () => {
      onClose()
      toast(t('replay.done'))
    },
  })
  const { since, includeDelivered } = form.values
  const found = useQuery(
    eventsQuery(webhooks, {
      organizationId: endpoint.organizationId,
      endpointId: endpoint.id,
      createdAfter: instantOf(since),
      status: ['failed', 'skipped', 'pending', ...(includeDelivered ? (['delivered'] as const) : [])],
      limit: 1,
    }),
  ).data?.pagination.totalCount
  return (
    <FormDialog form={form} lead={t('replay.text')} onClose={onClose} submitLabel={t('replay.action')} title={t('replay.title')}>
      <Field {...form.field('since')} label={t('replay.since')}>
        <Select onChange={({ target }) => form.set({ since: target.value })} value={since}>
          {starts.map((start) => (
            <option key={start} value={start}>
              {start === 'lastAccepted'
                ? t('replay.lastAccepted', { when: exactText(locale, startOf(start, { now: openedAt, lastAcceptedAt })) })
                : t(`replay.${start}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        checked={includeDelivered}
        label={t('replay.includeDelivered')}
        onChange={({ currentTarget }) => form.set({ includeDelivered: currentTarget.checked })}
      />
      <p aria-live="polite" className="text-label text-muted">
        {found === undefined ? '…' : found === 0 ? t('replay.none') : t('replay.found', { count: found })}
      </p>
    </FormDialog>
  )
}
