import type { WebhookEndpoint } from '#client/index.ts'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { chosen, filled, type Rules, webUrl } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { FaultTable } from '../field-faults.ts'
import type { useForm } from '../use-form.ts'
import { EventPicker } from './event-picker.tsx'
import { subscribedEvents } from './events.ts'
import { t } from './messages.ts'

/** The form values of an endpoint. */
export interface EndpointDraft {
  readonly url: string
  readonly format: WebhookEndpoint['format']
  readonly events: ReadonlySet<string>
}

/** An empty draft, as JSON: no event is chosen by itself. */
export const newDraft: EndpointDraft = { url: '', format: 'raw', events: new Set() }

/** A draft with the values of an endpoint. */
export const draftOf = (endpoint: WebhookEndpoint): EndpointDraft => ({
  url: endpoint.url,
  format: endpoint.format,
  events: new Set(subscribedEvents(endpoint)),
})

/** The events of a draft as a body names them: those of the published list, and the others. */
export const eventsOf = ({ events }: EndpointDraft) => {
  const published = webhookEventTypes.filter((event) => events.has(event))
  return { events: published, additionalEvents: [...events].filter((event) => !published.some((one) => one === event)) }
}

/** The rules of the form. */
export const endpointRules: Rules<EndpointDraft> = {
  url: [filled(t('form.urlMissing')), webUrl(t('form.urlMissing'))],
  events: chosen(t('form.eventsMissing')),
}

/** The meanings of the refusals of the server. */
export const endpointRefusals: FaultTable<keyof EndpointDraft> = {
  texts: { url: { url_parsing: t('form.urlMissing'), value_error: t('form.urlRefused') } },
}

/** The fields for URL, format and events, for a new endpoint and for an existing one. */
export function EndpointFields(props: {
  form: ReturnType<typeof useForm<EndpointDraft, WebhookEndpoint>>
  /** Set inside a dialog: the list of events scrolls on its own. */
  contained?: boolean | undefined
}) {
  const { form, contained = false } = props
  const { format, events } = form.values
  return (
    <>
      <Field {...form.field('url')} label={t('form.url')} required>
        <TextInput
          {...form.text('url')}
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          placeholder={t('form.urlExample')}
          spellCheck={false}
          type="url"
        />
      </Field>
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{t('form.format')}</span>
        <Choices
          columns={3}
          label={t('form.format')}
          onChange={(format) => form.set({ format })}
          options={[
            { value: 'raw', title: t('form.raw'), text: t('form.rawText') },
            { value: 'slack', title: t('form.slack'), text: t('form.slackText') },
            { value: 'discord', title: t('form.discord'), text: t('form.discordText') },
          ]}
          value={format}
        />
      </div>
      <EventPicker {...form.field('events')} chosen={events} contained={contained} onChange={(events) => form.set({ events })} />
    </>
  )
}
