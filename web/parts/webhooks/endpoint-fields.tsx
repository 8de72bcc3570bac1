import type { CallError, WebhookEndpoint, WebhookEventType } from '#client/index.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useCurrentFaults } from '#web/ui/inputs/current-faults.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { faultAt, faultText, formFaultText } from '../field-faults.ts'
import { EventPicker } from './event-picker.tsx'
import { allEvents } from './events.ts'
import { t } from './messages.ts'

/** The form values of an endpoint. */
export interface EndpointDraft {
  readonly url: string
  readonly format: WebhookEndpoint['format']
  readonly events: ReadonlySet<string>
}

/** The faults of the form, by field; `form` belongs to no field. */
export type EndpointFaults = { readonly [K in 'url' | 'events' | 'form']?: string }

/** An empty draft: every event, as JSON. */
export const newDraft: EndpointDraft = { url: '', format: 'raw', events: new Set(allEvents) }

/** A draft with the values of an endpoint. */
export const draftOf = (endpoint: WebhookEndpoint): EndpointDraft => ({
  url: endpoint.url,
  format: endpoint.format,
  events: new Set(endpoint.events),
})

/** The events of a draft, in display order. */
export const eventsOf = (draft: EndpointDraft): WebhookEventType[] => allEvents.filter((event) => draft.events.has(event))

/** The faults that the page can detect before the request. */
export function faultsOf(draft: EndpointDraft): EndpointFaults {
  return {
    ...(/^https?:\/\/[^\s/]/.test(draft.url.trim()) ? {} : { url: t('form.urlMissing') }),
    ...(draft.events.size === 0 ? { events: t('form.eventsMissing') } : {}),
  }
}

/** The server's validation errors, by field. */
export function faultsFrom(error: CallError): EndpointFaults {
  const [url, events] = [faultAt(error, 'url'), faultAt(error, 'events')]
  if (url === undefined && events === undefined) return { form: formFaultText(error) }
  return {
    ...(url && { url: faultText(url, { url_parsing: t('form.urlMissing'), value_error: t('form.urlRefused') }) }),
    ...(events && { events: faultText(events) }),
  }
}

/** The fields for URL, format and events, for a new endpoint and for an existing one. */
export function EndpointFields(props: {
  draft: EndpointDraft
  faults: EndpointFaults
  onChange: (draft: EndpointDraft) => void
  /** Set inside a dialog: the first field takes the focus, and the list of events scrolls on its own. */
  contained?: boolean | undefined
}) {
  const { draft, onChange, contained = false } = props
  const faults = useCurrentFaults(props.faults, draft)
  return (
    <>
      <Field error={faults.url} label={t('form.url')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          onChange={(event) => onChange({ ...draft, url: event.currentTarget.value })}
          placeholder={t('form.urlExample')}
          ref={contained ? firstField : undefined}
          spellCheck={false}
          type="url"
          value={draft.url}
        />
      </Field>
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{t('form.format')}</span>
        <Choices
          columns={3}
          label={t('form.format')}
          onChange={(format) => onChange({ ...draft, format })}
          options={[
            { value: 'raw', title: t('form.raw'), text: t('form.rawText') },
            { value: 'slack', title: t('form.slack'), text: t('form.slackText') },
            { value: 'discord', title: t('form.discord'), text: t('form.discordText') },
          ]}
          value={draft.format}
        />
      </div>
      <EventPicker
        chosen={draft.events}
        contained={contained}
        error={faults.events}
        onChange={(events) => onChange({ ...draft, events })}
      />
    </>
  )
}
