import type { OrganizationAuditEntry } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './messages.ts'
import { actorName } from './sentence.ts'

/** One entry with all its details. */
export function EntryDrawer(props: {
  entry: OrganizationAuditEntry
  title: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const { entry, title } = props
  const { actor, target, requestId, details } = entry
  return (
    <Drawer
      nextLabel={t('next')}
      onClose={props.onClose}
      onNext={props.onNext}
      onPrevious={props.onPrevious}
      open
      previousLabel={t('previous')}
      title={title}
    >
      <DescriptionList
        items={[
          [t('details.happenedAt'), <Time as="exact" at={entry.happenedAt} key="at" />],
          [t('details.actor'), actorName(entry)],
          actor.email !== null && [t('details.email'), shownEmail(actor.email)],
          actor.impersonatedBy !== null && [
            t('details.impersonatedBy'),
            (actor.impersonatedBy.email && shownEmail(actor.impersonatedBy.email)) ?? actor.impersonatedBy.name ?? t('formerUser'),
          ],
          [t('details.ipAddress'), entry.address ?? t('details.unknown')],
          [
            t('details.browser'),
            <span title={entry.userAgent ?? undefined} key="browser">
              {entry.browser ?? t('details.unknown')}
            </span>,
          ],
          [
            t('details.action'),
            <code className="font-mono text-caption" key="action">
              {entry.action}
            </code>,
          ],
          target !== null && [t('details.target'), <Id key="target" name={t('details.target')} value={target.id} />],
          requestId !== null && [t('details.request'), <Id key="request" name={t('details.request')} value={requestId} />],
          [t('details.id'), <Id key="id" name={t('details.id')} value={entry.id} />],
        ]}
      />
      {Object.keys(details).length > 0 && (
        <section className="grid min-w-0 gap-8">
          <h3 className="text-label font-strong">{t('details.more')}</h3>
          <JsonView name={t('details.more')} value={details} />
        </section>
      )}
    </Drawer>
  )
}
