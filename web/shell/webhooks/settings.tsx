import type { WebhookEndpoint } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useForm } from '#web/parts/use-form.ts'
import {
  draftOf,
  type EndpointDraft,
  EndpointFields,
  endpointRefusals,
  endpointRules,
  eventsOf,
} from '#web/parts/webhooks/endpoint-fields.tsx'
import { subscribedEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { useWebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Edits the URL, format and events of an endpoint. */
export function EndpointSettings({ endpoint }: { endpoint: WebhookEndpoint }) {
  const save = useAction(useWebhookClient().webhookEndpoints.update, ['webhookEndpoints'])
  const form = useForm<EndpointDraft, WebhookEndpoint>({
    initial: () => draftOf(endpoint),
    rules: endpointRules,
    refusals: endpointRefusals,
    send: (draft) => save.run(endpoint.id, { url: draft.url.trim(), format: draft.format, ...eventsOf(draft) }),
    onDone: () => toast(t('form.saved')),
  })
  const { url, format, events } = form.values
  const subscribed = subscribedEvents(endpoint)
  const changes = [
    url.trim() !== endpoint.url && t('form.url'),
    format !== endpoint.format && t('form.format'),
    (events.size !== subscribed.length || subscribed.some((event) => !events.has(event))) && t('form.events'),
  ].filter((label) => label !== false)
  return (
    <AppForm {...form.props} saveKey>
      <Card label={t('tabs.settings')}>
        <CardBody>
          <EndpointFields form={form} />
          <FormFailure text={form.failure} />
        </CardBody>
      </Card>
      <ActionBar busy={form.busy} changes={changes} note={t('form.reach')} onDiscard={() => form.reset(draftOf(endpoint))} />
      <LeaveGuard changes={() => (form.busy ? [] : changes)} isLeft={(current, next) => tabOf(current) !== tabOf(next)} />
    </AppForm>
  )
}

const tabOf = ({ search }: { readonly search: object }): unknown => Reflect.get(search, 'tab')
