import type { ReactNode } from 'react'
import type { PlatformEntry } from '#client/types.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { adminHref } from '#web/admin/href.ts'
import type { OpenRow } from '#web/shell/list/open-row.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { EyeIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { actionText, actorText, impersonatorText } from './entry.tsx'
import { t } from './messages.ts'

/** One entry with all its details. */
export function EntryDrawer({ entry, navigation }: { entry: PlatformEntry; navigation: Omit<OpenRow<PlatformEntry>, 'row'> }) {
  const { actor, target, details } = entry
  const impersonator = impersonatorText(entry)
  return (
    <Drawer
      {...navigation}
      lead={<span className="font-mono text-caption text-muted">{entry.action}</span>}
      nextLabel={t('entry.next')}
      open
      previousLabel={t('entry.previous')}
      title={actionText(entry)}
    >
      {impersonator !== undefined && (
        <Banner icon={EyeIcon} tone="warn">
          {t('entry.impersonatedBy', { name: impersonator })}
        </Banner>
      )}
      <DescriptionList
        items={[
          [t('entry.date'), <Time as="exact" at={entry.happenedAt} key="time" />],
          [
            t('entry.actor'),
            <UserLink id={actor.type === 'person' ? actor.id : null} key="actor" name={actorText(entry)} note={actor.email} />,
          ],
          actor.impersonatedBy !== null && [
            t('entry.impersonator'),
            <UserLink id={actor.impersonatedBy.id} key="impersonator" name={impersonator} note={actor.impersonatedBy.email} />,
          ],
          entry.userId !== null &&
            entry.userId !== actor.id && [
              t('entry.user'),
              <UserLink
                id={entry.userId}
                key="concerned"
                name={entry.user?.name ?? entry.userId.slice(0, 8)}
                note={entry.user?.email ?? null}
              />,
            ],
          entry.organizationId !== null && [
            t('entry.organization'),
            <Link href={adminHref('organizations', entry.organizationId)} key="organization">
              {entry.organizationId.slice(0, 8)}
            </Link>,
          ],
          target !== null && [
            t('entry.target'),
            <span className="inline-flex flex-wrap items-center gap-x-8" key="target">
              {target.type} <Id name={t('entry.target')} value={target.id} />
            </span>,
          ],
          entry.address !== null && [t('entry.ipAddress'), entry.address],
          entry.userAgent !== null && [
            t('entry.browser'),
            <span key="browser" title={entry.userAgent}>
              {entry.browser ?? entry.userAgent}
            </span>,
          ],
          entry.requestId !== null && [t('entry.request'), <Id key="request" name={t('entry.request')} value={entry.requestId} />],
          [t('entry.id'), <Id key="id" name={t('entry.id')} value={entry.id} />],
        ]}
      />
      {Object.keys(details).length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <h3 className="text-label font-strong">{t('entry.details')}</h3>
          <JsonView name={t('entry.details')} value={details} />
        </section>
      )}
      {actor.type === 'person' && actor.id !== null && (
        <p className="text-label">
          <Link href={`${adminHref('audit')}?actor=${actor.impersonatedBy?.id ?? actor.id}`}>{t('entry.sameActor')}</Link>
        </p>
      )}
    </Drawer>
  )
}

function UserLink({ id, name, note }: { id: string | null; name: ReactNode; note?: string | null }) {
  const shown = note && shownEmail(note)
  return (
    <span className="[overflow-wrap:anywhere]">
      {id === null ? name : <Link href={adminHref('users', id)}>{name}</Link>}{' '}
      {shown && shown !== name && <span className="text-muted">{shown}</span>}
    </span>
  )
}
