import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookDelivery } from '#client/index.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { eventsQuery, useWebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { exactText } from '#web/ui/text/moment.ts'
import { type Difference, differencesOf } from './differences.ts'

type Event = Pick<WebhookDelivery['webhookEvent'], 'id' | 'type' | 'endpointId' | 'resourceId' | 'createdAt' | 'payload' | 'isPayloadCut'>

const most = 10
/** Differences that are shown at once. */
const shown = 30

/** The differences between the payload of an event and that of another one: of the same resource, or of the same name. */
export function Comparison({ event, organizationId }: { event: Event; organizationId: string }) {
  const { locale } = useLanguage()
  const webhooks = useWebhookClient()
  const [chosenId, setChosenId] = useState('')
  const query = { organizationId, endpointId: event.endpointId, limit: most } as const
  const ofResource = useQuery(eventsQuery(webhooks, { ...query, resourceId: event.resourceId })).data?.items ?? []
  const ofName = useQuery(eventsQuery(webhooks, { ...query, type: event.type })).data?.items ?? []
  const others = [...new Map([...ofResource, ...ofName].map((one) => [one.id, one])).values()].filter(({ id }) => id !== event.id)
  const chosen = others.find(({ id }) => id === chosenId)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h3 className="text-body font-strong">{t('compare.title')}</h3>
      {others.length === 0 ? (
        <p className="text-label text-muted">{t('compare.none')}</p>
      ) : (
        <Select aria-label={t('compare.with')} onChange={({ target }) => setChosenId(target.value)} value={chosenId}>
          <option value="">{t('compare.choose')}</option>
          {others.map(({ id, type, createdAt }) => (
            <option key={id} value={id}>
              {type} · {exactText(locale, new Date(createdAt), { seconds: true })}
            </option>
          ))}
        </Select>
      )}
      {chosen !== undefined && <Differences one={event} other={chosen} />}
    </section>
  )
}

function Differences({ one, other }: { one: Event; other: Event }) {
  // Ids follow the time.
  const [before, after] = one.id < other.id ? [one, other] : [other, one]
  const [left, right] = [parsed(before), parsed(after)]
  if (left === undefined || right === undefined) return <p className="text-label text-muted">{t('compare.cut')}</p>
  const all = differencesOf(left, right)
  if (all.length === 0) return <p className="text-label text-muted">{t('compare.same')}</p>
  return (
    <>
      <table className="w-full table-fixed text-left text-caption">
        <thead className="text-muted">
          <tr>
            {(['field', 'before', 'after'] as const).map((name) => (
              <th className="py-4 pr-8 font-regular" key={name} scope="col">
                {t(`compare.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="font-mono">
          {all.slice(0, shown).map((difference) => (
            <Row difference={difference} key={difference.path} />
          ))}
        </tbody>
      </table>
      {all.length > shown && <p className="text-caption text-muted">{t('compare.more', { count: all.length - shown })}</p>}
    </>
  )
}

function Row({ difference: { path, before, after } }: { difference: Difference }) {
  return (
    <tr className="border-t border-line align-top" translate="no">
      <th className="py-6 pr-8 font-regular [overflow-wrap:anywhere]" scope="row">
        {path}
      </th>
      <td className="py-6 pr-8 text-bad [overflow-wrap:anywhere]">
        <Value value={before} />
      </td>
      <td className="py-6 text-good [overflow-wrap:anywhere]">
        <Value value={after} />
      </td>
    </tr>
  )
}

const Value = ({ value }: { value: unknown }) =>
  value === undefined ? <span className="font-sans text-muted">{t('compare.absent')}</span> : JSON.stringify(value)

function parsed({ payload, isPayloadCut }: Event): unknown {
  if (isPayloadCut) return undefined
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
