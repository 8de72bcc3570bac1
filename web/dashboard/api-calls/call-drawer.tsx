import { useQuery } from '@tanstack/react-query'
import { apiQuery, callErrorOf, type client } from '#web/api.ts'
import { t } from '#web/parts/api-calls/messages.ts'
import { CallPill } from '#web/parts/api-calls/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { ListIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

type FullApiCall = NonNullable<Awaited<ReturnType<typeof client.apiCalls.get>>['data']>

/** One call beside its list. */
export default function CallDrawer(props: {
  id: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const { id } = props
  const query = useQuery({ ...apiQuery('apiCalls', 'get', id), enabled: isId(id) })
  const isMissing = !isId(id) || callErrorOf(query)?.status === 404
  const call = isMissing ? undefined : query.data
  return (
    <Drawer
      lead={<Id name={t('detail.requestId')} value={id} />}
      nextLabel={t('detail.next')}
      onClose={props.onClose}
      onNext={props.onNext}
      onPrevious={props.onPrevious}
      open
      previousLabel={t('detail.previous')}
      title={
        call === undefined ? (
          t('detail.call')
        ) : (
          <>
            <span className="font-mono text-body" translate="no">
              {call.method} {call.path}
            </span>
            <CallPill status={call.status} />
          </>
        )
      }
    >
      {isMissing ? (
        <Empty icon={ListIcon} text={t('detail.missingText')} title={t('detail.missing')} />
      ) : (
        <QueryContent query={query}>{(each) => <Content call={each} />}</QueryContent>
      )}
    </Drawer>
  )
}

function Content({ call }: { call: FullApiCall }) {
  const { status, error, errorDetail, tokenComment, tokenId, durationMs: milliseconds, createdAt, content } = call
  return (
    <>
      <DescriptionList
        items={[
          [t('status'), status],
          error !== null && [
            t('detail.error'),
            <span className="grid [overflow-wrap:anywhere]" key="error">
              <span className="font-mono text-caption" translate="no">
                {error}
              </span>
              {errorDetail !== null && <span>{errorDetail}</span>}
            </span>,
          ],
          [t('time'), <Time as="exact" at={createdAt} key="time" />],
          [t('duration'), t('milliseconds', { milliseconds })],
          [t('token'), tokenComment ?? <Id key="token" name={t('deletedToken')} value={tokenId} />],
        ]}
      />
      {content === null ? (
        <p className="text-label text-muted">{t('detail.notRecorded')}</p>
      ) : (
        <>
          <Text name={t('detail.query')} text={content.query} />
          <Text name={t('detail.request')} text={content.requestBody} />
          <Text name={t('detail.response')} text={content.responseBody} />
        </>
      )}
    </>
  )
}

/** A recorded text as formatted JSON, or as it is where it was cut. */
function Text({ name, text }: { name: string; text: string | null }) {
  const value = text === null ? undefined : parsed(text)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h3 className="text-body font-strong">{name}</h3>
      {text === null ? (
        <p className="text-label text-muted">{t('detail.none')}</p>
      ) : typeof value === 'object' && value !== null ? (
        <JsonView name={name} value={value} />
      ) : (
        <Code name={name} text={text} />
      )}
    </section>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
