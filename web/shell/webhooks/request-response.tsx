import { type ReactNode, useState } from 'react'
import type { WebhookDelivery } from '#client/index.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { attemptSnippet } from '#web/parts/webhooks/snippets.ts'
import { Code } from '#web/ui/display/code.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'

/** The response to an attempt, or the error if there was none. */
export function Response({ delivery }: { delivery: WebhookDelivery }) {
  const { httpCode, answerBody, error } = delivery
  const bytes = new TextEncoder().encode(answerBody ?? '').length
  return (
    <Section
      note={httpCode === null ? undefined : `HTTP ${httpCode} · ${t('attempt.bytes', { count: bytes })}`}
      title={
        <>
          {t('attempt.response')} <span className="font-regular text-muted">{t('attempt.attempt', { number: delivery.attempt })}</span>
        </>
      }
    >
      {httpCode === null ? (
        <p className="text-label text-muted">{t('attempt.noResponseText', { reason: error ?? t('error.network') })}</p>
      ) : answerBody ? (
        <Body name={t('attempt.response')} text={answerBody} />
      ) : (
        <p className="text-label text-muted">{t('attempt.noBody')}</p>
      )}
    </Section>
  )
}

/** The request of an attempt: body, headers, or a curl command. */
export function Request({ delivery, url }: { delivery: WebhookDelivery; url: string }) {
  const [view, setView] = useState<'body' | 'headers' | 'curl'>('body')
  const { payload } = delivery.webhookEvent
  const headers = Object.entries(delivery.requestHeaders)
  return (
    <Section
      note={
        <Segmented
          label={t('attempt.request')}
          onChange={setView}
          options={[
            { value: 'body', label: t('attempt.body') },
            { value: 'headers', label: t('attempt.headers') },
            { value: 'curl', label: t('attempt.curl') },
          ]}
          value={view}
        />
      }
      title={t('attempt.request')}
    >
      {view === 'body' && <Body name={t('attempt.body')} text={payload} />}
      {view === 'headers' && <Code name={t('attempt.headers')} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />}
      {view === 'curl' && <Code name={t('attempt.curl')} text={attemptSnippet(url, delivery.requestHeaders, payload)} />}
    </Section>
  )
}

function Section({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex min-h-32 flex-wrap items-center justify-between gap-12">
        <h3 className="text-body font-strong">{title}</h3>
        {note !== undefined && <span className="text-caption text-muted tabular-nums">{note}</span>}
      </div>
      {children}
    </section>
  )
}

/** A body as formatted JSON, or as plain text if it is not JSON. */
function Body({ text, name }: { text: string; name: string }) {
  const value = parsed(text)
  return typeof value === 'object' && value !== null ? <JsonView name={name} value={value} /> : <Code name={name} text={text} />
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
